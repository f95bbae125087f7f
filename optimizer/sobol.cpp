// Direction numbers by the recurrence of Bratley & Fox (ACM TOMS 14, 1988), points by XOR.
#include "optimizer/sobol.h"

#include <algorithm>

#include "core/rng.h"
#include "optimizer/sobol_table.h"

namespace rootward::optimizer {
namespace {

/// The first coordinate is the van der Corput sequence: direction i is bit i from the top.
std::array<std::uint32_t, 32> first_directions() {
  std::array<std::uint32_t, 32> directions{};
  for (std::uint32_t i = 0; i < 32; ++i) directions[i] = 1U << (31 - i);
  return directions;
}

/// v_i = a_1 v_(i-1) ^ .. ^ a_(s-1) v_(i-s+1) ^ v_(i-s) ^ (v_(i-s) >> s).
std::array<std::uint32_t, 32> extend(const SobolDirection& row) {
  std::array<std::uint32_t, 32> directions{};
  const std::uint32_t degree = row.degree;
  for (std::uint32_t i = 0; i < degree; ++i) directions[i] = row.first[i] << (31 - i);
  for (std::uint32_t i = degree; i < 32; ++i) {
    directions[i] = directions[i - degree] ^ (directions[i - degree] >> degree);
    for (std::uint32_t k = 1; k < degree; ++k) {
      if ((row.coefficients >> (degree - 1 - k)) & 1U) directions[i] ^= directions[i - k];
    }
  }
  return directions;
}

}  // namespace

Sobol::Sobol(Eigen::Index dimensions) : dimensions_(dimensions) {
  const Eigen::Index known = std::min<Eigen::Index>(dimensions, std::ssize(kSobolDirections) + 1);
  for (Eigen::Index i = 0; i < known; ++i)
    directions_.push_back(i == 0 ? first_directions() : extend(kSobolDirections[static_cast<std::size_t>(i - 1)]));
  shift_.assign(directions_.size(), 0);
}

Sobol::Sobol(Eigen::Index dimensions, std::uint64_t seed) : Sobol(dimensions) {
  seed_ = derive_seed(seed, "sobol");
  Rng rng(seed_);
  for (std::uint32_t& shift : shift_) shift = static_cast<std::uint32_t>(rng.next() >> 32);
}

Eigen::VectorXd Sobol::point(std::uint32_t index) const {
  const std::uint32_t gray = index ^ (index >> 1);
  Eigen::VectorXd point(dimensions_);
  Rng beyond(derive_seed(seed_, {index}));
  for (Eigen::Index i = 0; i < dimensions_; ++i) {
    const auto coordinate = static_cast<std::size_t>(i);
    if (coordinate >= directions_.size()) {
      point[i] = beyond.uniform();
      continue;
    }
    std::uint32_t bits = shift_[coordinate];
    for (std::uint32_t bit = 0; bit < kBits; ++bit) {
      if ((gray >> bit) & 1U) bits ^= directions_[coordinate][bit];
    }
    point[i] = bits * 0x1.0p-32;
  }
  return point;
}

}  // namespace rootward::optimizer
