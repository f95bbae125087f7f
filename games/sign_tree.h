// Full trees whose leaves are won by the sign of a sum along the path: the sum, the leaves and alpha-beta.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/types.h"
#include "games/uniform_tree.h"

namespace rootward {

/// `Edges` below: `branching()`, `depth()`, `mover(to, before)` of a UniformTree's model, and `step(to, by)`: what the
/// edge that `by` chose to a place adds to the sum, or nothing where every leaf from there on is lost for MAX.

/// The way from the root to a place: who is to move there, and the sum; no sum where a lost edge lies on the way.
struct WayTo {
  Seat mover = Seat::first;
  std::optional<int> sum = 0;
};
template <class Edges>
WayTo way_to(const Edges& edges, const TreePlace& place) {
  std::array<std::uint64_t, kMostLevels + 1> indices{};
  std::uint64_t index = place.index;
  for (int level = place.level; level > 0; --level, index /= static_cast<std::uint64_t>(edges.branching()))
    indices[static_cast<std::size_t>(level)] = index;
  WayTo way;
  for (int level = 1; level <= place.level; ++level) {
    const TreePlace to{level, indices[static_cast<std::size_t>(level)]};
    const std::optional<int> step = way.sum ? edges.step(to, way.mover) : std::nullopt;
    way.sum = step ? std::optional(*way.sum + *step) : std::nullopt;
    way.mover = edges.mover(to, way.mover);
  }
  return way;
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
    const WayTo way = way_to(edges_, place);
    if (!way.sum) return -1;
    left_ = kMostNodes;
    const Value value = search(place, way.mover, *way.sum, -1, 1);
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
  Value search(const TreePlace& place, Seat mover, int sum, Value alpha, Value beta) {
    if (left_ == 0 || --left_ == 0) return 0;
    if (place.level == edges_.depth()) return value_of_sum(sum);
    const bool is_max = mover == Seat::first;
    Value best = is_max ? -1 : 1;
    TreePlace below{place.level + 1, place.index * static_cast<std::uint64_t>(edges_.branching())};
    for (int move = 0; move < edges_.branching() && alpha < beta; ++move, ++below.index) {
      const std::optional<int> step = edges_.step(below, mover);
      const Value value = step ? search(below, edges_.mover(below, mover), sum + *step, alpha, beta) : -1;
      best = is_max ? std::max(best, value) : std::min(best, value);
      (is_max ? alpha : beta) = is_max ? std::max(alpha, best) : std::min(beta, best);
    }
    return best;
  }

  const Edges& edges_;
  std::uint64_t left_ = 0;
};

}  // namespace rootward
