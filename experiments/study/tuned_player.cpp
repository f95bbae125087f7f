// The tuning's tree with an operator in it.
#include "experiments/study/tuned_player.h"

#include <algorithm>

#include "core/params.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

constexpr const char* kConstantPath = "search.selection.c";

config::YamlNode& slot(config::YamlNode& map, const char* key) {
  if (map.find(key) == nullptr) config::add(map, key, {});
  return *map.find(key);
}

}  // namespace

TunedPlayer make_tuned_player(config::YamlNode tuning, const std::string& file, const TunedOperator& entered,
                              std::uint64_t seed, const std::string& label) {
  slot(tuning, "name") = config::text_node(label);
  slot(tuning, "seed") = config::count_node(seed);
  config::set_at(tuning, "candidate.backup", entered.backup);
  config::YamlNode& parameters = slot(tuning, "parameters");
  config::YamlNode all = config::map_node();
  all.place = parameters.place;
  for (const std::string& key : entered.tuned) config::add(all, "backup." + key, config::map_node());
  for (config::YamlEntry& entry : parameters.entries) all.entries.push_back(std::move(entry));
  parameters = std::move(all);
  config::assign_paths(tuning, "");
  return {.entered = entered, .seed = seed, .label = label, .tuning = tuning::read_tuning_tree(tuning, file)};
}

tuning::Point lowest_point(const tuning::TuningConfig& tuning) {
  tuning::Point point;
  for (const tuning::TunedParameter& parameter : tuning.parameters)
    point.emplace_back(parameter.coordinates(), parameter.low);
  return point;
}

double exploration_constant(const TunedPlayer& player) {
  const auto found = std::ranges::find(player.tuning.parameters, kConstantPath, &tuning::TunedParameter::path);
  if (found == player.tuning.parameters.end()) return player.tuning.candidate.search.selection.params.real("c");
  return player.point[static_cast<std::size_t>(found - player.tuning.parameters.begin())].front();
}

config::YamlNode player_node(const TunedPlayer& player, std::uint64_t simulations) {
  config::YamlNode node = config::map_node();
  config::add(node, "backup", player.entered.backup);
  config::set_at(node, "search.selection.name", config::text_node(player.tuning.candidate.search.selection.name));
  for (std::size_t i = 0; i < player.tuning.parameters.size(); ++i) {
    const tuning::TunedParameter& parameter = player.tuning.parameters[i];
    config::set_at(node, parameter.path, config::value_node(tuning::parameter_value(parameter, player.point[i])));
  }
  if (simulations > 0) config::set_at(node, "search.budget.simulations", config::count_node(simulations));
  return node;
}

}  // namespace rootward::study
