// The surest gain of each domain at each budget.
#include "experiments/study/recommendations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "experiments/study/grid_tables.h"

namespace rootward::study {
namespace {

double low_end(const GridCell* cell) { return cell->effect.statistics.elo_ci95.low; }

Recommendation recommendation(const std::vector<const GridCell*>& cells) {
  Recommendation made{.any = cells.front()};
  for (const GridCell* cell : cells) {
    if (cell->is_decided())
      made.others.push_back(cell);
    else if (!cell->is_control)
      made.most_missed = std::max(made.most_missed.value_or(0), cell->effect.statistics.elo_ci95.high);
  }
  std::ranges::stable_sort(made.others, std::ranges::greater{}, low_end);
  const auto surest = std::ranges::find_if(made.others, [](const GridCell* cell) { return cell->effect.elo > 0; });
  if (surest == made.others.end()) return made;
  made.best = *surest;
  made.others.erase(surest);
  return made;
}

std::string feature_text(const estimates::FeatureRow* row, estimates::Feature feature) {
  const std::optional<double> value = row == nullptr ? std::nullopt : row->of(feature);
  return value ? fmt::format("{:.3g}", *value) : "";
}

std::string interval_text(const GridCell& cell) {
  const Interval& interval = cell.effect.statistics.elo_ci95;
  return fmt::format("{:+.0f} [{:+.0f}, {:+.0f}]", cell.effect.elo, interval.low, interval.high);
}

std::string gain_text(const Recommendation& one) {
  if (one.best != nullptr) return interval_text(*one.best);
  if (one.most_missed) return fmt::format("0, others up to {:+.0f}", *one.most_missed);
  return one.others.empty() ? "0, no other played" : "0";
}

std::string names_text(const std::vector<const GridCell*>& cells) {
  std::string text;
  for (const GridCell* cell : cells)
    text += fmt::format("{}{} {:+.0f}", text.empty() ? "" : ", ", cell->op, cell->effect.elo);
  return text;
}

}  // namespace

std::vector<Recommendation> recommend(const GridResults& results) {
  std::vector<Recommendation> all;
  for (const std::string& domain : results.domains)
    for (const std::string& budget : results.budgets) {
      std::vector<const GridCell*> cells;
      for (const GridCell& cell : results.cells)
        if (cell.domain == domain && cell.budget == budget) cells.push_back(&cell);
      if (!cells.empty()) all.push_back(recommendation(cells));
    }
  return all;
}

Grid recommendations_grid(const GridResults& results) {
  Grid grid{.title = "What to use",
            .columns = {{"domain", false},
                        {"budget", true},
                        {"moves", true},
                        {"plies", true},
                        {"backup", false},
                        {"constants", false, true},
                        {"Elo", true},
                        {"others decided", false, true}},
            .rows = {}};
  for (const Recommendation& one : recommend(results)) {
    const estimates::FeatureRow* row =
        features_of(results.features, one.any->game(), one.any->evaluator(), one.any->simulations);
    const bool gains = one.best != nullptr;
    const std::string player = gains ? best_player(*one.best) : one.any->effect.control_player;
    grid.rows.push_back({one.any->domain, one.any->budget, feature_text(row, estimates::Feature::branching),
                         feature_text(row, estimates::Feature::plies_to_end),
                         gains ? one.best->op : results.operators.front(),
                         player.empty() ? "" : constants_text({player}), gain_text(one), names_text(one.others)});
  }
  return grid;
}

std::vector<std::string> recommendations_legend() {
  return {"The backup whose gain over the tuned average is the surest, of those decided better; the average",
          "where there is none. Decided: p < 0.05, made stricter for the number of operators, games and budgets",
          "that are compared (Holm's correction). Elo is against the tuned average, with its 95 % interval: it",
          "was chosen among many, so count on the lower end. others up to: the highest end of the intervals of",
          "all undecided operators, a gain that may have been missed. moves: legal ones. plies: of random",
          "playouts to the end. Constants are those of its best tuning; the CSV has that player to paste."};
}

std::string recommendations_text(const GridResults& results, bool is_markdown) {
  Grid grid = recommendations_grid(results);
  if (is_markdown) grid.title.clear();  // the page has a heading of its own
  if (grid.rows.empty()) return fmt::format("{}: no cell has games yet\n", results.name);
  const std::string legend = fmt::format("\n{}\n", fmt::join(recommendations_legend(), "\n"));
  return (is_markdown ? grid_markdown(grid) : grid_text(grid)) + legend;
}

}  // namespace rootward::study
