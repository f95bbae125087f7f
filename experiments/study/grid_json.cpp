// What `report --game` reads of a grid: written, and read.
#include <fmt/format.h>

#include "core/json_fields.h"
#include "experiments/study/effect_json.h"
#include "experiments/study/grid.h"

namespace rootward::study {
namespace {

constexpr const char* kGridSchema = "rootward.grid/1";
constexpr double kLargestMargin = 1e4;  // Elo

Json json_of(const GridCell& cell, bool has_margin) {
  Json json = {{"operator", cell.op},          {"family", cell.family},           {"domain", cell.domain},
               {"budget", cell.budget},        {"simulations", cell.simulations}, {"control", cell.is_control},
               {"held_out", cell.is_held_out}, {"extended", cell.is_extended},    {"looks", cell.looks},
               {"holm_p", cell.holm_p}};
  if (cell.pool_score) {
    json["pool_score"] = *cell.pool_score;
    json["pool_games"] = cell.pool_games;
  }
  if (has_margin) json["equal_p"] = cell.equal_p;
  json["effect"] = effect_json(cell.effect);
  return json;
}

GridCell cell_of(const Json& json, bool has_margin) {
  GridCell cell;
  cell.op = text_field(json, "operator");
  cell.family = text_field(json, "family");
  cell.domain = text_field(json, "domain");
  cell.budget = text_field(json, "budget");
  cell.simulations = count_field(json, "simulations");
  cell.is_control = bool_field(json, "control");
  cell.is_held_out = bool_field(json, "held_out");
  cell.is_extended = bool_field(json, "extended");
  cell.looks = count_field(json, "looks");
  cell.holm_p = real_field(json, "holm_p", 0, 1);
  if (has_margin) cell.equal_p = real_field(json, "equal_p", 0, 1);
  if (json.contains("pool_score")) {
    cell.pool_score = real_field(json, "pool_score", 0, 1);
    cell.pool_games = count_field(json, "pool_games");
  }
  cell.effect = effect_of_json(json_field(json, "effect"));
  return cell;
}

Json json_of(const estimates::FeatureRow& row) {
  Json json = {
      {"game", row.game}, {"evaluator", row.evaluator}, {"simulations", row.simulations}, {"positions", row.positions}};
  for (const estimates::Feature feature : estimates::kFeatures)
    if (const std::optional<double>& value = row.of(feature)) json[std::string(facts_of(feature).key)] = *value;
  return json;
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

std::string grid_json(const GridResults& results) {
  Json json = {{"schema", kGridSchema},          {"name", results.name},
               {"question", results.question},   {"hypothesis", results.hypothesis},
               {"operators", results.operators}, {"domains", results.domains},
               {"budgets", results.budgets},     {"planned_cells", results.planned_cells}};
  if (results.margin) json["margin"] = *results.margin;
  json["features"] = Json::array();
  for (const estimates::FeatureRow& row : results.features) json["features"].push_back(json_of(row));
  json["cells"] = Json::array();
  for (const GridCell& cell : results.cells) json["cells"].push_back(json_of(cell, results.margin.has_value()));
  return dump_json(json, 1) + "\n";
}

GridResults parse_grid_json(const std::string& text) {
  const Json json = parse_json_record(text, kGridSchema);
  GridResults results;
  results.name = text_field(json, "name");
  results.question = text_field(json, "question");
  results.hypothesis = text_field(json, "hypothesis");
  results.operators = texts_field(json, "operators");
  results.domains = texts_field(json, "domains");
  results.budgets = texts_field(json, "budgets");
  results.planned_cells = count_field(json, "planned_cells");
  if (json.contains("margin")) results.margin = real_field(json, "margin", 0, kLargestMargin);
  for (const Json& row : json_list(json, "features")) results.features.push_back(features_from(row));
  for (const Json& cell : json_list(json, "cells")) results.cells.push_back(cell_of(cell, results.margin.has_value()));
  return results;
}

}  // namespace rootward::study
