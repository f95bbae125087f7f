// The tuning's file with candidate, parameters, name and seed set by operator.
#include "experiments/league/entrants.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/tuning/point_json.h"
#include "lab/config/key_error.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::league {
namespace {

constexpr const char* kConstantPath = "search.selection.c";

/// The box of the exploration constant: the tuning's own, or the usual one where it names none.
tuning::TunedParameter constant_of(const tuning::TuningConfig& tuning) {
  const auto found = std::ranges::find(tuning.parameters, kConstantPath, &tuning::TunedParameter::path);
  if (found != tuning.parameters.end()) return *found;
  return {.path = kConstantPath, .low = 0.2, .high = 3, .scale = Scale::log};
}

std::string parameters_of(const LeagueOperator& one, const tuning::TunedParameter& constant) {
  std::string text = "{";
  for (const std::string& key : one.tuned) text += fmt::format("backup.{}: {{}}, ", key);
  return text + fmt::format("{}: {{low: {}, high: {}, scale: {}}}}}", constant.path, constant.low, constant.high,
                            scale_name(constant.scale));
}

Entrant make_entrant(const LeagueConfig& config, const tuning::TunedParameter& constant, const LeagueOperator& one,
                     std::uint64_t seed) {
  const auto is_ours = [](const Problem& problem) { return problem.file.starts_with("--set"); };
  Entrant entrant{.entered = one, .seed = seed, .label = fmt::format("{}-{}", one.label, seed), .tuning = {}};
  try {
    entrant.tuning =
        tuning::read_tuning(config.tuning, {{.path = "name", .value = entrant.label},
                                            {.path = "seed", .value = std::to_string(seed)},
                                            {.path = "candidate.backup", .value = one.backup},
                                            {.path = "parameters", .value = parameters_of(one, constant)}});
  } catch (const UsageError& error) {
    // What the league lays over the tuning's file is its own.
    if (!std::ranges::all_of(error.problems(), is_ours)) throw;
    config::refuse_key("operators", fmt::format("{}: {}", one.label, error.what()));
  }
  return entrant;
}

}  // namespace

std::vector<Entrant> make_entrants(const LeagueConfig& config) {
  const tuning::TunedParameter constant = constant_of(tuning::read_tuning(config.tuning));
  std::vector<Entrant> entrants;
  for (std::uint64_t i = 0; i < config.seeds; ++i)
    for (const LeagueOperator& one : config.operators)
      entrants.push_back(make_entrant(config, constant, one, config.seed + i));
  return entrants;
}

tuning::Point lowest_point(const tuning::TuningConfig& tuning) {
  tuning::Point point;
  for (const tuning::TunedParameter& parameter : tuning.parameters)
    point.emplace_back(parameter.coordinates(), parameter.low);
  return point;
}

double exploration_constant(const Entrant& entrant) {
  const auto found = std::ranges::find(entrant.tuning.parameters, kConstantPath, &tuning::TunedParameter::path);
  return entrant.point[static_cast<std::size_t>(found - entrant.tuning.parameters.begin())].front();
}

std::string player_text(const Entrant& entrant, std::uint64_t simulations) {
  std::vector<Override> values = {
      {.path = "backup", .value = entrant.entered.backup},
      {.path = "search.selection.name", .value = entrant.tuning.candidate.search.selection.name}};
  const Json params = tuning::point_json(entrant.tuning, entrant.point);
  for (const auto& [path, value] : params.items()) values.push_back({.path = path, .value = dump_json(value)});
  if (simulations > 0) values.push_back({.path = "search.budget.simulations", .value = std::to_string(simulations)});
  config::YamlNode player = config::map_node();
  config::apply_overrides(player, values);
  return config::flow_text(player);
}

}  // namespace rootward::league
