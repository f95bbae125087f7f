// What a game may say of a position by a look at it: heuristics by name, and the features that formulas are made of.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/game_state.h"

namespace rootward {

/// A judgement v that a game has, in units of its own, larger is better for the player to move.
struct HeuristicFacts {
  std::string name;
  std::string help;    ///< the rule, one line
  std::string source;  ///< paper, or "ours"
  double scale = 1;    ///< s of tanh(v / s) unless another is asked for; 0: v lies in [-1, 1] and is taken as it is
};

/// A number that a game has for each position, in the view of the player to move: "pawns" are his, "their_pawns" are
/// the opponent's.
struct FeatureFacts {
  std::string name;  ///< as a formula writes it: letters, digits and _, not a digit first
  std::string help;
};

/// What positions can be judged by, in a fixed order. Either list may be empty; the first heuristic is the default.
struct Judgements {
  std::vector<HeuristicFacts> heuristics;
  std::vector<FeatureFacts> features;
};

/// A game that has some. Both lists depend on the rules alone. The position is not over; where chance is to decide, the
/// player to move is what to_move() says. Nothing but the state enters: equal states have equal numbers. All are
/// finite.
///   heuristic(which): v of the heuristic in that place of the list.
///   features(out): fills one number for each feature, in the list's order.
template <class P>
concept JudgedByLook = GameState<P> &&
    requires(const P position, const typename P::Rules& rules, std::size_t which, std::span<double> out) {
  { P::judgements(rules) } -> std::same_as<Judgements>;
  { position.heuristic(which) } -> std::same_as<double>;
  { position.features(out) } -> std::same_as<void>;
};

}  // namespace rootward
