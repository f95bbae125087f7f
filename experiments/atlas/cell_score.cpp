#include "experiments/atlas/cell_score.h"

#include <algorithm>
#include <optional>

#include "core/statistics/beta.h"
#include "core/statistics/normal.h"

namespace rootward::atlas {
namespace {

CellScore judged(const ScoreEstimate& estimate) { return {.estimate = estimate, .p = p_against(estimate, 0.5)}; }

}  // namespace

CellScore score_of_cell(const PairCounts& pairs, const GameCounts& games, std::span<const OpeningGroup> openings) {
  const ScoreEstimate of_pairs = pair_estimate(pairs);
  if (openings.empty()) return judged(of_pairs);
  const std::optional<double> error = grouped_error(openings);
  if (!error) return judged(score_estimate(games, pairs, false));
  if (*error == 0) return judged(of_pairs);
  CellScore score = judged(as_pentanomial(of_pairs));
  const auto degrees = static_cast<double>(openings.size() - 1);
  const double wider = student_two_sided_quantile(0.05, degrees) / kZ95;
  score.estimate.standard_error = std::max(score.estimate.standard_error, *error * wider);
  score.p = std::max(score.p, student_two_sided_p((score.estimate.score - 0.5) / *error, degrees));
  return score;
}

}  // namespace rootward::atlas
