// Full trees whose leaves are won by the sign of a sum along the path: the sum, the leaves and alpha-beta.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/types.h"
#include "games/uniform_tree.h"

namespace rootward {

/// `Edges` below: `branching()`, `depth()`, `chooser(level)`, and `step(to)`: what the edge that leads to a place adds
/// to the sum, or nothing where every leaf from there on is lost for MAX.

/// The sum on the way from the root to the place; nothing where the way leads through a lost edge.
template <class Edges>
std::optional<int> sum_to(const Edges& edges, TreePlace place) {
  int sum = 0;
  for (; place.level > 0; --place.level, place.index /= static_cast<std::uint64_t>(edges.branching())) {
    const std::optional<int> step = edges.step(place);
    if (!step) return std::nullopt;
    sum += *step;
  }
  return sum;
}

/// What MAX has of a leaf with this sum: won above 0, drawn at 0, lost below 0 and behind a lost edge.
constexpr Value value_of_sum(std::optional<int> sum) {
  if (!sum) return -1;
  return *sum > 0 ? 1 : *sum < 0 ? -1 : 0;
}

/// Alpha-beta over win, draw and loss.
template <class Edges>
class SignTreeSolver {
 public:
  static constexpr std::uint64_t kMostNodes = 20'000'000;

  explicit SignTreeSolver(const Edges& edges) : edges_(edges) {}

  /// First seat's view; nothing where that takes more than kMostNodes nodes.
  std::optional<Value> solve(const TreePlace& place) {
    const std::optional<int> sum = sum_to(edges_, place);
    if (!sum) return -1;
    left_ = kMostNodes;
    const Value value = search(place, *sum, -1, 1);
    if (left_ == 0) return std::nullopt;
    return value;
  }

  /// Whether not all moves of the root are worth the same; nothing where that takes too many nodes.
  std::optional<bool> is_untied() {
    std::optional<Value> first;
    for (int move = 0; move < edges_.branching(); ++move) {
      const std::optional<Value> value = solve({.level = 1, .index = static_cast<std::uint64_t>(move)});
      if (!value) return std::nullopt;
      if (first && *first != *value) return true;
      first = value;
    }
    return false;
  }

 private:
  Value search(const TreePlace& place, int sum, Value alpha, Value beta) {
    if (left_ == 0 || --left_ == 0) return 0;
    if (place.level == edges_.depth()) return value_of_sum(sum);
    const bool is_max = edges_.chooser(place.level) == Seat::first;
    Value best = is_max ? -1 : 1;
    TreePlace below{place.level + 1, place.index * static_cast<std::uint64_t>(edges_.branching())};
    for (int move = 0; move < edges_.branching() && alpha < beta; ++move, ++below.index) {
      const std::optional<int> step = edges_.step(below);
      const Value value = step ? search(below, sum + *step, alpha, beta) : -1;
      best = is_max ? std::max(best, value) : std::min(best, value);
      (is_max ? alpha : beta) = is_max ? std::max(alpha, best) : std::min(beta, best);
    }
    return best;
  }

  const Edges& edges_;
  std::uint64_t left_ = 0;
};

}  // namespace rootward
