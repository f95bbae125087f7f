// Finding a study's steps, and what stands on their runs.
#include <algorithm>
#include <string>
#include <vector>

#include "experiments/study/config.h"

namespace rootward::study {

const StudyStep& step_of(const StudyConfig& study, std::string_view name) {
  return *std::ranges::find(study.steps, name, &StudyStep::name);
}

bool is_in_grid(const StudyConfig& study, const StudyStep& step) {
  bool is_in = false;
  for (const StudyStep& table : study.steps) {
    for (const auto& [name, final] : table.table.finals)
      if (final == step.name) return false;
    for (const std::vector<std::string>* steps : {&table.grid.finals, &table.grid.pools})
      is_in = is_in || std::ranges::find(*steps, step.name) != steps->end();
  }
  return is_in;
}

bool is_in_surface(const StudyConfig& study, const StudyStep& step) {
  const auto names = [&](const std::string& name) { return name == step.name; };
  bool is_in = false;
  for (const StudyStep& table : study.steps) {
    if (table.effects.of == step.name || std::ranges::any_of(table.compared.runs, names)) return false;
    is_in = is_in || table.surface.of == step.name;
  }
  return is_in && !is_in_grid(study, step) && step.tuned_players.empty();
}

}  // namespace rootward::study
