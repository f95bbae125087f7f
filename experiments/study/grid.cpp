// Members of tournaments put into cells.
#include "experiments/study/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "backup/registry.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/statistics/multiplicity.h"
#include "experiments/estimates/folder.h"
#include "experiments/study/members.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/store/run_folder.h"

namespace rootward::study {
namespace {

std::string family_name(const std::string& op) {
  const OperatorEntry* entry = find_operator(op);
  if (entry == nullptr) return "unknown";
  switch (entry->family) {
    case OperatorFamily::return_type:
      return "return-type";
    case OperatorFamily::child_type:
      return "child-type";
    case OperatorFamily::path_type:
      break;
  }
  return "path-type";
}

bool has_text(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

std::size_t place_in(const std::vector<std::string>& all, const std::string& one) {
  return static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
}

class GridReader {
 public:
  GridReader(const StudyConfig& study, const StudyStep& step, const std::string& folder)
      : study_(study),
        grid_(step.grid),
        folder_(folder),
        domains_(*std::ranges::find(study.lists, step.grid.domains, &StudyList::name)) {}

  GridResults read() {
    results_.name = grid_.name;
    results_.question = study_.question;
    results_.hypothesis = study_.hypothesis;
    name_operators();
    for (const bool is_held_out : {false, true})
      for (const ListItem& domain : domains_.items)
        if (has_text(grid_.held_out, domain.label) == is_held_out) results_.domains.push_back(domain.label);
    for (const std::string& name : grid_.finals) read_finals(step_of(study_, name));
    for (const std::string& name : grid_.pools) read_pool(step_of(study_, name));
    std::ranges::stable_sort(results_.cells, {}, [this](const GridCell& cell) {
      return std::tuple(cell.is_held_out, place_in(results_.operators, cell.op),
                        place_in(results_.budgets, cell.budget), place_in(results_.domains, cell.domain));
    });
    results_.margin = grid_.margin;
    correct(results_);
    for (const std::string& name : grid_.features)
      for (const Member& member : step_of(study_, name).members) read_features(member);
    return std::move(results_);
  }

 private:
  [[nodiscard]] std::string path(const Member& member) const { return folder_ + "/" + member.place; }

  /// The control, then the others as the study's file has them.
  void name_operators() {
    results_.operators.push_back(step_of(study_, grid_.finals.front()).control);
    std::vector<std::string> written;
    if (const config::YamlNode* node = study_.tree.find("operators")) {
      for (const config::YamlNode& item : node->items) written.push_back(item.text);
      for (const config::YamlEntry& entry : node->entries) written.push_back(entry.key);
    }
    for (const TunedOperator& op : study_.operators) written.push_back(op.label);  // of `all`
    for (const std::string& name : written)
      if (!has_text(results_.operators, name)) results_.operators.push_back(name);
  }

  static std::string budget_label(const StudyStep& step, const Effect& effect) {
    return step.equal_time ? kEqualTime : std::to_string(effect.control.simulations);
  }

  void read_finals(const StudyStep& step) {
    for (const Member& member : step.members) {
      ++results_.planned_cells;
      const TunedOperator& op = study_.operators[member.at.at(kOperatorList)];
      const std::string& domain = domains_.items[member.at.at(grid_.domains)].label;
      std::optional<Effect> effect = read_effect(path(member));
      if (!effect) continue;
      const std::string budget = budget_label(step, *effect);
      if (!has_text(results_.budgets, budget)) results_.budgets.push_back(budget);
      GridCell cell{.op = op.label,
                    .family = family_name(op.name),
                    .domain = domain,
                    .budget = budget,
                    .simulations = effect->control.simulations,
                    .is_control = op.label == step.control,
                    .is_held_out = has_text(grid_.held_out, domain)};
      count_looks(step, cell, *effect);
      cell.effect = std::move(*effect);
      results_.cells.push_back(std::move(cell));
    }
  }

  static void count_looks(const StudyStep& step, GridCell& cell, const Effect& effect) {
    std::set<std::uint64_t> planned = effect.planned_games;
    if (step.games) {
      const std::uint64_t pair_of_each =
          2 * std::max<std::uint64_t>(1, effect.entrants.players.size() * effect.control.players.size());
      for (const std::uint32_t games : games_by_look(*step.games)) {
        planned.insert(games - games % pair_of_each);
        if (cell.is_control) break;  // A/A does not go on
      }
      cell.is_extended = !planned.empty() && 2 * effect.pairs > step.games->first;
    }
    cell.looks = std::max<std::uint64_t>(1, planned.size());
  }

  void read_pool(const StudyStep& step) {
    for (const Member& member : step.members) {
      const std::optional<Effect> effect = read_effect(path(member));
      if (!effect) continue;
      const std::string& op = study_.operators[member.at.at(kOperatorList)].label;
      const std::string& domain = domains_.items[member.at.at(grid_.domains)].label;
      const std::string budget = budget_label(step, *effect);
      for (GridCell& cell : results_.cells)
        if (cell.op == op && cell.domain == domain && cell.budget == budget) {
          cell.pool_score = effect->statistics.score;
          cell.pool_games = 2 * effect->pairs;
        }
    }
  }

  void read_features(const Member& member) {
    if (!file_exists(manifest_path(path(member)))) return;
    for (estimates::FeatureRow& row : make_features(estimates::read_estimates_folder(path(member))))
      results_.features.push_back(std::move(row));
  }

  const StudyConfig& study_;
  const GridStep& grid_;
  const std::string& folder_;
  const StudyList& domains_;
  GridResults results_;
};

/// A p of each cell, times its looks and corrected by Holm, put where `corrected` says.
template <class POf>
void correct_cells(const std::vector<GridCell*>& cells, POf p_of, double GridCell::*corrected) {
  std::vector<double> p;
  for (const GridCell* cell : cells) p.push_back(std::min(1.0, static_cast<double>(cell->looks) * p_of(*cell)));
  const std::vector<double> all = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i]->*corrected = all[i];
}

}  // namespace

std::string GridCell::evaluator() const {
  const std::size_t sign = domain.find('+');
  return sign == std::string::npos ? "" : domain.substr(sign + 1);
}

std::optional<double> GridCell::time_ratio() const {
  return is_at_equal_simulations() ? std::nullopt : effect.time_ratio();
}

bool GridCell::is_off_time() const {
  const std::optional<double> ratio = time_ratio();
  return ratio && tournament::is_off_time(*ratio);
}

bool GridCell::is_decided() const { return !is_control && holm_p < kSignificance; }

bool GridCell::is_equal() const { return !is_control && !is_decided() && equal_p < kSignificance; }

GridResults read_grid(const StudyConfig& study, const StudyStep& step, const std::string& folder) {
  return GridReader(study, step, folder).read();
}

const GridCell* cell_at(const GridResults& results, const std::string& op, const std::string& domain,
                        const std::string& budget) {
  const auto found = std::ranges::find_if(results.cells, [&](const GridCell& cell) {
    return cell.op == op && cell.domain == domain && cell.budget == budget;
  });
  return found == results.cells.end() ? nullptr : &*found;
}

std::string best_player(const GridCell& cell) {
  const std::vector<EffectPlayer>& players = cell.effect.entrants.players;
  return players.empty() ? "" : std::ranges::max_element(players, {}, &EffectPlayer::elo)->tuned;
}

std::vector<EffectPlayer> control_players(const std::vector<const GridCell*>& cells) {
  std::vector<EffectPlayer> means;
  const auto others = std::ranges::count(cells, false, &GridCell::is_control);
  for (const GridCell* cell : cells)
    for (const EffectPlayer& player : cell->effect.control.players) {
      auto known = std::ranges::find(means, player.tuned, &EffectPlayer::tuned);
      if (known == means.end()) known = means.insert(means.end(), {player.tuned, 0});
      if (!cell->is_control) known->elo += player.elo / static_cast<double>(others);
    }
  return means;
}

std::string best_control(const std::vector<const GridCell*>& cells) {
  const std::vector<EffectPlayer> players = control_players(cells);
  return players.empty() ? "" : std::ranges::max_element(players, {}, &EffectPlayer::elo)->tuned;
}

std::size_t most_controls(const GridResults& results) {
  std::size_t most = 0;
  for (const GridCell& cell : results.cells) most = std::max(most, cell.effect.control.players.size());
  return most;
}

void correct(GridResults& results) {
  for (const bool is_control : {false, true}) {
    std::vector<GridCell*> family;
    for (GridCell& cell : results.cells)
      if (cell.is_control == is_control) family.push_back(&cell);
    correct_cells(
        family, [](const GridCell& cell) { return cell.effect.p; }, &GridCell::holm_p);
    if (!results.margin) continue;
    const auto equal_p = [&](const GridCell& cell) { return cell.effect.equal_p(*results.margin); };
    correct_cells(family, equal_p, &GridCell::equal_p);
  }
}

GridResults join_grids(std::vector<std::pair<std::string, GridResults>> named) {
  GridResults joined = std::move(named.front().second);
  const auto rename = [](GridResults& grid, const std::string& name) {
    const bool is_alone = grid.domains.size() == 1;
    const auto called = [&](const std::string& one) { return is_alone ? name : name + "/" + one; };
    for (std::string& domain : grid.domains) domain = called(domain);
    for (GridCell& cell : grid.cells) cell.domain = called(cell.domain);
    for (estimates::FeatureRow& row : grid.features) {
      row.game = called(row.game);
      if (is_alone) row.evaluator.clear();
    }
  };
  const auto add_new = [](std::vector<std::string>& all, const std::vector<std::string>& more) {
    for (const std::string& one : more)
      if (!has_text(all, one)) all.push_back(one);
  };
  const auto append = [](auto& all, auto& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  rename(joined, named.front().first);
  for (std::size_t i = 1; i < named.size(); ++i) {
    GridResults& grid = named[i].second;
    if (grid.margin != joined.margin)
      throw UsageError(
          fmt::format("{} and {}: their margins differ, so that one table cannot say which operators are "
                      "equal; allowed: studies of one margin",
                      named.front().first, named[i].first));
    rename(grid, named[i].first);
    if (grid.name != joined.name) joined.name += ", " + grid.name;
    joined.planned_cells += grid.planned_cells;
    add_new(joined.operators, grid.operators);
    add_new(joined.budgets, grid.budgets);
    append(joined.domains, grid.domains);
    append(joined.cells, grid.cells);
    append(joined.features, grid.features);
  }
  return joined;
}

const estimates::FeatureRow* features_of(const std::vector<estimates::FeatureRow>& rows, const std::string& game,
                                         const std::string& evaluator, std::uint64_t simulations) {
  const estimates::FeatureRow* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const estimates::FeatureRow& row : rows) {
    if (row.game != game || row.evaluator != evaluator) continue;
    const double ratio = static_cast<double>(row.simulations) / static_cast<double>(simulations);
    const double away = std::max(ratio, 1 / ratio);
    if (away >= least) continue;
    least = away;
    nearest = &row;
  }
  return nearest;
}

}  // namespace rootward::study
