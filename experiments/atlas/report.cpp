// Grids, Markdown, CSV and the files of an atlas.
#include "experiments/atlas/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/escape.h"
#include "core/file_io.h"
#include "core/statistics/normal.h"
#include "experiments/atlas/hypotheses.h"
#include "experiments/atlas/recommendations.h"
#include "experiments/atlas/table_axes.h"
#include "lab/report/plot/figure.h"

namespace rootward::atlas {
namespace {

double half_width(const CellResult& cell) {
  const Interval& interval = cell.statistics.elo_ci95;
  return std::isfinite(interval.low) && std::isfinite(interval.high) ? 0.5 * (interval.high - interval.low)
                                                                     : std::numeric_limits<double>::infinity();
}

const char* off_time_mark(const CellResult& cell) { return cell.is_off_time() ? "~" : ""; }

std::string elo_text(const CellResult* cell) {
  if (cell == nullptr) return "";
  const double half = half_width(*cell);
  const std::string error = std::isfinite(half) ? fmt::format("{:.0f}", half) : "?";
  return fmt::format("{:+.0f} +- {}{}{}{}", cell->elo, error, cell->is_decided() ? "*" : "",
                     cell->is_extended ? "'" : "", off_time_mark(*cell));
}

/// Of the tables, beside elo_legend().
constexpr const char* kMarksLegend =
    "*: decided. ': undecided at first, so more was played; such an interval is a little too narrow.\n"
    "?: an end of the interval is infinite.\n";

constexpr const char* kEqualTime = "equal-time";

std::string sides_text(const CellResult* cell) {
  if (cell == nullptr || cell->entrants.simulations == 0) return "";
  const std::optional<double> ratio = cell->time_ratio();
  return fmt::format("{} to {}{}{}", cell->entrants.simulations, cell->control.simulations,
                     ratio ? fmt::format(" ({:.2f})", *ratio) : "", off_time_mark(*cell));
}

std::string budget_title(const std::string& budget) {
  return budget == kEqualTime ? "At equal CPU time" : budget + " simulations a move";
}

/// text_of(operator, domain) on the axes of what is told.
template <class TextOf>
Grid operators_grid(const AtlasResults& results, const std::string& title, TextOf text_of) {
  const TableAxes axes = table_axes(
      results, [&](const std::string& op, const std::string& domain) { return !text_of(op, domain).empty(); });
  Grid grid{.title = title, .columns = {{axes.has_domain_rows ? "domain" : "operator", false}}, .rows = {}};
  for (const std::string& name : axes.columns) grid.columns.push_back({name, true});
  for (std::size_t row = 0; row < axes.rows.size(); ++row) {
    grid.rows.push_back({axes.rows[row]});
    for (std::size_t column = 0; column < axes.columns.size(); ++column)
      grid.rows.back().push_back(text_of(axes.op(row, column), axes.domain(row, column)));
  }
  return grid;
}

/// Of a score of so many games, as if all were won or lost.
double variance_of_score(const CellResult& cell) {
  return *cell.pool_score * (1 - *cell.pool_score) / static_cast<double>(cell.pool_games);
}

/// A/A meets the pool with as many simulations as the pool has, at equal CPU time, too.
std::string pool_text(const AtlasResults& results, const CellResult* cell) {
  if (cell == nullptr || !cell->pool_score) return "";
  std::string score = fmt::format("{:.1f}", 100 * *cell->pool_score);
  const CellResult* average =
      cell_at(results, results.operators.front(), cell->domain, std::to_string(cell->simulations));
  if (cell->is_control || average == nullptr || !average->pool_score) return score;
  const double more = 100 * (*cell->pool_score - *average->pool_score);
  if (cell->pool_games == 0 || average->pool_games == 0) return fmt::format("{} ({:+.1f})", score, more);
  const double half = 100 * kZ95 * std::sqrt(variance_of_score(*cell) + variance_of_score(*average));
  return fmt::format("{} ({:+.1f} +- {:.1f})", score, more, half);
}

void add_score(Grid& grid, const std::string& what, const std::vector<ForetoldRow>& rows) {
  for (const Predictor predictor : kAllPredictors) {
    const PredictorScore score = score_of(rows, predictor);
    grid.rows.push_back({what, std::string(predictor_name(predictor)), fmt::format("{}", rows.size()),
                         fmt::format("{}", score.orders), score.rho ? fmt::format("{:.2f}", *score.rho) : "-",
                         rows.empty() ? "-" : fmt::format("{:.1f}", score.error)});
  }
}

void add_legend(std::string& text, const std::vector<std::string>& legend) {
  text += fmt::format("\n{}\n", fmt::join(legend, "\n"));
}

/// With what is said below it; nothing without rows.
void add_table(std::string& text, const Grid& grid, const std::vector<std::string>& legend) {
  if (grid.rows.empty()) return;
  text += "\n" + grid_markdown(grid);
  if (!legend.empty()) add_legend(text, legend);
}

std::string head_text(const AtlasResults& results) {
  std::string text = fmt::format("# {}\n\n", results.name);
  if (!results.question.empty()) text += fmt::format("Question: {}\n\n", results.question);
  if (!results.hypothesis.empty()) text += fmt::format("Hypothesis: {}\n\n", results.hypothesis);
  std::uint64_t games = 0;
  for (const CellResult& cell : results.cells) games += 2 * cell.pairs;
  return text +
         fmt::format("{} of {} cells, {} games of finals.\n", results.cells.size(), results.planned_cells, games);
}

}  // namespace

std::vector<std::string> elo_legend() {
  return {
      "Elo against the tuned average, +- half of the 95 % interval, from colour-swapped pairs over all tunings of the",
      "operator. Those of average are A/A: its second tuning against its first, what tuning noise alone is worth.",
      "All operators of a domain meet the same first tuning of average: its tuning error is common to all of them, and",
      "in no interval. Decided: p < 0.05, where p is multiplied by the number of looks that the cell could have had",
      "and corrected by Holm over all cells but A/A."};
}

std::vector<Grid> elo_grids(const AtlasResults& results) {
  std::vector<Grid> grids;
  for (const std::string& budget : results.budgets) {
    Grid grid = operators_grid(results, budget_title(budget), [&](const std::string& op, const std::string& domain) {
      return elo_text(cell_at(results, op, domain, budget));
    });
    if (!grid.rows.empty()) grids.push_back(std::move(grid));
  }
  return grids;
}

Grid pool_grid(const AtlasResults& results, const std::string& budget) {
  return operators_grid(results, "Against the pool that no tuning has met: " + budget_title(budget),
                        [&](const std::string& op, const std::string& domain) {
                          return pool_text(results, cell_at(results, op, domain, budget));
                        });
}

std::vector<std::string> pool_legend() {
  return {
      "Score in percent against two untuned players, the average and coulom. In brackets by how much it is above that",
      "of the average's second tuning, +- half of the 95 % interval as if games were independent and without draws."};
}

Grid equal_time_grid(const AtlasResults& results) {
  return operators_grid(results, "Simulations a move at equal CPU time",
                        [&](const std::string& op, const std::string& domain) {
                          return sides_text(cell_at(results, op, domain, kEqualTime));
                        });
}

std::vector<std::string> equal_time_legend() {
  return {
      "The operator's simulations and the control's. In brackets the CPU time of the operator's moves in these games",
      "in that of the control's, which is meant to be 1. ~, here and beside Elo: less than 0.95 or more than 1.05."};
}

Grid hypotheses_grid(const AtlasResults& results) {
  Grid grid{.title = "Hypotheses",
            .columns = {{"no.", false},
                        {"hypothesis", false, true},
                        {"statistic", false, true},
                        {"p", true},
                        {"holds", false}},
            .rows = {}};
  for (const JudgedHypothesis& one : judge_hypotheses(results))
    grid.rows.push_back({one.number, one.text, one.statistic, one.p ? fmt::format("{:.2g}", *one.p) : "",
                         std::string(verdict_word(one.verdict))});
  return grid;
}

std::vector<std::string> hypotheses_legend() {
  return {
      ("docs/atlas-preregistration.md fixed each with its statistic before the first final. p: of 1 after Holm's "
       "correction"),
      ("over A/A, of 3b, 4a and 4b over these three. While cells are missing or unfinished 1, 2 and 3a can fail, and "
       "all"),
      ("else is undecided. Rhos and errors: the model's, then the mean's over other games, then those of \"everything "
       "is 0\"."),
      ("Better by: 95 % intervals of a bootstrap over games, over the first rival, then over the other; of fewer than "
       "six"),
      "games the ends of single ones. They decide nothing: the verdicts of 5, the claim and the goal were fixed as",
      "comparisons of the numbers alone."};
}

Grid players_grid(const AtlasResults& results) {
  Grid grid{
      .title = "Tuned players",
      .columns = {{"domain", false}, {"budget", true}, {"operator", false}, {"Elo", true}, {"player", false, true}},
      .rows = {}};
  for (const CellResult& cell : results.cells) {
    if (cell.is_control && !cell.control_player.empty())
      grid.rows.push_back({cell.domain, cell.budget, cell.op, "(control)", cell.control_player});
    for (std::size_t i = 0; i < cell.players.size(); ++i)
      grid.rows.push_back(
          {cell.domain, cell.budget, cell.op, fmt::format("{:+.0f}", cell.tuning_elos[i]), cell.players[i]});
  }
  return grid;
}

Grid model_grid(const AtlasResults& results) {
  Grid grid{
      .title = "What foretells",
      .columns =
          {{"games", false}, {"by", false}, {"cells", true}, {"orders", true}, {"rho", true}, {"error, Elo", true}},
      .rows = {}};
  const std::vector<ModelRow> open = model_rows(results, false);
  add_score(grid, "each left out in turn", foretell_each_game(open));
  const std::vector<ModelRow> held_out = model_rows(results, true);
  if (!held_out.empty()) add_score(grid, "held out", foretell(open, held_out));
  return grid;
}

std::string atlas_markdown(const AtlasResults& results) {
  std::string text = head_text(results);
  add_table(text, recommendations_grid(results), recommendations_legend());
  for (const Grid& grid : elo_grids(results)) text += "\n" + grid_markdown(grid);
  add_legend(text, elo_legend());
  text += kMarksLegend;
  add_table(text, equal_time_grid(results), equal_time_legend());
  bool has_pool = false;
  for (const std::string& budget : results.budgets) {
    const Grid grid = pool_grid(results, budget);
    has_pool = has_pool || !grid.rows.empty();
    add_table(text, grid, {});
  }
  if (has_pool) add_legend(text, pool_legend());
  add_table(text, hypotheses_grid(results), hypotheses_legend());
  add_table(text, constants_grid(results), constants_legend());
  add_table(text, estimates::feature_grid(results.features), estimates::feature_legend());
  if (!model_rows(results, false).empty())
    text += "\n" + grid_markdown(model_grid(results)) +
            "\nrho: Spearman's between predicted and measured order of the operators, mean over domains and budgets.\n"
            "error: root mean square. docs/atlas-preregistration.md tells the model and its rivals.\n";
  return text;
}

std::string atlas_csv(const AtlasResults& results) {
  std::string text =
      "operator,family,domain,budget,simulations,control,held_out,games,score,standard_error,elo,low,high,p,holm_p,"
      "pool_score,cost,extended,looks,own_simulations\n";
  for (const CellResult& cell : results.cells)
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(cell.op), cell.family,
        csv_cell(cell.domain), cell.budget, cell.simulations, cell.is_control, cell.is_held_out, 2 * cell.pairs,
        cell.statistics.score, cell.statistics.standard_error, cell.elo, cell.statistics.elo_ci95.low,
        cell.statistics.elo_ci95.high, cell.p, cell.holm_p, cell.pool_score ? fmt::format("{}", *cell.pool_score) : "",
        cell.cost > 0 ? fmt::format("{}", cell.cost) : "", cell.is_extended, cell.looks, cell.entrants.simulations);
  return text;
}

std::string write_atlas_files(const AtlasResults& results, const std::string& folder) {
  std::string markdown = atlas_markdown(results);
  write_file_atomically(folder + "/atlas.md", markdown);
  write_file_atomically(folder + "/players.md", grid_markdown(players_grid(results)));
  write_file_atomically(folder + "/atlas.csv", atlas_csv(results));
  write_file_atomically(folder + "/atlas.json", atlas_json(results));
  write_file_atomically(folder + "/page.html", atlas_page(results));
  make_folders(folder + "/plots");
  for (const std::string& budget : results.budgets)
    write_file_atomically(fmt::format("{}/plots/heat-{}.svg", folder, budget), heat_map_svg(results, budget));
  const auto write_figure = [&](const char* name, const plot::Figure& figure) {
    if (figure.panels.empty()) return;
    write_file_atomically(fmt::format("{}/plots/{}.svg", folder, name), plot::figure_svg(figure));
    write_file_atomically(fmt::format("{}/plots/{}.csv", folder, name), plot::figure_csv(figure));
  };
  write_figure("scaling", scaling_figure(results));
  write_figure("predicted", predicted_figure(results));
  return markdown;
}

}  // namespace rootward::atlas
