// Tables for people, rounded to what the numbers are worth.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"
#include "lab/report/number_text.h"

namespace rootward::comparison {
namespace {

/// With a sign, but for what rounds to 0.
std::string signed_text(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}
/// "+1.2" percentage points.
std::string points_text(double difference) { return signed_text(100.0 * difference, 1); }
std::string rating_text(const RatedValue& rating) {
  return fmt::format("{} ± {:.0f}", signed_text(rating.elo, 0), kZ95 * rating.standard_error);
}

std::string needed_text(std::optional<double> games) {
  if (!games) return "-";
  return std::isinf(*games) ? "no number" : fmt::format("{:.0f}", *games);
}

/// What was published; what was played stands behind it, its verdict first.
std::vector<Column> published_columns(bool has_opponents) {
  std::vector<Column> columns = {{"method", false}, {"paper %", true}, {"paper shows", false}};
  if (has_opponents) columns.insert(columns.begin() + 1, Column{"opponent", false});
  return columns;
}

std::vector<std::string> published_texts(const Comparison& comparison, const CellRow& row, bool has_opponents) {
  std::vector<std::string> cells = {title_of(comparison.published, row.method), percent_text(row.published.score),
                                    published_class_name(row.published_class)};
  if (has_opponents) cells.insert(cells.begin() + 1, title_of(comparison.published, row.published.opponent));
  return cells;
}

std::vector<Column> played_columns() {
  return {{"ours %", true},      {"95 %", true},     {"games", true},        {"repeated", true},
          {"ours shows", false}, {"verdict", false}, {"games needed", true}, {"difference", true},
          {"z", true},           {"Holm p", true},   {"Elo", true},          {"detects Elo", true}};
}

std::vector<std::string> played_texts(const Comparison& comparison, const CellRow& row) {
  if (!row.played) return {"-", "-", "-", "-", "-", verdict_word(comparison, row), "-", "-", "-", "-", "-", "-"};
  const CellComparison& played = *row.played;
  const OurScore& ours = played.ours;
  return {percent_text(ours.estimate.score),
          percent_text(ours.ci95),
          fmt::format("{}", ours.counts.games()),
          fmt::format("{}", ours.duplicate_games),
          std::string(class_name(played.our_class)),
          verdict_word(comparison, row),
          needed_text(games_needed(row)),
          points_text(played.difference),
          signed_text(played.z, 1),
          p_text(played.holm_p),
          elo_text(elo_of_score(ours.estimate.score)),
          elo_text(ours.detectable_elo)};
}

/// The cells of a published table on a board; of a board without games the published part alone.
Grid cell_grid(const Comparison& comparison, std::size_t table, int board) {
  const PublishedTable& published = comparison.published.tables[table];
  const bool has_opponents = published.opponents.size() > 1;
  const bool is_played = comparison.is_played(board);
  Grid grid;
  grid.title = fmt::format("{}, {}{}", published.title, board_name(board), is_played ? "" : ": not played");
  grid.columns = published_columns(has_opponents);
  if (is_played)
    for (const Column& column : played_columns()) grid.columns.push_back(column);
  for (const CellRow& row : comparison.rows) {
    if (row.published.table != table || row.published.board != board) continue;
    grid.rows.push_back(published_texts(comparison, row, has_opponents));
    if (!is_played) continue;
    for (std::string& text : played_texts(comparison, row)) grid.rows.back().push_back(std::move(text));
  }
  return grid;
}

void add_rating(const RatingRow& row, const std::string& title, Grid& grid) {
  std::vector<std::string> cells = {title, rating_text(row.published), published_class_name(row.published_class)};
  if (row.ours) {
    cells.insert(cells.end(), {rating_text(*row.ours), signed_text(row.difference, 0), elo_text(row.ci95),
                               signed_text(row.z, 1), p_text(row.holm_p), std::string(class_name(row.our_class)),
                               std::string(agreement_name(row.agreement))});
  } else {
    for (int i = 0; i < 6; ++i) cells.emplace_back("-");
    cells.emplace_back("not rated");
  }
  grid.rows.push_back(std::move(cells));
}

Grid rating_grid(const Comparison& comparison, const BoardRatings& ratings) {
  Grid grid;
  grid.title = fmt::format("Ratings, {}: Elo against {}, ± 95 %", board_name(ratings.board),
                           title_of(comparison.published, comparison.published.standard));
  grid.columns = {
      {"method", false}, {"paper", true}, {"paper shows", false}, {"ours", true},        {"difference", true},
      {"95 %", true},    {"z", true},     {"Holm p", true},       {"ours shows", false}, {"verdict", false}};
  for (const RatingRow& row : ratings.pooled) add_rating(row, row.name + ", both sets pooled", grid);
  for (const RatingRow& row : ratings.players) add_rating(row, title_of(comparison.published, row.name), grid);
  if (comparison.is_void(ratings.board))
    for (std::vector<std::string>& row : grid.rows) row.back() = "void";
  return grid;
}

Grid again_grid(const Comparison& comparison) {
  Grid grid;
  grid.title = fmt::format("A/A: {} against itself by another name",
                           title_of(comparison.published, comparison.published.standard));
  grid.columns = {{"board", false}, {"score %", true}, {"99 %", true},
                  {"games", true},  {"p", true},       {"verdict", false}};
  for (const AgainRow& row : comparison.again)
    grid.rows.push_back({board_name(row.board), percent_text(row.ours.estimate.score), percent_text(row.ci99),
                         fmt::format("{}", row.ours.counts.games()), p_text(row.p), again_text(row)});
  return grid;
}

Grid tuned_grid(const Comparison& comparison) {
  Grid grid;
  grid.title =
      fmt::format("Tuned and fresh: scores against {}", title_of(comparison.published, comparison.published.standard));
  grid.columns = {
      {"method", false}, {"board", false},       {"tuned %", true}, {"observed %", true}, {"best of equals %", true},
      {"points", true},  {"games each", true},   {"fresh %", true}, {"games", true},      {"gap", true},
      {"z", true},       {"tuning", false, true}};
  const auto with_error = [](const std::string& value, double error) {
    return fmt::format("{} ± {:.1f}", value, 100.0 * error);
  };
  for (const TunedRow& row : comparison.tuned)
    grid.rows.push_back({title_of(comparison.published, row.method), board_name(row.board),
                         with_error(percent_text(row.tuned.mean), row.tuned.standard_error),
                         percent_text(row.tuned.observed), percent_text(row.best_of_equals),
                         fmt::format("{}", row.tuned.points), fmt::format("{}", row.tuned.games),
                         with_error(percent_text(row.fresh.estimate.score), row.fresh.standard_error),
                         fmt::format("{}", row.fresh.counts.games()), with_error(points_text(row.gap), row.gap_error),
                         row.gap_error > 0 ? signed_text(row.gap / row.gap_error, 1) : "-", row.tuned.source});
  return grid;
}

/// A number as a paper prints it: "5,000".
std::optional<double> printed_number(std::string text) {
  std::erase(text, ',');
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Of conditions that are numbers alone.
bool differs_in_number(const ConditionRow& row) {
  const std::optional<double> paper = row.paper ? printed_number(*row.paper) : std::nullopt;
  const std::optional<double> ours = printed_number(row.ours);
  return paper && ours && *paper != *ours;
}

std::string rating_sentence(const RatingRow& row) {
  if (!row.ours) return fmt::format("{}: paper {} Elo, ours not rated", row.name, rating_text(row.published));
  return fmt::format("{}: paper {}, ours {} Elo, difference {} {}: {}", row.name, rating_text(row.published),
                     rating_text(*row.ours), signed_text(row.difference, 0), elo_text(row.ci95),
                     agreement_name(row.agreement));
}

/// "A paper's cell of 1,000 games is known to 11 Elo (one standard error)"; of a paper whose cells differ, both ends.
std::string published_error_text(const Published& published) {
  const auto [fewest, most] = std::ranges::minmax(published.cells, {}, &PublishedCell::games);
  const auto elo = [](std::uint64_t games) {
    constexpr double kEloPerScore = 4 * kEloPerLogit;  // at 50 %
    return fmt::format("{:.0f}", kEloPerScore * 0.5 / std::sqrt(static_cast<double>(games)));
  };
  if (fewest.games == most.games)
    return fmt::format("A paper's cell of {} games is known to {} Elo (one standard error)", grouped(most.games),
                       elo(most.games));
  return fmt::format("A paper's cells of {} to {} games are known to {} to {} Elo (one standard error)",
                     grouped(fewest.games), grouped(most.games), elo(fewest.games), elo(most.games));
}

}  // namespace

std::vector<Grid> comparison_grids(const Comparison& comparison) {
  std::vector<Grid> grids;
  const Published& published = comparison.published;
  for (std::size_t table = 0; table < published.tables.size(); ++table)
    for (const int board : published.tables[table].boards) grids.push_back(cell_grid(comparison, table, board));
  for (const BoardRatings& ratings : comparison.ratings) grids.push_back(rating_grid(comparison, ratings));
  if (!comparison.again.empty()) grids.push_back(again_grid(comparison));
  if (!comparison.tuned.empty()) grids.push_back(tuned_grid(comparison));
  return grids;
}

std::vector<Grid> condition_grids(const Comparison& comparison) {
  std::vector<Grid> grids;
  for (const BoardConditions& conditions : comparison.conditions) {
    Grid grid;
    grid.title = fmt::format("Conditions, {}", board_name(conditions.board));
    grid.columns = {{"what", false, true}, {"the paper", false, true}, {"ours", false, true}};
    for (const ConditionRow& row : conditions.rows)
      grid.rows.push_back({row.what, row.paper.value_or("does not say"), row.ours});
    grids.push_back(std::move(grid));
  }
  return grids;
}

std::vector<Fact> comparison_facts(const Comparison& comparison) {
  std::vector<Fact> facts = {{"published", comparison.published.source}};
  for (const int board : comparison.published.boards())
    facts.push_back({"cells " + board_name(board), board_summary(comparison, board)});
  for (const BoardRatings& ratings : comparison.ratings) {
    for (const RatingRow& row : ratings.pooled)
      facts.push_back({"headline " + board_name(ratings.board),
                       comparison.is_void(ratings.board) ? row.name + ": void" : rating_sentence(row)});
    if (ratings.published_degrees == 0) continue;  // every rating has one cell of its own
    facts.push_back(
        {"model " + board_name(ratings.board),
         fmt::format(
             "published cells lie chi2 {:.1f} from their ratings ({} degrees of freedom){}", ratings.published_chi2,
             ratings.published_degrees,
             ratings.our_degrees > 0 ? fmt::format(", ours {:.1f} ({})", ratings.our_chi2, ratings.our_degrees) : "")});
  }
  for (const int board : comparison.published.boards()) {
    if (!comparison.is_played(board)) continue;
    const auto again = std::ranges::find(comparison.again, board, &AgainRow::board);
    facts.push_back({"A/A " + board_name(board),
                     again == comparison.again.end()
                         ? std::string("not played: nothing here shows that the set-up is even")
                         : fmt::format("{} in {} games: {}", percent_text(again->ours.estimate.score) + " %",
                                       again->ours.counts.games(), again_text(*again))});
  }
  for (const BoardConditions& conditions : comparison.conditions)
    for (const ConditionRow& row : conditions.rows)
      if (differs_in_number(row))
        facts.push_back({"not the paper's", fmt::format("{}: {} {}, the paper's {}", board_name(conditions.board),
                                                        row.what, row.ours, *row.paper)});
  for (const PlayedRun& run : comparison.runs)
    facts.push_back({"run", fmt::format("{} ({} of {} games, configuration {}, seed {}); {}", run.name, run.games,
                                        run.games_scheduled, run.manifest.config_hash, run.seed, run.claim)});
  for (const std::string& note : comparison.notes) facts.push_back({"note", note});
  return facts;
}

std::vector<std::string> comparison_legend(const Comparison& comparison) {
  const std::string shows =
      "paper shows, ours shows: better or worse than even by Holm over the cells of the board (5 %); equal: within 10 "
      "Elo of even (two one-sided tests at 5 %); open, not shown: neither.";
  const std::string difference =
      "difference: ours less the paper's, in percentage points; z: the same in standard errors of both; Holm p: of the "
      "difference, over the cells of the board that were played; a variant's over the same cells, with the variants in "
      "their originals' place.";
  const std::string disagree =
      "disagree: the difference is significant; or one is better and the other worse; or the paper's is better or "
      "worse and ours equal.";
  const std::string agree =
      "agree: both better, or both worse; or the paper's is not shown and ours is equal, or lies on the paper's side "
      "with |z| < 1.96. undecided: the rest.";
  const std::string detects =
      "detects: the true difference that so many games find with 80 %, Holm's first step. games needed: further ones "
      "that decide the cell with 80 %, were our score the true one; no number: none does, for the paper's own error is "
      "too large.";
  const std::string repeated =
      "repeated: games with the moves of an earlier one; where every pair repeats itself, the operator has changed no "
      "game.";
  const std::string caveat =
      published_error_text(comparison.published) +
      ", so no number of games of ours shows that two scores are the same: hence classes, and ratings over all cells.";
  std::vector<std::string> legend = {shows, difference, disagree, agree, detects, repeated, caveat};
  if (!comparison.tuned.empty())
    legend.emplace_back(
        "tuned: the posterior mean that chose the vector; observed: what its own games showed then; ± one standard "
        "error. fresh: our games here. gap: tuned less fresh in percentage points, the winner's curse where the "
        "conditions are the same. best of equals: what the best of so many points shows on average where all of them "
        "equal the opponent.");
  return legend;
}

std::string comparison_text(const Comparison& comparison) {
  std::string text = facts_text(comparison_facts(comparison));
  for (const Grid& grid : comparison_grids(comparison)) text += "\n" + grid_text(grid);
  return text;
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text = "## Published and played\n\n" + facts_markdown(comparison_facts(comparison));
  for (const Grid& grid : comparison_grids(comparison)) text += "\n" + grid_markdown(grid);
  for (const Grid& grid : condition_grids(comparison)) text += "\n" + grid_markdown(grid);
  text += "\n";
  for (const std::string& line : comparison_legend(comparison)) text += "- " + line + "\n";
  return text;
}

}  // namespace rootward::comparison
