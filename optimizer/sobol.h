// Sobol's low-discrepancy sequence with a random digital shift: points that fill the unit cube evenly.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

namespace rootward::optimizer {

/// Points of Sobol's sequence in Gray-code order (Antonov & Saleev 1979; directions of Joe & Kuo 2008). Coordinates
/// beyond the 64th have no direction numbers and are drawn at random.
class Sobol {
 public:
  /// The plain sequence, which starts with the origin.
  explicit Sobol(Eigen::Index dimensions);
  /// Every coordinate XORed with a random number of its own: as even, and another one for each seed.
  Sobol(Eigen::Index dimensions, std::uint64_t seed);

  /// Point number `index`, from 0; each coordinate in [0, 1).
  [[nodiscard]] Eigen::VectorXd point(std::uint32_t index) const;

 private:
  static constexpr int kBits = 32;
  std::vector<std::array<std::uint32_t, kBits>> directions_;  ///< of the coordinates that have some
  std::vector<std::uint32_t> shift_;
  Eigen::Index dimensions_;
  std::uint64_t seed_ = 0;
};

}  // namespace rootward::optimizer
