// Tables for people, rounded to what the numbers are worth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/number_text.h"
#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"
#include "lab/report/number_text.h"

namespace rootward::comparison {
namespace {

/// "+1.2" percentage points.
std::string points_text(double difference) { return signed_text(100.0 * difference, 1); }
std::string rating_text(const RatedValue& rating) {
  return fmt::format("{} ± {:.0f}", signed_text(rating.elo, 0), kZ95 * rating.standard_error);
}

std::string needed_text(std::optional<double> games) {
  if (!games) return "-";
  return std::isinf(*games) ? "no number" : fmt::format("{:.0f}", *games);
}

/// "softmax-2 v average as softmax-1 v average, ..": cells and the pairings whose games they have; "" = none.
std::string repeats_text(const Comparison& comparison) {
  std::string text;
  for (const CellRow& row : comparison.rows)
    if (row.played && !row.played->ours.repeats.empty())
      text += fmt::format("{}{} v {} as {}", text.empty() ? "" : ", ", row.by.method, row.by.opponent,
                          row.played->ours.repeats);
  return text;
}

/// A row's texts, each under its column.
using RowTexts = std::vector<std::pair<Column, std::string>>;

/// Whom a row is about, and what was published.
RowTexts published_texts(const Comparison& comparison, const CellRow& row) {
  const Published& published = comparison.published;
  const PublishedCell& cell = row.published;
  RowTexts texts;
  if (published.is_of_runs()) texts.push_back({{"run", false}, row.by.place});
  texts.push_back({{"method", false}, title_of(published, row.by.method)});
  if (published.tables[cell.table].has_opponents || published.is_of_runs())
    texts.push_back({{"opponent", false}, row.by.opponent.empty() ? "-" : title_of(published, row.by.opponent)});
  if (!cell.measure.empty()) texts.push_back({{"measure", false}, cell.measure});
  texts.push_back(published.is_of_runs() ? std::pair(Column{"paper", true}, published_text(cell))
                                         : std::pair(Column{"paper %", true}, percent_text(cell.value)));
  texts.push_back({{"paper shows", false}, cell.has_even() ? published_class_name(row.published_class) : "-"});
  return texts;
}

/// Who says so, and how it is known; files about boards say it once.
RowTexts source_texts(const Comparison& comparison, const CellRow& row) {
  if (!comparison.published.is_of_runs()) return {};
  return {{{"known", false}, std::string(sure_name(row.published.sure))},
          {{"source", false, true}, row.published.source}};
}

/// What was played or measured, its verdict first behind what it shows.
RowTexts played_texts(const Comparison& comparison, const CellRow& row) {
  const CellComparison played = row.played.value_or(CellComparison{});
  const OurScore& ours = played.ours;
  const bool is_measured = !row.published.measure.empty();
  const auto known = [](double value, const std::string& text) { return std::isnan(value) ? "-" : text; };
  RowTexts texts;
  if (is_measured)
    texts = {{{"ours", true}, row.played ? our_text(row) : "-"},
             {{"95 %", true}, row.played ? our_interval_text(row) : "-"},
             {{"searches", true}, fmt::format("{}", ours.searches)}};
  else
    texts = {{{"ours %", true}, percent_text(ours.estimate.score)},
             {{"95 %", true}, percent_text(ours.ci95)},
             {{"games", true}, fmt::format("{}", ours.counts.games())},
             {{"repeated", true}, fmt::format("{}", ours.duplicate_games)},
             {{"ours shows", false}, std::string(class_name(played.our_class))}};
  texts.push_back({{"verdict", false}, verdict_word(comparison, row)});
  if (!is_measured) texts.push_back({{"games needed", true}, needed_text(games_needed(row))});
  texts.push_back({{"difference", true},
                   known(played.difference,
                         is_measured ? fmt::format("{:+.3g}", played.difference) : points_text(played.difference))});
  texts.push_back({{"z", true}, known(played.z, signed_text(played.z, 1))});
  texts.push_back({{"Holm p", true}, known(played.holm_p, p_text(played.holm_p))});
  if (!is_measured) {
    texts.push_back({{"Elo", true}, elo_text(elo_of_score(ours.estimate.score))});
    texts.push_back({{"detects Elo", true}, elo_text(ours.detectable_elo)});
  }
  if (!row.played)
    for (auto& [column, text] : texts)
      if (column.title != "verdict") text = "-";
  return texts;
}

/// Some rows of a published table, all of games or all measured; where nothing was played the published part alone.
Grid cell_grid(const Comparison& comparison, const std::string& title, const std::vector<const CellRow*>& rows,
               bool is_played) {
  Grid grid;
  grid.title = title + (is_played ? "" : ": not played");
  for (const CellRow* row : rows) {
    RowTexts texts = published_texts(comparison, *row);
    for (const RowTexts& more :
         {is_played ? played_texts(comparison, *row) : RowTexts{}, source_texts(comparison, *row)})
      texts.insert(texts.end(), more.begin(), more.end());
    grid.columns.clear();
    grid.rows.emplace_back();
    for (auto& [column, text] : texts) {
      grid.columns.push_back(column);
      grid.rows.back().push_back(std::move(text));
    }
  }
  return grid;
}

/// Those of a published table: one a board, or one of all runs' games and one of what was measured.
void add_table_grids(const Comparison& comparison, std::size_t table, std::vector<Grid>& grids) {
  const Published& published = comparison.published;
  const auto add = [&](const std::string& title, const std::string& place, bool is_measured) {
    std::vector<const CellRow*> rows;
    bool is_played = !published.is_of_runs() && comparison.is_played(place);
    for (const CellRow& row : comparison.rows) {
      if (row.published.table != table || row.published.measure.empty() == is_measured) continue;
      if (!published.is_of_runs() && row.published.by.place != place) continue;
      rows.push_back(&row);
      is_played = is_played || row.played;
    }
    if (!rows.empty()) grids.push_back(cell_grid(comparison, title, rows, is_played));
  };
  const std::string& title = published.tables[table].title;
  if (published.is_of_runs()) {
    for (const bool is_measured : {false, true}) add(title, "", is_measured);
  } else {
    for (const std::string& place : published.tables[table].places)
      add(title + ", " + place_name(published, place), place, false);
  }
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

Grid rating_grid(const Comparison& comparison, const PlaceRatings& ratings) {
  Grid grid;
  grid.title = fmt::format("Ratings, {}: Elo against {}, ± 95 %", place_name(comparison.published, ratings.place),
                           title_of(comparison.published, comparison.published.standard));
  grid.columns = {
      {"method", false}, {"paper", true}, {"paper shows", false}, {"ours", true},        {"difference", true},
      {"95 %", true},    {"z", true},     {"Holm p", true},       {"ours shows", false}, {"verdict", false}};
  for (const RatingRow& row : ratings.pooled) add_rating(row, row.name + ", both sets pooled", grid);
  for (const RatingRow& row : ratings.players) add_rating(row, title_of(comparison.published, row.name), grid);
  if (comparison.is_void(ratings.place))
    for (std::vector<std::string>& row : grid.rows) row.back() = "void";
  return grid;
}

Grid again_grid(const Comparison& comparison) {
  Grid grid;
  grid.title = fmt::format("A/A: {} against itself by another name",
                           title_of(comparison.published, comparison.published.standard));
  grid.columns = {{comparison.published.is_of_runs() ? "run" : "board", false},
                  {"score %", true},
                  {"99 %", true},
                  {"games", true},
                  {"p", true},
                  {"verdict", false}};
  for (const AgainRow& row : comparison.again)
    grid.rows.push_back({place_name(comparison.published, row.place), percent_text(row.ours.estimate.score),
                         percent_text(row.ci99), fmt::format("{}", row.ours.counts.games()), p_text(row.p),
                         again_text(row)});
  return grid;
}

Grid tuned_grid(const Comparison& comparison) {
  Grid grid;
  grid.title =
      fmt::format("Tuned and fresh: scores against {}", title_of(comparison.published, comparison.published.standard));
  grid.columns = {{"method", false},
                  {comparison.published.is_of_runs() ? "run" : "board", false},
                  {"tuned %", true},
                  {"observed %", true},
                  {"best of equals %", true},
                  {"points", true},
                  {"games each", true},
                  {"fresh %", true},
                  {"games", true},
                  {"gap", true},
                  {"z", true},
                  {"tuning", false, true}};
  const auto with_error = [](const std::string& value, double error) {
    return fmt::format("{} ± {:.1f}", value, 100.0 * error);
  };
  for (const TunedRow& row : comparison.tuned)
    grid.rows.push_back({title_of(comparison.published, row.method), place_name(comparison.published, row.place),
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
  return parse_number<double>(text);
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

/// "A paper's cell of 1,000 games is known to 11 Elo (one standard error), ..": of a paper whose cells differ, both
/// ends; "" of one that does not say all of them.
std::string published_error_text(const Published& published) {
  const auto [fewest, most] = std::ranges::minmax(published.cells, {}, &PublishedCell::games);
  if (fewest.games == 0) return "";
  const auto elo = [](std::uint64_t games) {
    constexpr double kEloPerScore = 4 * kEloPerLogit;  // at 50 %
    return fmt::format("{:.0f}", kEloPerScore * 0.5 / std::sqrt(static_cast<double>(games)));
  };
  const std::string known =
      fewest.games == most.games
          ? fmt::format("A paper's cell of {} games is known to {} Elo", grouped(most.games), elo(most.games))
          : fmt::format("A paper's cells of {} to {} games are known to {} to {} Elo", grouped(fewest.games),
                        grouped(most.games), elo(fewest.games), elo(most.games));
  return known +
         " (one standard error), so no number of games of ours shows that two scores are the same: hence classes, and "
         "ratings over all cells.";
}

/// Whether one of the place's cells is against the standard player, whose equal then tells whether it is even.
bool has_standard(const Published& published, const std::string& place) {
  return !published.again.empty() && std::ranges::any_of(published.cells, [&](const PublishedCell& cell) {
    return cell.by.place == place && cell.by.opponent == published.standard;
  });
}

/// What stands for the numbers that games of boards do not have.
std::vector<std::string> legend_of_runs(const Published& published) {
  std::vector<std::string> legend;
  const auto has = [&](auto holds) { return std::ranges::any_of(published.cells, holds); };
  if (has([](const PublishedCell& cell) { return cell.sign != 0; }))
    legend.emplace_back(
        "paper: the number with its 95 %; + and - where it is its sign alone. sign holds: ours is better or worse "
        "alike.");
  if (has([](const PublishedCell& cell) { return cell.is_of_unsplit; }))
    legend.emplace_back("Where the paper's score is of pairs that one side won, so is ours, and the games are theirs.");
  if (has([](const PublishedCell& cell) { return !cell.measure.empty(); }))
    legend.emplace_back(
        "Measured values, shares in percent, are one player's, or its less its opponent's. They agree where ours is "
        "within the margin that the cell says (two one-sided tests at 5 %).");
  if (has([](const PublishedCell& cell) { return cell.quantity == Quantity::threshold; }))
    legend.emplace_back(
        "A threshold lies between two numbers of ours, whose values are on either side of the level by their 95 % "
        "intervals; it agrees where the published one lies there, or within its margin of that.");
  return legend;
}

}  // namespace

std::vector<Grid> comparison_grids(const Comparison& comparison) {
  std::vector<Grid> grids;
  const Published& published = comparison.published;
  for (std::size_t table = 0; table < published.tables.size(); ++table) add_table_grids(comparison, table, grids);
  for (const PlaceRatings& ratings : comparison.ratings)
    if (!ratings.players.empty()) grids.push_back(rating_grid(comparison, ratings));
  if (!comparison.again.empty()) grids.push_back(again_grid(comparison));
  if (!comparison.tuned.empty()) grids.push_back(tuned_grid(comparison));
  return grids;
}

std::vector<Grid> condition_grids(const Comparison& comparison) {
  std::vector<Grid> grids;
  for (const PlaceConditions& conditions : comparison.conditions) {
    Grid grid;
    grid.title = fmt::format("Conditions, {}", place_name(comparison.published, conditions.place));
    grid.columns = {{"what", false, true}, {"the paper", false, true}, {"ours", false, true}};
    for (const ConditionRow& row : conditions.rows)
      grid.rows.push_back({row.what, row.paper.value_or("does not say"), row.ours});
    grids.push_back(std::move(grid));
  }
  return grids;
}

std::vector<Fact> comparison_facts(const Comparison& comparison) {
  std::vector<Fact> facts = {{"published", comparison.published.source}};
  for (const std::string& place : comparison.published.places())
    facts.push_back({"cells " + place_name(comparison.published, place), place_summary(comparison, place)});
  for (const PlaceRatings& ratings : comparison.ratings) {
    for (const RatingRow& row : ratings.pooled)
      facts.push_back({"headline " + place_name(comparison.published, ratings.place),
                       comparison.is_void(ratings.place) ? row.name + ": void" : rating_sentence(row)});
    if (ratings.published_degrees == 0) continue;  // every rating has one cell of its own
    facts.push_back(
        {"model " + place_name(comparison.published, ratings.place),
         fmt::format(
             "published cells lie chi2 {:.1f} from their ratings ({} degrees of freedom){}", ratings.published_chi2,
             ratings.published_degrees,
             ratings.our_degrees > 0 ? fmt::format(", ours {:.1f} ({})", ratings.our_chi2, ratings.our_degrees) : "")});
  }
  for (const std::string& place : comparison.published.places()) {
    if (!comparison.is_played(place) || !has_standard(comparison.published, place)) continue;
    const auto again = std::ranges::find(comparison.again, place, &AgainRow::place);
    if (again == comparison.again.end() && comparison.published.is_of_runs()) continue;
    facts.push_back({"A/A " + place_name(comparison.published, place),
                     again == comparison.again.end()
                         ? std::string("not played: nothing here shows that the set-up is even")
                         : fmt::format("{} in {} games: {}", percent_text(again->ours.estimate.score) + " %",
                                       again->ours.counts.games(), again_text(*again))});
  }
  for (const PlaceConditions& conditions : comparison.conditions)
    for (const ConditionRow& row : conditions.rows)
      if (differs_in_number(row))
        facts.push_back({"not the paper's",
                         fmt::format("{}: {} {}, the paper's {}", place_name(comparison.published, conditions.place),
                                     row.what, row.ours, *row.paper)});
  for (const PlayedRun& run : comparison.runs)
    facts.push_back(
        {"run", fmt::format("{} ({} of {} {}, configuration {}, seed {}); {}", run.name, run.games, run.games_scheduled,
                            run.measured ? "searches" : "games", run.manifest.config_hash, run.seed, run.claim)});
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
  std::vector<std::string> legend = {shows, difference, disagree, agree, detects, repeated};
  if (const std::string cells = repeats_text(comparison); !cells.empty())
    legend.push_back(
        "repeats: more than 90 % of the games are another pairing's, move by move; the cell has no verdict of its own, "
        "and Holm's correction leaves it out: " +
        cells + ".");
  if (std::string caveat = published_error_text(comparison.published); !caveat.empty())
    legend.push_back(std::move(caveat));
  for (std::string& line : legend_of_runs(comparison.published)) legend.push_back(std::move(line));
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
