// Tables of tournaments added up.
#include "experiments/atlas/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "backup/registry.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "core/statistics/planning.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
#include "experiments/estimates/folder.h"
#include "experiments/store/folder_layout.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::atlas {
namespace {

constexpr const char* kAtlasSchema = "rootward.atlas/1";

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

bool has_games(const std::string& folder) { return file_exists(manifest_path(folder)); }

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

/// Pentanomial where pairs differ, Wilson's where every pair ended alike: few equal pairs are no certainty.
ScoreEstimate estimate_of(const PairCounts& pairs, const GameCounts& games) {
  return has_spread(pairs) ? pair_estimate(pairs) : wilson_estimate(games);
}

void add_pairings(const tournament::StoredResults& stored, const tournament::ResultTable& table, CellResult& result) {
  PairCounts all{};
  GameCounts games;
  for (const tournament::PairingRow& row : table.pairings) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += row.pentanomial[i];
    games.wins += row.counts.wins;
    games.draws += row.counts.draws;
    games.losses += row.counts.losses;
    if (row.pairs() == 0) continue;
    result.tuning_elos.push_back(laplace_elo(row.pentanomial));
    result.players.push_back(tuned_text(player_named(stored.config, row.a)));
  }
  result.pairs = sum_of(all);
  if (result.pairs == 0) return;
  const ScoreEstimate estimate = estimate_of(all, games);
  const Interval interval = score_interval(estimate);
  result.statistics = pair_statistics(all);
  result.statistics.standard_error = standard_error_of(estimate);
  result.statistics.ci95 = interval;
  result.statistics.elo_ci95 = elo_interval(interval);
  result.elo = laplace_elo(all);
  result.p = two_sided_p(z_against(estimate, 0.5));
}

std::optional<double> score_in_pool(const std::string& folder) {
  if (!has_games(folder)) return std::nullopt;
  const tournament::ResultTable table = tournament::make_table(tournament::read_results(folder, Detail::scores), {});
  double points = 0;
  double games = 0;
  for (const tournament::PairingRow& row : table.pairings) {
    points += static_cast<double>(row.counts.wins) + 0.5 * static_cast<double>(row.counts.draws);
    games += static_cast<double>(row.counts.games());
  }
  return games > 0 ? std::optional(points / games) : std::nullopt;
}

void correct(std::vector<CellResult>& cells) {
  std::vector<double> p;
  for (const CellResult& cell : cells)
    if (!cell.is_control) p.push_back(cell.p);
  const std::vector<double> corrected = holm(p);
  std::size_t next = 0;
  for (CellResult& cell : cells) cell.holm_p = cell.is_control ? cell.p : corrected[next++];
}

void read_features(const AtlasConfig& config, const AtlasPlaces& places, AtlasResults& results) {
  for (std::size_t study = 0; study < config.studies.size(); ++study) {
    const std::string folder = places.features(config, study);
    if (!has_games(folder)) continue;
    for (estimates::FeatureRow& row : make_features(estimates::read_estimates_folder(folder)))
      results.features.push_back(std::move(row));
  }
}

Json json_of(const CellResult& cell) {
  Json json = {{"operator", cell.op},
               {"family", cell.family},
               {"domain", cell.domain},
               {"game", cell.game},
               {"evaluator", cell.evaluator},
               {"budget", cell.budget},
               {"simulations", cell.simulations},
               {"control", cell.is_control},
               {"held_out", cell.is_held_out},
               {"pairs", cell.pairs},
               {"planned_pairs", cell.planned_pairs},
               {"extended", cell.is_extended},
               {"score", cell.statistics.score},
               {"standard_error", cell.statistics.standard_error},
               {"elo", cell.elo},
               {"p", cell.p},
               {"holm_p", cell.holm_p},
               {"tuning_elos", cell.tuning_elos},
               {"cost", cell.cost},
               {"players", cell.players}};
  const auto end_of = [](double elo) { return std::isfinite(elo) ? Json(elo) : Json(nullptr); };
  json["elo_ci95"] = {end_of(cell.statistics.elo_ci95.low), end_of(cell.statistics.elo_ci95.high)};
  if (cell.pool_score) json["pool_score"] = *cell.pool_score;
  return json;
}

Json json_of(const estimates::FeatureRow& row) {
  Json json = {
      {"game", row.game}, {"evaluator", row.evaluator}, {"simulations", row.simulations}, {"positions", row.positions}};
  for (const estimates::Feature feature : estimates::kFeatures)
    if (const std::optional<double>& value = row.of(feature)) json[std::string(facts_of(feature).key)] = *value;
  return json;
}

constexpr double kLargestElo = 1e5;

CellResult cell_of(const Json& json) {
  constexpr double kMostCost = 1e9;
  CellResult cell;
  cell.op = text_field(json, "operator");
  cell.family = text_field(json, "family");
  cell.domain = text_field(json, "domain");
  cell.game = text_field(json, "game");
  cell.evaluator = text_field(json, "evaluator");
  cell.budget = text_field(json, "budget");
  cell.simulations = count_field(json, "simulations");
  cell.is_control = bool_field(json, "control");
  cell.is_held_out = bool_field(json, "held_out");
  cell.pairs = count_field(json, "pairs");
  cell.planned_pairs = count_field(json, "planned_pairs");
  cell.is_extended = bool_field(json, "extended");
  cell.statistics.score = real_field(json, "score", 0, 1);
  cell.statistics.standard_error = real_field(json, "standard_error", 0, 1);
  cell.elo = real_field(json, "elo", -kLargestElo, kLargestElo);
  const Json& interval = json_list(json, "elo_ci95", 2);
  const auto end_of = [](const Json& value, double infinite) {
    return value.is_null() ? infinite : json_real(value, "elo_ci95", -kLargestElo, kLargestElo);
  };
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  cell.statistics.elo_ci95 = {end_of(interval[0], -kInfinite), end_of(interval[1], kInfinite)};
  cell.p = real_field(json, "p", 0, 1);
  cell.holm_p = real_field(json, "holm_p", 0, 1);
  cell.tuning_elos = reals_field(json, "tuning_elos", -kLargestElo, kLargestElo);
  cell.cost = real_field(json, "cost", 0, kMostCost);
  cell.players = texts_field(json, "players");
  if (json.contains("pool_score")) cell.pool_score = real_field(json, "pool_score", 0, 1);
  return cell;
}

estimates::FeatureRow features_from(const Json& json) {
  constexpr double kLargestFeature = 1e9;
  estimates::FeatureRow row;
  row.game = text_field(json, "game");
  row.evaluator = text_field(json, "evaluator");
  row.simulations = count_field(json, "simulations");
  row.positions = count_field(json, "positions");
  for (const estimates::Feature feature : estimates::kFeatures) {
    const std::string key(facts_of(feature).key);
    if (json.contains(key))
      row.values[static_cast<std::size_t>(feature)] = real_field(json, key.c_str(), -kLargestFeature, kLargestFeature);
  }
  return row;
}

}  // namespace

std::optional<CellResult> read_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::string folder = places.finals(config, cell);
  if (!has_games(folder)) return std::nullopt;
  const AtlasDomain& domain = config.domains[cell.domain];
  const league::LeagueOperator& op = config.operators[cell.op];
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
  const tournament::StoredResults stored = tournament::read_results(folder, Detail::scores);
  const tournament::ResultTable table = tournament::make_table(stored, {});
  add_pairings(stored, table, result);
  if (result.pairs == 0) return std::nullopt;
  result.planned_pairs = table.games_scheduled / 2;
  result.is_extended = table.games_scheduled > config.finals.games;
  result.cost = tournament::cost_over_reference(table).value_or(1);
  result.pool_score = score_in_pool(places.pool(config, cell));
  return result;
}

double relative_cost(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::optional<CellResult> result = read_cell(config, places, cell);
  return result ? result->cost : 1;
}

AtlasResults read_atlas_results(const AtlasConfig& config, const AtlasPlaces& places) {
  AtlasResults results{.name = config.name, .question = config.question, .hypothesis = config.hypothesis};
  for (const league::LeagueOperator& op : config.operators) results.operators.push_back(op.label);
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

bool wants_more(const CellResult& cell) {
  constexpr double kTooLittleToTell = 10;
  constexpr double kEnoughToTell = 30;
  const double away = std::fabs(cell.elo);
  const Interval& interval = cell.statistics.elo_ci95;
  return away >= kTooLittleToTell && away <= kEnoughToTell && interval.low <= 0 && interval.high >= 0;
}

std::string atlas_json(const AtlasResults& results) {
  Json json = {{"schema", kAtlasSchema},         {"name", results.name},
               {"question", results.question},   {"hypothesis", results.hypothesis},
               {"operators", results.operators}, {"domains", results.domains},
               {"budgets", results.budgets},     {"planned_cells", results.planned_cells}};
  json["features"] = Json::array();
  for (const estimates::FeatureRow& row : results.features) json["features"].push_back(json_of(row));
  json["cells"] = Json::array();
  for (const CellResult& cell : results.cells) json["cells"].push_back(json_of(cell));
  return dump_json(json, 1) + "\n";
}

AtlasResults parse_atlas_json(const std::string& text) {
  const Json json = parse_json_record(text, kAtlasSchema);
  AtlasResults results;
  results.name = text_field(json, "name");
  results.question = text_field(json, "question");
  results.hypothesis = text_field(json, "hypothesis");
  results.operators = texts_field(json, "operators");
  results.domains = texts_field(json, "domains");
  results.budgets = texts_field(json, "budgets");
  results.planned_cells = count_field(json, "planned_cells");
  for (const Json& row : json_list(json, "features")) results.features.push_back(features_from(row));
  for (const Json& cell : json_list(json, "cells")) results.cells.push_back(cell_of(cell));
  return results;
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
    if (cell.is_control || cell.is_held_out != held_out || cell.budget != std::to_string(cell.simulations)) continue;
    const estimates::FeatureRow* features = features_of(results.features, cell.game, cell.evaluator, cell.simulations);
    if (features != nullptr) rows.push_back({model_case(cell, *features), cell.elo});
  }
  return rows;
}

}  // namespace rootward::atlas
