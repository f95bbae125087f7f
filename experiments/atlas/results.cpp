// Tables of tournaments added up.
#include "experiments/atlas/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "backup/registry.h"
#include "core/errors.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "experiments/atlas/cell_score.h"
#include "experiments/atlas/kept_cells.h"
#include "experiments/atlas/standing.h"
#include "experiments/estimates/folder.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::atlas {
namespace {

std::uint64_t sum_of(const PairCounts& pairs) { return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}); }

double laplace_elo(const PairCounts& pairs) {
  double points = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) points += 0.5 * static_cast<double>(i * pairs[i]);
  const double games = 2 * static_cast<double>(sum_of(pairs));
  return elo_of_score((points + 1) / (games + 2));
}

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

const PlayerSpec& player_named(const tournament::TournamentConfig& config, const std::string& name) {
  return *std::ranges::find(config.players, name, &PlayerSpec::name);
}

/// What tuning set of a player: its operator and its selection rule.
std::string tuned_text(const PlayerSpec& player) {
  config::YamlNode search = config::map_node();
  config::add(search, "selection", config::resolved_choice(player.search.selection));
  config::YamlNode node = config::map_node();
  config::add(node, "backup", config::resolved_choice(player.search.backup));
  config::add(node, "search", std::move(search));
  return config::flow_text(node);
}

/// Games by opening, of all the cell's pairings.
using Openings = std::map<std::string, OpeningGroup>;

void add_pairings(const tournament::StoredResults& stored, const tournament::ResultTable& table, CellResult& result) {
  PairCounts all{};
  GameCounts games;
  Openings openings;
  bool repeats = false;
  for (const tournament::PairingRow& row : table.pairings) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += row.pentanomial[i];
    games += row.counts;
    if (row.pairs() == 0) continue;
    repeats = repeats || row.openings_distinct < row.pairs();
    for (const auto& [key, group] : stored.counted->openings_of(*stored.counted->find({row.a, row.b}))) {
      openings[key].points += group.points;
      openings[key].games += group.games;
    }
    result.tuning_elos.push_back(laplace_elo(row.pentanomial));
    result.players.push_back(tuned_text(player_named(stored.config, row.a)));
  }
  result.pairs = sum_of(all);
  if (result.pairs == 0) return;
  std::vector<OpeningGroup> groups;
  for (const auto& [key, group] : openings)
    if (repeats) groups.push_back(group);
  const CellScore score = score_of_cell(all, games, groups);
  result.openings = static_cast<std::uint32_t>(groups.size());
  const Interval interval = score_interval(score.estimate);
  result.statistics = pair_statistics(all);
  result.statistics.standard_error = standard_error_of(score.estimate);
  result.statistics.ci95 = interval;
  result.statistics.elo_ci95 = elo_interval(interval);
  result.elo = laplace_elo(all);
  result.p = score.p;
}

void add_pool(const std::string& folder, CellResult& result) {
  if (!has_games(folder)) return;
  const tournament::ResultTable table = tournament::make_table(tournament::read_results(folder, Detail::scores), {});
  double points = 0;
  for (const tournament::PairingRow& row : table.pairings) {
    points += static_cast<double>(row.counts.wins) + 0.5 * static_cast<double>(row.counts.draws);
    result.pool_games += row.counts.games();
  }
  if (result.pool_games > 0) result.pool_score = points / static_cast<double>(result.pool_games);
}

/// What is kept of a cell as this configuration sees it, which may ask for more games of others than its own did.
CellResult as_of_now(const AtlasConfig& config, const AtlasCell& cell, KeptCell kept) {
  CellResult result = std::move(kept.result);
  result.is_extended = 2 * result.planned_pairs > config.finals.games;
  if (!kept.planned_games.empty()) result.looks = count_looks(config, cell, std::move(kept.planned_games));
  return result;
}

CellSide side_of(const tournament::StoredResults& stored, const tournament::ResultTable& table, bool is_control) {
  CellSide side;
  double seconds = 0;
  double moves = 0;
  for (const tournament::PlayerRow& row : table.players) {
    if ((row.name == table.reference) != is_control) continue;
    side.simulations = player_named(stored.config, row.name).search.budget.simulations;
    seconds += row.cpu_seconds;
    moves += static_cast<double>(row.moves);
  }
  if (moves > 0) side.cpu_seconds = seconds / moves;
  return side;
}

void correct_family(std::vector<CellResult>& cells, bool is_control) {
  std::vector<double> p;
  for (const CellResult& cell : cells)
    if (cell.is_control == is_control) p.push_back(std::min(1.0, static_cast<double>(cell.looks) * cell.p));
  const std::vector<double> corrected = holm(p);
  std::size_t next = 0;
  for (CellResult& cell : cells)
    if (cell.is_control == is_control) cell.holm_p = corrected[next++];
}

void read_features(const AtlasConfig& config, const AtlasPlaces& places, AtlasResults& results) {
  for (std::size_t study = 0; study < config.studies.size(); ++study) {
    const std::string folder = places.features(config, study);
    if (!has_games(folder)) continue;
    for (estimates::FeatureRow& row : make_features(estimates::read_estimates_folder(folder)))
      results.features.push_back(std::move(row));
  }
}

}  // namespace

std::optional<CellResult> read_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::string folder = places.finals(config, cell);
  if (std::optional<KeptCell> kept = read_kept_cell(config, places, cell)) return as_of_now(config, cell, *kept);
  if (!has_games(folder)) return std::nullopt;
  const AtlasDomain& domain = config.domains[cell.domain];
  const study::TunedOperator& op = config.operators[cell.op];
  CellResult result{.op = op.label,
                    .family = family_name(op.name),
                    .domain = domain.name,
                    .game = domain.game,
                    .evaluator = domain.evaluator,
                    .budget = cell.budget.label(),
                    .simulations = cell.budget.simulations,
                    .is_control = cell.op == 0,
                    .is_held_out = domain.is_held_out,
                    .statistics = {},
                    .tuning_elos = {},
                    .players = {}};
  const tournament::StoredResults stored = tournament::read_results(folder, Detail::tables);
  const tournament::ResultTable table = tournament::make_table(stored, {});
  add_pairings(stored, table, result);
  if (result.pairs == 0) return std::nullopt;
  result.planned_pairs = table.games_scheduled / 2;
  result.is_extended = table.games_scheduled > config.finals.games;
  result.cost = tournament::cost_over_reference(table).value_or(0);
  result.looks = count_looks(config, cell, games_planned(folder, count_entrants(config, cell)));
  result.evaluator_name = stored.config.players.front().search.evaluator.name;
  result.control_player = tuned_text(player_named(stored.config, table.reference));
  result.entrants = side_of(stored, table, false);
  result.control = side_of(stored, table, true);
  add_pool(places.pool(config, cell), result);
  return result;
}

std::optional<double> CellResult::time_ratio() const {
  if (is_at_equal_simulations() || entrants.cpu_seconds <= 0 || control.cpu_seconds <= 0) return std::nullopt;
  return entrants.cpu_seconds / control.cpu_seconds;
}

bool CellResult::is_off_time() const {
  const std::optional<double> ratio = time_ratio();
  return ratio && tournament::is_off_time(*ratio);
}

double known_time(std::optional<double> ratio, const std::string& folder) {
  if (!ratio)
    throw RunError(folder + ": the games hold no CPU times, so there is no number of simulations at equal CPU time");
  return *ratio;
}

const CellResult* cell_at(const AtlasResults& results, const std::string& op, const std::string& domain,
                          const std::string& budget) {
  const auto found = std::ranges::find_if(results.cells, [&](const CellResult& cell) {
    return cell.op == op && cell.domain == domain && cell.budget == budget;
  });
  return found == results.cells.end() ? nullptr : &*found;
}

std::string best_player(const CellResult& cell) {
  if (cell.players.empty() || cell.tuning_elos.size() != cell.players.size()) return "";
  const auto place = std::ranges::max_element(cell.tuning_elos) - cell.tuning_elos.begin();
  return cell.players[static_cast<std::size_t>(place)];
}

double relative_cost(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::optional<CellResult> result = read_cell(config, places, cell);
  const bool is_known = result && result->entrants.cpu_seconds > 0 && result->control.cpu_seconds > 0;
  const std::string kept = places.kept(config, cell);
  return known_time(is_known ? std::optional(result->cost) : std::nullopt,
                    file_exists(kept) ? kept : places.finals(config, cell));
}

AtlasResults read_atlas_results(const AtlasConfig& config, const AtlasPlaces& places) {
  AtlasResults results{.name = config.name, .question = config.question, .hypothesis = config.hypothesis};
  for (const study::TunedOperator& op : config.operators) results.operators.push_back(op.label);
  for (const AtlasDomain& domain : config.domains) results.domains.push_back(domain.name);
  for (const CellBudget& budget : cell_budgets(config)) results.budgets.push_back(budget.label());
  for (const AtlasStage& stage : make_stages(config)) {
    for (const AtlasCell& cell : cells_of(config, stage)) {
      ++results.planned_cells;
      if (std::optional<CellResult> result = read_cell(config, places, cell))
        results.cells.push_back(std::move(*result));
    }
  }
  correct(results.cells);
  read_features(config, places, results);
  return results;
}

void correct(std::vector<CellResult>& cells) {
  for (const bool is_control : {false, true}) correct_family(cells, is_control);
}

bool wants_more(const CellResult& cell) {
  constexpr double kTooLittleToTell = 10;
  constexpr double kEnoughToTell = 30;
  const double away = std::fabs(cell.elo);
  const Interval& interval = cell.statistics.elo_ci95;
  return away >= kTooLittleToTell && away <= kEnoughToTell && interval.low <= 0 && interval.high >= 0;
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

ModelCase model_case(const CellResult& cell, const estimates::FeatureRow& features) {
  ModelCase at{.game = cell.game,
               .domain = cell.domain,
               .simulations = cell.simulations,
               .op = cell.op,
               .family = cell.family,
               .features = {}};
  for (const estimates::Feature feature : estimates::kFeatures)
    at.features.push_back(features.of(feature).value_or(std::numeric_limits<double>::quiet_NaN()));
  return at;
}

std::vector<ModelRow> model_rows(const AtlasResults& results, bool held_out) {
  std::vector<ModelRow> rows;
  for (const CellResult& cell : results.cells) {
    if (cell.is_control || cell.is_held_out != held_out || !cell.is_at_equal_simulations()) continue;
    const estimates::FeatureRow* features = features_of(results.features, cell.game, cell.evaluator, cell.simulations);
    if (features != nullptr) rows.push_back({model_case(cell, *features), cell.elo});
  }
  return rows;
}

}  // namespace rootward::atlas
