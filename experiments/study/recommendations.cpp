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

/// A gain that the average's other tunings may lose to its first may be a worse tuning's loss.
bool is_of_the_backup(const GridCell& cell, const GridCell* again) {
  return cell.effect.elo > 0 && (again == nullptr || cell.effect.elo > -low_end(again));
}

Recommendation recommendation(const std::vector<const GridCell*>& cells) {
  Recommendation made{.any = cells.front()};
  for (const GridCell* cell : cells) {
    if (cell->is_control) made.again = cell;
    if (cell->is_decided())
      made.others.push_back(cell);
    else if (cell->is_equal())
      made.equal.push_back(cell);
    else if (!cell->is_control)
      made.most_missed = std::max(made.most_missed.value_or(0), cell->effect.statistics.elo_ci95.high);
  }
  std::ranges::stable_sort(made.others, std::ranges::greater{}, low_end);
  const auto surest =
      std::ranges::find_if(made.others, [&](const GridCell* cell) { return is_of_the_backup(*cell, made.again); });
  if (surest == made.others.end()) {
    made.player = best_control(cells);
    return made;
  }
  made.best = *surest;
  made.player = best_player(*made.best);
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
  return one.others.empty() && one.equal.empty() ? "0, no other played" : "0";
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
                        {results.operators.front() + " again", true},
                        {"others decided", false, true}},
            .rows = {}};
  if (results.margin) grid.columns.push_back({fmt::format("equal within {:g}", *results.margin), false, true});
  for (const Recommendation& one : recommend(results)) {
    const estimates::FeatureRow* row =
        features_of(results.features, one.any->game(), one.any->evaluator(), one.any->simulations);
    const bool gains = one.best != nullptr;
    grid.rows.push_back({one.any->domain, one.any->budget, feature_text(row, estimates::Feature::branching),
                         feature_text(row, estimates::Feature::plies_to_end),
                         gains ? one.best->op : results.operators.front(),
                         one.player.empty() ? "" : constants_text({one.player}), gain_text(one),
                         one.again != nullptr ? interval_text(*one.again) : "", names_text(one.others)});
    if (results.margin) grid.rows.back().push_back(names_text(one.equal));
  }
  return grid;
}

std::vector<std::string> recommendations_legend(const GridResults& results) {
  std::vector<std::string> lines = {
      "The backup whose gain over the tuned average is the surest, of those decided better; the average",
      "where there is none. Decided: p < 0.05, made stricter for the number of operators, games and budgets",
      "that are compared (Holm's correction). Elo is against the tuned average, with its 95 % interval: it",
      "was chosen among many, so count on the lower end. others up to: the highest end of the intervals of",
      "all undecided operators, a gain that may have been missed. again: the average's other tunings",
      "against its first. A gain that is no larger than what they may lose, the low end, may be a worse",
      "tuning's loss: it is not advised, and stands among the others. moves: legal ones. plies: of random",
      "playouts to the end. Constants are those of its best tuning; the CSV has that player to paste."};
  if (results.margin) {
    lines.push_back(fmt::format("equal within {:g}: not decided, and a difference of {:g} Elo or more is refuted (two",
                                *results.margin, *results.margin));
    lines.emplace_back("one-sided tests at 5 %, made stricter likewise).");
  }
  return lines;
}

std::string players_to_paste(const GridResults& results) {
  std::string text;
  if (results.domains.size() != 1) return text;
  for (const Recommendation& one : recommend(results)) {
    if (one.player.empty()) continue;
    text += fmt::format("# {}, {}\nplayers:\n  {}: {}\n", one.any->domain,
                        one.any->budget == kEqualTime ? one.any->budget : one.any->budget + " simulations",
                        one.best != nullptr ? one.best->op : results.operators.front(), one.player);
  }
  return text;
}

std::string recommendations_text(const GridResults& results, bool is_markdown) {
  Grid grid = recommendations_grid(results);
  if (is_markdown) grid.title.clear();  // the page has a heading of its own
  if (grid.rows.empty()) return fmt::format("{}: no cell has games yet\n", results.name);
  const std::string legend = fmt::format("\n{}\n", fmt::join(recommendations_legend(results), "\n"));
  const std::string players = players_to_paste(results);
  const std::string paste = players.empty() ? "" : is_markdown ? "\n```yaml\n" + players + "```\n" : "\n" + players;
  return (is_markdown ? grid_markdown(grid) : grid_text(grid)) + legend + paste;
}

}  // namespace rootward::study
