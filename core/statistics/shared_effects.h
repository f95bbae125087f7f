// Estimates that share the luck of pairs of games, their sums, and effects judged together.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/binomial.h"

namespace rootward {

/// A number in Elo that is known but for its error. Pairs of games of one number begin with one opening and may see it
/// alike, so estimates of one tournament share what such a pair adds to each.
struct SharedEstimate {
  double elo = 0;
  double own_variance = 0;               ///< Elo^2, beside what the pairs add
  std::map<std::uint32_t, double> luck;  ///< what the pair of each number adds, Elo
  double pair = 0;                       ///< what one pair won in place of an even one adds, Elo

  [[nodiscard]] double error() const;  ///< standard
};

/// Of a score in [0, 1] with its 95 % interval, and the mean scores of its complete pairs by their numbers. A score of
/// 0 or 1 counts as half a game from it. The pair of number k adds g (m_k - s) / N: m_k is its mean score, s the mean
/// of all N, g Elo's slope. Worked: 75 % with a standard error of .02795 is 190.85 Elo, 25.9 its error.
SharedEstimate shared_estimate(double score, const Interval& ci95, std::uint64_t games,
                               std::span<const std::pair<std::uint32_t, double>> pair_means);

using WeightedEstimate = std::pair<double, const SharedEstimate*>;
/// The weighted sum, each estimate at most once. What two share with one sign adds up, with opposite signs it cancels.
/// Where that leaves fewer than ten pairs, (sum luck^2)^2 / sum luck^4, their spread says too little: then one pair won
/// and one lost count as well.
SharedEstimate weighted_sum(std::span<const WeightedEstimate> parts);
/// The mean of some, at least one, less the mean of others, which may be none.
SharedEstimate mean_difference(std::span<const SharedEstimate* const> some,
                               std::span<const SharedEstimate* const> others = {});

struct JudgedEffect {
  std::string name;
  double elo = 0;
  double error = 0;   ///< standard, > 0
  double p = 1;       ///< of no effect: two-sided, normal
  double holm_p = 1;  ///< corrected by Holm over all that are judged together
};
std::vector<JudgedEffect> judge_effects(const std::vector<std::pair<std::string, SharedEstimate>>& effects);
/// Holm's correction over all of these, whatever they were corrected over before.
void correct_together(std::vector<JudgedEffect>& effects);

/// All main effects and interactions of a full factorial of switches with two positions: 2^n estimates, the first with
/// every switch in its first position, the last switch changing fastest. An effect is the mean over the variants where
/// the product of the signs is +1 less that where it is -1: with as many effects as variants the weighted least squares
/// solution, whatever the weights. Main effects come first, then interactions of two, in the order of `switches`.
std::vector<JudgedEffect> factorial_effects(const std::vector<std::string>& switches,
                                            std::span<const SharedEstimate> variants);
/// What each switch alone adds to the first variant, from its second position to its first.
std::vector<JudgedEffect> switch_effects(const std::vector<std::string>& switches,
                                         std::span<const SharedEstimate> variants);

}  // namespace rootward
