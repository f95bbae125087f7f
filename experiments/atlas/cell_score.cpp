#include "experiments/atlas/cell_score.h"

#include <algorithm>
#include <optional>

#include "core/statistics/beta.h"
#include "core/statistics/normal.h"

namespace rootward::atlas {
namespace {

CellScore by_normal_tails(const ScoreEstimate& estimate) {
  return {.estimate = estimate, .p = two_sided_p(z_against(estimate, 0.5))};
}

}  // namespace

CellScore score_of_cell(const PairCounts& pairs, const GameCounts& games, std::span<const OpeningGroup> openings) {
  if (!tell_error(pairs)) return by_normal_tails(wilson_estimate(games));
  CellScore score = by_normal_tails(pair_estimate(pairs));
  if (openings.empty()) return score;
  const std::optional<double> error = grouped_error(openings);
  if (!error) return by_normal_tails(wilson_estimate(games));
  if (*error == 0) return score;
  const auto degrees = static_cast<double>(openings.size() - 1);
  const double wider = student_two_sided_quantile(0.05, degrees) / kZ95;
  score.estimate.standard_error = std::max(score.estimate.standard_error, *error * wider);
  score.p = std::max(score.p, student_two_sided_p((score.estimate.score - 0.5) / *error, degrees));
  return score;
}

}  // namespace rootward::atlas
