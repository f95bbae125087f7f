// A selection rule's choice with companions beside it: mixed values, bonuses, eligible children, first-play urgency.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/rng.h"
#include "search/companions.h"
#include "search/selection.h"

namespace rootward {

/// Leaves the scores of a node's first `count` children in the companions' room, by the rule's own score of (value,
/// visits). An untried child of which nothing is known comes first.
template <class Rule>
class GuidedScores {
 public:
  GuidedScores(const Rule& rule, const SelectionNode& node, Companions& companions, std::uint32_t count)
      : node_(node), companions_(companions), score_(rule.scorer(node)) {
    std::vector<double>& scores = companions.scores();
    const bool mixes = companions.mixes();
    if (mixes)
      companions.mix(node, count);
    else
      scores.resize(count);
    const std::uint32_t visited = node.block.header().visited;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i < visited)
        scores[i] = tried(i, mixes ? scores[i] : node.reads[i]);
      else if (mixes && !std::isnan(scores[i]))
        scores[i] = score_.untried(i, scores[i]) + bonus(i, scores[i], 0);
      else
        scores[i] = unknown(i, mixes);
    }
  }

 private:
  double bonus(std::uint32_t i, Value value, std::uint32_t visits) const {
    return companions_.has_bonus() ? companions_.bonus(node_, i, value, visits) : 0;
  }

  double tried(std::uint32_t i, Value value) const {
    const std::uint32_t visits = node_.counts[i];
    return score_(i, value, visits) + bonus(i, value, visits);
  }

  double unknown(std::uint32_t i, bool mixes) {
    if (companions_.sets_urgency()) {
      const Value value = companions_.urgency(node_);
      return score_.unexplored(value) + bonus(i, value, 0);
    }
    if (mixes || Rule::kUnvisitedFirst) return kUnknownScore;
    const Value value = score_.first_play();
    return score_.untried(i, value) + bonus(i, value, 0);
  }

  static constexpr double kUnknownScore = std::numeric_limits<double>::infinity();
  const SelectionNode& node_;
  Companions& companions_;
  typename Rule::Scorer score_;
};

/// The child of the greatest score. Among equals the rule's own order stands: the first visited one, or the larger
/// prior (Rule::kTiesByPrior); unvisited ones are drawn among.
template <class Rule>
std::uint32_t best_guided(const SelectionNode& node, const std::vector<double>& scores, Rng& rng) {
  const std::uint32_t visited = Rule::kTiesByPrior ? 0 : node.block.header().visited;
  const auto preference = [&](std::uint32_t i) {
    if constexpr (Rule::kTiesByPrior) return node.block.priors()[i];
    return 0.0F;
  };
  std::uint32_t best = 0;
  std::uint32_t ties = 1;
  for (std::uint32_t i = 1; i < scores.size(); ++i) {
    if (scores[i] > scores[best] || (scores[i] == scores[best] && preference(i) > preference(best))) {
      best = i;
      ties = 1;
    } else if (best >= visited && scores[i] == scores[best] && preference(i) == preference(best)) {
      ++ties;
    }
  }
  if (ties == 1) return best;
  std::uint32_t skip = rng.below(ties);
  for (std::uint32_t i = best;; ++i)
    if (scores[i] == scores[best] && preference(i) == preference(best) && skip-- == 0) return i;
}

/// What select() of a rule is to a plain search. `takes_unvisited`: unvisited children come first, unless a companion
/// says what they are worth and the rule scores. The child may be an unvisited one.
template <class Rule>
std::uint32_t guided_select(const Rule& rule, const SelectionNode& node, Companions& companions, bool takes_unvisited,
                            Rng& tree_rng, Rng& rule_rng) {
  const std::uint32_t count = companions.prepare(node);
  const std::uint32_t visited = node.block.header().visited;
  const bool knows_unvisited = Rule::kScores && (companions.mixes() || companions.sets_urgency());
  if (takes_unvisited && count > visited && !knows_unvisited)
    return visited + (count - visited == 1 ? 0 : tree_rng.below(count - visited));
  if constexpr (Rule::kScores) {
    const GuidedScores<Rule> scores(rule, node, companions, count);
    return best_guided<Rule>(node, companions.scores(), rule_rng);
  } else {
    SelectionNode mixed = node;
    if (companions.mixes() || companions.changes_draws()) {
      std::vector<double>& values = companions.scores();
      companions.mix(node, visited);
      if (companions.changes_draws()) companions.change_draws(node.block, node.visits, values);
      mixed.reads = values.data();
    }
    return rule.select(mixed, rule_rng);
  }
}

}  // namespace rootward
