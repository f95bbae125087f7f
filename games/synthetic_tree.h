// Synthetic trees: random edge weights summed along the path and normalised; leaves pay that mean with Gaussian noise.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/uniform_tree.h"

namespace rootward {

const Described& synthetic_tree_description();

/// The trees of Dam et al. 2021, as their code makes them: edge weights uniform in [0, 1), a leaf's mean is the sum on
/// its path, all means mapped linearly so that the least is 0 and the greatest 1; a visit pays N(mean, noise). Here in
/// [-1, 1]. Single agent, or (ours) MAX and MIN in turn or as Turns says. With `is_won` (ours) MAX wins a
/// game whose leaf has a mean above the middle of the range, else MIN: best play for the mean is then best for the win.
class SyntheticTreeModel {
 public:
  static constexpr bool kIsNoisy = true;
  static constexpr std::uint64_t kMostLeaves = std::uint64_t{1} << 21;

  struct Shape {
    int branching = 2;
    int depth = 5;
    bool is_minimax = false;
    double changes = 1;   ///< of MAX and MIN: Turns
    double noise = 0.05;  ///< standard deviation on the scale of [0, 1]
    bool is_won = false;  ///< a game is won by who has the better half of its leaf's mean
    std::uint64_t seed = 1;
  };

  explicit SyntheticTreeModel(const Shape& shape);

  [[nodiscard]] std::string_view name() const { return "synthetic_tree"; }
  [[nodiscard]] int branching() const { return shape_.branching; }
  [[nodiscard]] int depth() const { return shape_.depth; }
  [[nodiscard]] Seat mover(const TreePlace& to, Seat before) const {
    return shape_.is_minimax ? Turns{shape_.changes, shape_.seed}.after(before, to) : Seat::first;
  }
  [[nodiscard]] Value leaf(std::uint64_t index) const { return values_.back()[index]; }
  /// Nothing but where a game is to be won.
  [[nodiscard]] std::optional<Value> match_result(std::uint64_t index) const {
    if (!shape_.is_won) return std::nullopt;
    return leaf(index) > 0 ? 1 : -1;
  }
  [[nodiscard]] Value draw(std::uint64_t index, Rng& rng) const;
  [[nodiscard]] std::optional<Value> exact(const TreePlace& place, Seat /*mover*/) const {
    return values_[static_cast<std::size_t>(place.level)][place.index];
  }

 private:
  Shape shape_;
  std::vector<std::vector<Value>> values_;  ///< of every place, by level
};

using SyntheticTree = UniformTree<SyntheticTreeModel>;
static_assert(ExactGame<SyntheticTree> && NoisyGame<SyntheticTree>);

/// Throws ParamError for more than kMostLeaves leaves, and for a single agent that is to win.
SyntheticTreeModel make_synthetic_tree(const Params& params);

}  // namespace rootward
