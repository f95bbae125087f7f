// What `report --game` reads of a grid: written, and read.
#include <fmt/format.h>

#include "core/json_record.h"
#include "experiments/study/effect_json.h"
#include "experiments/study/grid.h"

namespace rootward::study {
namespace {

constexpr const char* kGridSchema = "rootward.grid/1";
constexpr double kLargestMargin = 1e4;  // Elo

constexpr auto kCellFields = [](auto& cell, const auto& field, bool has_margin) {
  field("operator", cell.op);
  field("family", cell.family);
  field("domain", cell.domain);
  field("budget", cell.budget);
  field("simulations", cell.simulations);
  field("control", cell.is_control);
  field("held_out", cell.is_held_out);
  field("extended", cell.is_extended);
  field("looks", cell.looks);
  field("holm_p", cell.holm_p, 0, 1);
  if (field.has("pool_score", cell.pool_score)) {
    field("pool_score", cell.pool_score, 0, 1);
    field("pool_games", cell.pool_games);
  }
  if (has_margin) field("equal_p", cell.equal_p, 0, 1);
  field.by("effect", cell.effect, effect_field, effect_json);
};

constexpr auto kFeatureFields = [](auto& row, const auto& field) {
  constexpr double kLargestFeature = 1e9;
  field("game", row.game);
  field("evaluator", row.evaluator);
  field("simulations", row.simulations);
  field("positions", row.positions);
  for (const estimates::Feature feature : estimates::kFeatures)
    field.optional(std::string(facts_of(feature).key).c_str(), row.values[static_cast<std::size_t>(feature)],
                   -kLargestFeature, kLargestFeature);
};

constexpr auto kGridFields = [](auto& results, const auto& field) {
  field("name", results.name);
  field("question", results.question);
  field("hypothesis", results.hypothesis);
  field("operators", results.operators);
  field("domains", results.domains);
  field("budgets", results.budgets);
  field("planned_cells", results.planned_cells);
  field.optional("margin", results.margin, 0, kLargestMargin);
  field.list("features", results.features, kFeatureFields);
  field.list("cells", results.cells,
             [&](auto& cell, const auto& part) { kCellFields(cell, part, results.margin.has_value()); });
};

}  // namespace

std::string grid_json(const GridResults& results) {
  return dump_json(json_of_record(kGridSchema, results, kGridFields), 1) + "\n";
}

GridResults parse_grid_json(const std::string& text) {
  return record_of_json<GridResults>(parse_json_record(text, kGridSchema), kGridFields);
}

}  // namespace rootward::study
