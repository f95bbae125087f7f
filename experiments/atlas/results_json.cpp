// atlas.json, schema rootward.atlas/1: written, and read by `advise`. Cells whose games were dropped.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/json_fields.h"
#include "experiments/atlas/kept_cells.h"
#include "experiments/atlas/results.h"
#include "lab/store/line_checksum.h"

namespace rootward::atlas {
namespace {

constexpr const char* kAtlasSchema = "rootward.atlas/1";
constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr const char* kCellSchema = "rootward.atlas-cell/1";

Json json_of(const CellSide& side) {
  return {{"simulations", side.simulations}, {"cpu_seconds_a_move", side.cpu_seconds}};
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
  if (!cell.evaluator_name.empty()) json["evaluator_name"] = cell.evaluator_name;
  if (cell.pool_score) json["pool_score"] = *cell.pool_score;
  if (cell.pool_games > 0) json["pool_games"] = cell.pool_games;
  if (cell.openings > 0) json["openings"] = cell.openings;
  json["looks"] = cell.looks;
  json["control_player"] = cell.control_player;
  json["sides"] = {{"entrants", json_of(cell.entrants)}, {"control", json_of(cell.control)}};
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

CellSide side_of(const Json& json) {
  constexpr double kMostSeconds = 1e9;
  return {.simulations = count_field(json, "simulations"),
          .cpu_seconds = real_field(json, "cpu_seconds_a_move", 0, kMostSeconds)};
}

/// What atlases had not from the beginning.
void take_later_fields(const Json& json, CellResult& cell) {
  if (json.contains("pool_score")) cell.pool_score = real_field(json, "pool_score", 0, 1);
  if (json.contains("pool_games")) cell.pool_games = count_field(json, "pool_games", kMostGames);
  if (json.contains("openings")) cell.openings = static_cast<std::uint32_t>(count_field(json, "openings", kMostGames));
  if (json.contains("looks")) cell.looks = count_field(json, "looks");
  if (json.contains("control_player")) cell.control_player = text_field(json, "control_player");
  if (!json.contains("sides")) return;
  const Json& sides = json_field(json, "sides");
  cell.entrants = side_of(json_field(sides, "entrants"));
  cell.control = side_of(json_field(sides, "control"));
}

CellResult cell_of(const Json& json) {
  constexpr double kMostCost = 1e9;
  CellResult cell;
  cell.op = text_field(json, "operator");
  cell.family = text_field(json, "family");
  cell.domain = text_field(json, "domain");
  cell.game = text_field(json, "game");
  cell.evaluator = text_field(json, "evaluator");
  if (json.contains("evaluator_name")) cell.evaluator_name = text_field(json, "evaluator_name");
  cell.budget = text_field(json, "budget");
  cell.simulations = count_field(json, "simulations");
  cell.is_control = bool_field(json, "control");
  cell.is_held_out = bool_field(json, "held_out");
  cell.pairs = count_field(json, "pairs", kMostGames);
  cell.planned_pairs = count_field(json, "planned_pairs", kMostGames);
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
  if (cell.players.size() != cell.tuning_elos.size())
    wrong_json("players", fmt::format("has {} entries, but there are {} tuning_elos", cell.players.size(),
                                      cell.tuning_elos.size()));
  take_later_fields(json, cell);
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

std::string kept_cell_json(const KeptCell& cell) {
  Json json = {{"schema", kCellSchema},       {"finals_hash", cell.finals_hash}, {"finals_digest", cell.finals_digest},
               {"pool_hash", cell.pool_hash}, {"pool_digest", cell.pool_digest}, {"pool_games", cell.pool_games}};
  json["planned_games"] = cell.planned_games;
  json["cell"] = json_of(cell.result);
  return with_checksum(dump_json(json)) + "\n";
}

KeptCell parse_kept_cell(const std::string& text) {
  const Json json = parse_json_record(text, kCellSchema);
  KeptCell cell{.result = cell_of(json_field(json, "cell")),
                .finals_hash = text_field(json, "finals_hash"),
                .finals_digest = text_field(json, "finals_digest"),
                .pool_hash = text_field(json, "pool_hash"),
                .pool_digest = text_field(json, "pool_digest"),
                .pool_games = count_field(json, "pool_games", kMostGames)};
  if (json.contains("planned_games"))
    for (const Json& games : json_list(json, "planned_games"))
      cell.planned_games.insert(json_count(games, "planned_games", kMostGames));
  return cell;
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

}  // namespace rootward::atlas
