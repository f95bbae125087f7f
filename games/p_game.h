// P-games: MAX and MIN take edges with random numbers in turn; the sign of the sum decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/params.h"
#include "core/types.h"
#include "games/sign_tree.h"
#include "games/uniform_tree.h"

namespace rootward {

const Described& p_game_description();

/// The tree of Kocsis & Szepesvari 2006, section 4.1: each edge an integer, uniform in 0 .. 127; MAX's are added, MIN's
/// subtracted; MAX wins a leaf whose sum is positive and loses one whose sum is negative. There MAX and MIN alternate;
/// `changes` below 1 (ours) lets who has moved move again. All follows from seed and place, so nothing is stored.
class PGameModel {
 public:
  static constexpr bool kIsNoisy = false;
  static constexpr std::uint32_t kEdges = 128;

  PGameModel(int branching, int depth, std::uint64_t seed, double changes = 1)
      : branching_(branching), depth_(depth), seed_(seed), turns_{changes, seed} {}

  [[nodiscard]] std::string_view name() const { return "p_game"; }
  [[nodiscard]] int branching() const { return branching_; }
  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] Seat mover(const TreePlace& to, Seat before) const { return turns_.after(before, to); }
  /// The number of the edge that leads to the place, 0 .. 127.
  [[nodiscard]] int edge(const TreePlace& to) const {
    const std::uint64_t level = mix64(seed_ ^ mix64(static_cast<std::uint64_t>(to.level)));
    return static_cast<int>(mix64(level ^ to.index) % kEdges);
  }
  [[nodiscard]] std::optional<int> step(const TreePlace& to, Seat by) const {
    return by == Seat::first ? edge(to) : -edge(to);
  }
  [[nodiscard]] Value leaf(std::uint64_t index) const { return value_of_sum(way_to(*this, {depth_, index}).sum); }
  [[nodiscard]] std::optional<Value> exact(const TreePlace& place, Seat /*mover*/) const {
    return SignTreeSolver<PGameModel>(*this).solve(place);
  }
  friend bool operator==(const PGameModel&, const PGameModel&) = default;

 private:
  int branching_;
  int depth_;
  std::uint64_t seed_;
  Turns turns_;
};

using PGame = UniformTree<PGameModel>;
static_assert(ExactGame<PGame>);

/// The tree of the parameters; where `untied` is set, the first from `seed` on whose root moves are not all worth the
/// same. Throws ParamError for trees too large.
PGameModel make_p_game(const Params& params);

// What p_game and trap_tree declare and check alike.
std::vector<ParamSpec> sign_tree_parameters();
void check_tree_size(const Params& params);

/// The first seed from `params`' own on whose tree, make(seed), is untied, if that is asked for. Throws ParamError
/// where that cannot be told.
template <class Make>
auto untied_tree(const Params& params, Make make) {
  constexpr int kMostTries = 1000;
  auto seed = static_cast<std::uint64_t>(params.integer("seed"));
  auto model = make(seed);
  for (int tries = 1; params.boolean("untied"); ++tries) {
    const std::optional<bool> is_untied = SignTreeSolver(model).is_untied();
    if (!is_untied) throw ParamError("untied", "true is not allowed for a tree too large to be solved by alpha-beta");
    if (*is_untied) break;
    if (tries == kMostTries)
      throw ParamError("untied", "in a thousand trees from this seed on all root moves are worth the same");
    model = make(++seed);
  }
  return model;
}

}  // namespace rootward
