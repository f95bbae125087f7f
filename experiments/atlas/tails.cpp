// All orders or signs of a few numbers, random ones of many.
#include "experiments/atlas/tails.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/rng.h"
#include "core/statistics/rank_correlation.h"

namespace rootward::atlas {
namespace {

constexpr std::uint32_t kDraws = 10'000;  // the observed among them

/// Counts what chance gives.
class TailCounter {
 public:
  explicit TailCounter(double observed) : observed_(observed) {}
  void count(double drawn) {
    constexpr double kRounding = 1e-9;
    ++all_;
    if (drawn >= observed_ - kRounding) ++above_;
    if (drawn <= observed_ + kRounding) ++below_;
  }
  [[nodiscard]] Tails tails() const { return {.above = above_ / all_, .below = below_ / all_}; }

 private:
  double observed_;
  double all_ = 0;
  double above_ = 0;
  double below_ = 0;
};

void shuffle(std::vector<double>& numbers, Rng& rng) {
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[rng.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace

std::optional<Tails> order_tails(const std::vector<double>& a, const std::vector<double>& b, std::string_view stream) {
  constexpr std::size_t kMostPermuted = 7;
  const std::optional<double> observed = spearman(a, b);
  if (!observed) return std::nullopt;
  TailCounter counter(*observed);
  std::vector<double> order = b;
  if (order.size() <= kMostPermuted) {
    std::ranges::sort(order);
    do {
      counter.count(*spearman(a, order));
    } while (std::ranges::next_permutation(order).found);
    return counter.tails();
  }
  counter.count(*observed);
  Rng rng(derive_seed(0, stream));
  for (std::uint32_t i = 1; i < kDraws; ++i) {
    shuffle(order, rng);
    counter.count(*spearman(a, order));
  }
  return counter.tails();
}

Tails sign_tails(const std::vector<double>& numbers, std::string_view stream) {
  constexpr std::size_t kMostFlipped = 13;
  const auto sum = [](const std::vector<double>& some) { return std::accumulate(some.begin(), some.end(), 0.0); };
  TailCounter counter(sum(numbers));
  const auto count_with = [&](auto is_flipped) {
    std::vector<double> drawn = numbers;
    for (std::size_t i = 0; i < drawn.size(); ++i)
      if (is_flipped(i)) drawn[i] = -drawn[i];
    counter.count(sum(drawn));
  };
  if (numbers.size() <= kMostFlipped) {
    for (std::uint32_t signs = 0; signs < (1U << numbers.size()); ++signs)
      count_with([&](std::size_t i) { return ((signs >> i) & 1U) != 0; });
    return counter.tails();
  }
  count_with([](std::size_t) { return false; });
  Rng rng(derive_seed(0, stream));
  for (std::uint32_t i = 1; i < kDraws; ++i) count_with([&](std::size_t) { return rng.below(2) != 0; });
  return counter.tails();
}

}  // namespace rootward::atlas
