// Finding a study's steps, and what stands on their runs.
#include <algorithm>
#include <string>
#include <vector>

#include "experiments/study/config.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

/// Whether a value here is the best of that step's players.
bool chooses_from(const YamlNode& node, const std::string& step) {
  if (const YamlNode* asked = node.find("best_of"))
    if (const YamlNode* in = asked->find("in"))
      if (in->text == step || std::ranges::count(in->items, step, &YamlNode::text) > 0) return true;
  return std::ranges::any_of(node.items, [&](const YamlNode& item) { return chooses_from(item, step); }) ||
         std::ranges::any_of(node.entries, [&](const YamlEntry& entry) { return chooses_from(entry.value, step); });
}

/// Whether a step, or an item of a list, chooses a value by that step's scores.
bool is_chosen_from(const StudyConfig& study, const std::string& step) {
  const auto chooses = [&](const StudyStep& other) {
    return chooses_from(other.configuration, step) || chooses_from(other.generation, step);
  };
  return std::ranges::any_of(study.steps, chooses) || std::ranges::any_of(study.lists, [&](const StudyList& list) {
           return std::ranges::any_of(list.items, [&](const ListItem& item) { return chooses_from(item.value, step); });
         });
}

/// Whether a step draws the surface of that step's scores.
bool is_in_surface(const StudyConfig& study, const std::string& step) {
  return std::ranges::any_of(study.steps, [&](const StudyStep& other) { return other.surface.of == step; });
}

/// Beside one control the gain that is kept tells the cost.
bool measures_players(const StudyStep& step) {
  return step.equal_time && !step.equal_time->is_of_reference && step.control.empty();
}

/// Whether another step asks more of the step's tournaments than is kept of them without games: the gain, or tables
/// too.
bool is_asked_for_games(const StudyConfig& study, const StudyStep& step, bool keeps_tables) {
  return std::ranges::any_of(study.steps,
                             [&](const StudyStep& other) {
                               const auto is_final = [&](const auto& final) { return final.second == step.name; };
                               return std::ranges::any_of(other.table.finals, is_final) ||
                                      other.effects.of == step.name ||
                                      std::ranges::count(other.compared.runs, step.name) > 0 ||
                                      (measures_players(other) && other.equal_time->in == step.name);
                             }) ||
         (!keeps_tables && (is_chosen_from(study, step.name) || is_in_surface(study, step.name)));
}

}  // namespace

const StudyStep& step_of(const StudyConfig& study, std::string_view name) {
  return *std::ranges::find(study.steps, name, &StudyStep::name);
}

bool is_in_grid(const StudyConfig& study, const StudyStep& step) {
  const bool is_in = std::ranges::any_of(study.steps, [&](const StudyStep& table) {
    return std::ranges::count(table.grid.finals, step.name) + std::ranges::count(table.grid.pools, step.name) > 0;
  });
  return is_in && !is_asked_for_games(study, step, false);
}

Kept kept_without_games(const StudyConfig& study, const StudyStep& step) {
  if (step.kind == StepKind::tuning && step.over.empty()) {
    const bool is_compared = std::ranges::any_of(study.steps, [&](const StudyStep& table) {
      return std::ranges::any_of(table.compared.runs, [&](const std::string& run) {
        return step_of(study, run).tuned_players == step.name;  // its table has what their games said
      });
    });
    return is_compared ? Kept::games : Kept::recommendation;
  }
  if (!step.plays_tournaments()) return Kept::games;
  if (is_in_grid(study, step)) return Kept::gain;
  const bool has_kept_tables = step.has_rounds() || (step.tuned_players.empty() && is_in_surface(study, step.name));
  return has_kept_tables && !is_asked_for_games(study, step, true) ? Kept::tables : Kept::games;
}

}  // namespace rootward::study
