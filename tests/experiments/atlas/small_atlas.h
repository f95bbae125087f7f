// An atlas of five games and three operators, made by hand.
#pragma once

#include <string>
#include <utility>

#include "experiments/atlas/results.h"

namespace rootward::atlas {

inline CellResult cell_of(const std::string& op, const std::string& game, double elo) {
  CellResult cell;
  cell.op = op;
  cell.family = "child-type";
  cell.game = game;
  cell.evaluator = "playouts";
  cell.domain = game + "+playouts";
  cell.budget = "400";
  cell.simulations = 400;
  cell.is_control = op == "average";
  cell.is_held_out = game == "h";
  cell.pairs = 100;
  cell.planned_pairs = 100;
  cell.elo = elo;
  cell.statistics.elo_ci95 = {elo - 20, elo + 20};
  cell.holm_p = elo * elo > 400 ? 0.001 : 0.9;
  cell.tuning_elos = {elo - 1, elo + 1};
  cell.players = {"{backup: " + op + ", c: 1}", "{backup: " + op + ", c: 2}"};
  return cell;
}

inline estimates::FeatureRow features_for(const std::string& game, double branching) {
  estimates::FeatureRow row{.game = game, .evaluator = "playouts", .simulations = 400, .positions = 60};
  row.values[0] = branching;
  return row;
}

inline AtlasResults small_atlas() {
  AtlasResults results{.name = "small", .question = "Which?", .planned_cells = 15};
  results.operators = {"average", "max", "softmax"};
  results.budgets = {"400"};
  for (const auto& [game, branching] : {std::pair{"a", 4.0}, {"b", 8.0}, {"c", 12.0}, {"d", 16.0}, {"h", 10.0}}) {
    results.domains.push_back(std::string(game) + "+playouts");
    results.features.push_back(features_for(game, branching));
    results.cells.push_back(cell_of("average", game, 2));
    results.cells.push_back(cell_of("max", game, -100 - branching));
    results.cells.push_back(cell_of("softmax", game, 5 * branching));
  }
  return results;
}

}  // namespace rootward::atlas
