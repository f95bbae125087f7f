// The tables of a grid, its CSV, and its files.
#include "experiments/study/grid_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/escape.h"
#include "core/file_io.h"
#include "core/statistics/normal.h"
#include "experiments/study/recommendations.h"

namespace rootward::study {
namespace {

double half_width(const GridCell& cell) {
  const Interval& interval = cell.effect.statistics.elo_ci95;
  return std::isfinite(interval.low) && std::isfinite(interval.high) ? 0.5 * (interval.high - interval.low)
                                                                     : std::numeric_limits<double>::infinity();
}

const char* off_time_mark(const GridCell& cell) { return cell.is_off_time() ? "~" : ""; }

std::string elo_text(const GridCell* cell) {
  if (cell == nullptr) return "";
  const double half = half_width(*cell);
  const std::string error = std::isfinite(half) ? fmt::format("{:.0f}", half) : "?";
  return fmt::format("{:+.0f} +- {}{}{}{}", cell->effect.elo, error, cell->is_decided() ? "*" : "",
                     cell->is_extended ? "'" : "", off_time_mark(*cell));
}

/// Of the tables, beside elo_legend().
constexpr const char* kMarksLegend =
    "*: decided. ': undecided at first, so more was played; such an interval is a little too narrow.\n"
    "?: an end of the interval is infinite.\n";

std::string sides_text(const GridCell* cell) {
  if (cell == nullptr || cell->effect.entrants.simulations == 0) return "";
  const std::optional<double> ratio = cell->time_ratio();
  return fmt::format("{} to {}{}{}", cell->effect.entrants.simulations, cell->effect.control.simulations,
                     ratio ? fmt::format(" ({:.2f})", *ratio) : "", off_time_mark(*cell));
}

std::string budget_title(const std::string& budget) {
  return budget == kEqualTime ? "At equal CPU time" : budget + " simulations a move";
}

/// text_of(operator, domain) on the axes of what is told.
template <class TextOf>
Grid operators_grid(const GridResults& results, const std::string& title, TextOf text_of) {
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
double variance_of_score(const GridCell& cell) {
  return *cell.pool_score * (1 - *cell.pool_score) / static_cast<double>(cell.pool_games);
}

/// A/A meets the pool with as many simulations as the pool has, at equal CPU time, too.
std::string pool_text(const GridResults& results, const GridCell* cell) {
  if (cell == nullptr || !cell->pool_score) return "";
  std::string score = fmt::format("{:.1f}", 100 * *cell->pool_score);
  const GridCell* average =
      cell_at(results, results.operators.front(), cell->domain, std::to_string(cell->simulations));
  if (cell->is_control || average == nullptr || !average->pool_score) return score;
  const double more = 100 * (*cell->pool_score - *average->pool_score);
  if (cell->pool_games == 0 || average->pool_games == 0) return fmt::format("{} ({:+.1f})", score, more);
  const double half = 100 * kZ95 * std::sqrt(variance_of_score(*cell) + variance_of_score(*average));
  return fmt::format("{} ({:+.1f} +- {:.1f})", score, more, half);
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

std::string head_text(const GridResults& results) {
  std::string text = fmt::format("# {}\n\n", results.name);
  if (!results.question.empty()) text += fmt::format("Question: {}\n\n", results.question);
  if (!results.hypothesis.empty()) text += fmt::format("Hypothesis: {}\n\n", results.hypothesis);
  std::uint64_t games = 0;
  for (const GridCell& cell : results.cells) games += 2 * cell.effect.pairs;
  return text +
         fmt::format("{} of {} cells, {} games of finals.\n", results.cells.size(), results.planned_cells, games);
}

}  // namespace

TableAxes table_axes(const GridResults& results,
                     const std::function<bool(const std::string& op, const std::string& domain)>& is_told) {
  TableAxes axes;
  for (const std::string& op : results.operators)
    if (std::ranges::any_of(results.domains, [&](const std::string& domain) { return is_told(op, domain); }))
      axes.rows.push_back(op);
  for (const std::string& domain : results.domains)
    if (std::ranges::any_of(axes.rows, [&](const std::string& op) { return is_told(op, domain); }))
      axes.columns.push_back(domain);
  axes.has_domain_rows = axes.columns.size() > axes.rows.size();
  if (axes.has_domain_rows) std::swap(axes.rows, axes.columns);
  return axes;
}

std::vector<std::string> elo_legend(std::size_t controls) {
  const std::string met = controls <= 1 ? "All operators of a domain meet the same first tuning of average: its tuning "
                                          "error is common to all of them, and"
                                        : fmt::format(
                                              "All operators of a domain meet the same {} tunings of average: their "
                                              "tuning error is common to all, and",
                                              controls);
  return {
      "Elo against the tuned average, +- half of the 95 % interval, from colour-swapped pairs over all tunings of the",
      fmt::format("operator. Those of average are A/A: its {} against its first, what tuning noise alone is worth.",
                  controls <= 1 ? "second tuning" : "other tunings"),
      met,
      "in no interval. Decided: p < 0.05, where p is multiplied by the number of looks that the cell could have had",
      "and corrected by Holm over all cells but A/A."};
}

/// Each tuning by itself, in a grid of one domain; nothing where all meet one tuning of the control.
Grid tunings_grid(const GridResults& results) {
  Grid grid{.title = "Each tuning by itself",
            .columns = {{"operator", false}, {"budget", true}, {"Elo", true}, {"constants", false, true}},
            .rows = {}};
  if (results.domains.size() != 1 || most_controls(results) <= 1) return grid;
  const auto add = [&](const GridCell& cell, const std::vector<EffectPlayer>& players) {
    for (const EffectPlayer& player : players)
      grid.rows.push_back({cell.op, cell.budget, fmt::format("{:+.0f}", player.elo), constants_text({player.tuned})});
  };
  for (const GridCell& cell : results.cells) {
    std::vector<const GridCell*> beside;
    for (const GridCell& other : results.cells)
      if (cell.is_control && other.budget == cell.budget) beside.push_back(&other);
    add(cell, cell.is_control ? control_players(beside) : cell.effect.entrants.players);
  }
  return grid;
}

std::vector<std::string> tunings_legend() {
  return {
      "Elo of one tuning against all that its operator meets. Of the average: its other tunings against its first."};
}

std::vector<Grid> elo_grids(const GridResults& results) {
  std::vector<Grid> grids;
  for (const std::string& budget : results.budgets) {
    Grid grid = operators_grid(results, budget_title(budget), [&](const std::string& op, const std::string& domain) {
      return elo_text(cell_at(results, op, domain, budget));
    });
    if (!grid.rows.empty()) grids.push_back(std::move(grid));
  }
  return grids;
}

Grid pool_grid(const GridResults& results, const std::string& budget) {
  return operators_grid(results, "Against the pool that no tuning has met: " + budget_title(budget),
                        [&](const std::string& op, const std::string& domain) {
                          return pool_text(results, cell_at(results, op, domain, budget));
                        });
}

std::vector<std::string> pool_legend() {
  return {
      "Score in percent against players that no tuning has met. In brackets by how much it is above that",
      "of the average's second tuning, +- half of the 95 % interval as if games were independent and without draws."};
}

Grid equal_time_grid(const GridResults& results) {
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

std::string grid_tables_markdown(const GridResults& results) {
  std::string text = head_text(results);
  add_table(text, recommendations_grid(results), recommendations_legend(results));
  if (const std::string players = players_to_paste(results); !players.empty())
    text += "\n```yaml\n" + players + "```\n";
  for (const Grid& grid : elo_grids(results)) text += "\n" + grid_markdown(grid);
  add_legend(text, elo_legend(most_controls(results)));
  text += kMarksLegend;
  add_table(text, equal_time_grid(results), equal_time_legend());
  bool has_pool = false;
  for (const std::string& budget : results.budgets) {
    const Grid grid = pool_grid(results, budget);
    has_pool = has_pool || !grid.rows.empty();
    add_table(text, grid, {});
  }
  if (has_pool) add_legend(text, pool_legend());
  add_table(text, tunings_grid(results), tunings_legend());
  add_table(text, constants_grid(results), constants_legend());
  add_table(text, estimates::feature_grid(results.features), estimates::feature_legend());
  return text;
}

std::string grid_csv(const GridResults& results) {
  std::string text =
      "operator,family,domain,budget,simulations,control,held_out,games,score,standard_error,elo,low,high,p,holm_p,"
      "pool_score,cost,extended,looks,own_simulations,game,evaluator,openings,planned_games,player";
  for (const estimates::Feature feature : estimates::kFeatures) text += fmt::format(",{}", facts_of(feature).key);
  text += "\n";
  for (const GridCell& cell : results.cells) {
    const Effect& effect = cell.effect;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", csv_cell(cell.op),
                        cell.family, csv_cell(cell.domain), cell.budget, cell.simulations, cell.is_control,
                        cell.is_held_out, 2 * effect.pairs, effect.statistics.score, effect.statistics.standard_error,
                        effect.elo, effect.statistics.elo_ci95.low, effect.statistics.elo_ci95.high, effect.p,
                        cell.holm_p, cell.pool_score ? fmt::format("{}", *cell.pool_score) : "",
                        effect.cost > 0 ? fmt::format("{}", effect.cost) : "", cell.is_extended, cell.looks,
                        effect.entrants.simulations, csv_cell(cell.game()), csv_cell(cell.evaluator()), effect.openings,
                        effect.planned_games.empty() ? 0 : *effect.planned_games.rbegin(), csv_cell(best_player(cell)));
    const estimates::FeatureRow* features =
        features_of(results.features, cell.game(), cell.evaluator(), cell.simulations);
    for (const estimates::Feature feature : estimates::kFeatures) {
      const std::optional<double> value = features == nullptr ? std::nullopt : features->of(feature);
      text += value ? fmt::format(",{}", *value) : ",";
    }
    text += "\n";
  }
  return text;
}

void write_grid_files(const GridResults& results, const std::string& folder, const std::string& step) {
  write_file_atomically(fmt::format("{}/{}.csv", folder, step), grid_csv(results));
  write_file_atomically(fmt::format("{}/{}.json", folder, step), grid_json(results));
  make_folders(folder + "/plots");
  for (const std::string& budget : results.budgets)
    write_file_atomically(fmt::format("{}/plots/{}-{}.svg", folder, step, budget), heat_map_svg(results, budget));
}

}  // namespace rootward::study
