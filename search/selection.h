// What a selection rule sees of a node, and what the rules share.
#pragma once

#include <cstdint>
#include <string>

#include "core/params.h"
#include "search/tree.h"

namespace rootward {

/// A node at which a rule chooses among the active children. Values are in the view of the player who chooses.
struct SelectionNode {
  Block block;
  std::uint32_t visits = 0;               ///< N: returns seen by the node, its own evaluations included
  Value sample_mean = 0;                  ///< plain mean of those returns
  const std::uint32_t* counts = nullptr;  ///< by child, n: visits, or what counts in their place
  const double* reads = nullptr;          ///< the column that selection reads: stored values or sample means
  const double* variances = nullptr;      ///< of the stored values; null where the driving operator keeps none
};

/// The node's own evaluation; the mean of its returns where it has none, a draw where it has seen nothing.
inline Value own_evaluation(const SelectionNode& node) {
  const BlockHeader& head = node.block.header();
  return head.own_visits > 0 ? head.own_mean : node.visits > 0 ? node.sample_mean : 0.0;
}

/// Index of the greatest score among the first `count` children; the first of equals (their order is seeded random).
template <class Score>
std::uint32_t best_of(std::uint32_t count, Score score) {
  std::uint32_t best = 0;
  double best_score = score(0U);
  for (std::uint32_t i = 1; i < count; ++i) {
    const double candidate = score(i);
    if (candidate > best_score) {
      best_score = candidate;
      best = i;
    }
  }
  return best;
}

/// A rule: a class in search/selections/ with kName, describe(), a constructor from its resolved parameters, and
/// select(node, rng), which returns the index of an active child. What most rules say of themselves stands here.
struct SelectionRule {
  /// The search itself sends simulations to unvisited children first, in random order; select() sees visited ones only.
  static constexpr bool kUnvisitedFirst = true;
  static constexpr bool kNeedsPriors = false;
  /// Reads SelectionNode::variances, which only some operators keep.
  static constexpr bool kReadsVariances = false;
  /// Reads children's values.
  static constexpr bool kReadsValues = true;
  /// Takes the child of the greatest score and has a Scorer, scorer(node), for companions to change what it is told:
  ///   (i, value, visits): the score of a visited child;  untried(i, value): of an unvisited one worth `value`;
  ///   unexplored(value): of a value alone;  first_play(): what the rule itself takes an unvisited child to be worth.
  static constexpr bool kScores = false;
  /// Its choices are random: they come from a stream of their own.
  static constexpr bool kDraws = false;
  /// Draws by a softmax of the values, which has make_shares(visits, values).
  static constexpr bool kHasTemperature = false;
  static constexpr bool kTiesByPrior = false;  ///< among equals the larger prior, then a random one
};

/// The parameter `reads`, which every rule has.
ParamSpec reads_spec();
/// A rule's exploration constant, in [0, 1000].
ParamSpec constant_spec(std::string key, std::string help, double fallback, std::string source);

}  // namespace rootward
