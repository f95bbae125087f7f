// Finds what was told of each method, and holds it against its games.
#include "experiments/comparison/tuned.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "core/errors.h"
#include "experiments/comparison/evidence.h"
#include "lab/store/folder_layout.h"

namespace rootward::comparison {
namespace {

/// What the runs of the place tell of the player; null where none does.
const TunedScore* told_of(const Comparison& comparison, const std::string& place, const std::string& player) {
  const TunedScore* told = nullptr;
  const PlayedRun* teller = nullptr;
  for (const PlayedRun& run : comparison.runs) {
    const auto found = run.tunings.find(player);
    if (found == run.tunings.end() || place_of(comparison.published, run) != place) continue;
    if (told != nullptr && *told != found->second)
      throw UsageError(
          {Problem{.file = manifest_path(run.folder),
                   .path = "tunings." + player,
                   .message = fmt::format(
                       "a mean of {} is not allowed here; allowed: what {} says of it, a mean of {}: games of "
                       "one tuning add up",
                       found->second.mean, manifest_path(teller->folder), told->mean)}});
    told = &found->second;
    teller = &run;
  }
  return told;
}

/// Pairs vary less than single games, so the points' own error counts where it is told.
double best_of_equals_of(const TunedScore& tuned) {
  const auto points = static_cast<int>(tuned.points);
  return tuned.observed_error > 0 ? expected_best_score(points, tuned.observed_error)
                                  : best_of_equals(points, tuned.games);
}

}  // namespace

std::vector<TunedRow> tuned_rows(const Comparison& comparison) {
  std::vector<TunedRow> rows;
  for (const CellRow& cell : comparison.rows) {
    if (!cell.played || cell.by.opponent != comparison.published.standard) continue;
    const TunedScore* tuned = told_of(comparison, cell.by.place, cell.by.method);
    if (tuned == nullptr) continue;
    TunedRow row{.place = cell.by.place, .method = cell.by.method, .tuned = *tuned, .fresh = cell.played->ours};
    row.best_of_equals = best_of_equals_of(*tuned);
    row.gap = tuned->mean - row.fresh.estimate.score;
    row.gap_error = std::hypot(tuned->standard_error, row.fresh.standard_error);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace rootward::comparison
