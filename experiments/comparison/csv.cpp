// CSV: a row a cell.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/escape.h"
#include "core/statistics/elo.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"

namespace rootward::comparison {
namespace {

constexpr std::size_t kPlayedColumns = 16;
constexpr std::size_t kTunedColumns = 8;

std::string csv_number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

std::vector<std::string> played_cells(const CellRow& row) {
  const CellComparison& played = *row.played;
  const OurScore& ours = played.ours;
  const std::optional<double> needed = games_needed(row);
  const bool is_measured = !row.published.measure.empty();
  const Interval elo = elo_interval(ours.ci95);
  const auto of_games = [&](double value) { return is_measured ? "" : csv_number(value); };
  return {csv_number(ours.estimate.score),
          csv_number(ours.ci95.low),
          csv_number(ours.ci95.high),
          fmt::format("{}", is_measured ? ours.searches : ours.counts.games()),
          csv_number(ours.standard_error),
          of_games(elo_of_score(ours.estimate.score)),
          of_games(elo.low),
          of_games(elo.high),
          of_games(ours.detectable_elo),
          std::string(class_name(played.our_class)),
          csv_number(ours.holm_p),
          csv_number(ours.equivalence_p),
          csv_number(played.difference),
          csv_number(played.z),
          csv_number(played.holm_p),
          needed ? csv_number(*needed) : ""};
}

/// Of rows against the standard player.
std::vector<std::string> tuned_cells(const Comparison& comparison, const CellRow& row) {
  const auto found = std::ranges::find_if(comparison.tuned, [&](const TunedRow& one) {
    return one.place == row.by.place && one.method == row.by.method && row.by.opponent == comparison.published.standard;
  });
  if (found == comparison.tuned.end()) return std::vector<std::string>(kTunedColumns);
  return {csv_number(found->tuned.mean),
          csv_number(found->tuned.standard_error),
          csv_number(found->tuned.observed),
          fmt::format("{}", found->tuned.games),
          fmt::format("{}", found->tuned.points),
          csv_number(found->best_of_equals),
          csv_number(found->gap),
          csv_number(found->gap_error)};
}

}  // namespace

std::string comparison_csv(const Comparison& comparison) {
  const Published& published = comparison.published;
  std::string text = fmt::format(
      "table,{},method,opponent,published_score,published_games,published_class,verdict,score,low,high,games,"
      "standard_error,elo,elo_low,elo_high,detectable_elo,class,score_holm_p,equivalence_p,difference,z,holm_p,"
      "games_needed,tuned,tuned_standard_error,tuned_observed,tuned_games,tuned_points,best_of_equals,gap,"
      "gap_standard_error{}\n",
      published.is_of_runs() ? "run" : "board", published.is_of_runs() ? ",reading,measure,published,sure,source" : "");
  for (const CellRow& row : comparison.rows) {
    std::vector<std::string> cells = {published.tables[row.published.table].title,
                                      row.by.place,
                                      row.by.method,
                                      row.by.opponent,
                                      row.published.sign == 0 ? csv_number(row.published.value) : "",
                                      row.published.games == 0 ? "" : fmt::format("{}", row.published.games),
                                      published_class_name(row.published_class),
                                      verdict_word(comparison, row)};
    const std::vector<std::string> played = row.played ? played_cells(row) : std::vector<std::string>(kPlayedColumns);
    cells.insert(cells.end(), played.begin(), played.end());
    const std::vector<std::string> tuned = tuned_cells(comparison, row);
    cells.insert(cells.end(), tuned.begin(), tuned.end());
    if (published.is_of_runs())
      cells.insert(cells.end(), {row.label, row.published.measure, published_text(row.published),
                                 std::string(sure_name(row.published.sure)), row.published.source});
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(cells[i]);
    text += "\n";
  }
  return text;
}

}  // namespace rootward::comparison
