// Looking conditions up in resolved configurations.
#include "experiments/comparison/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "experiments/comparison/evidence.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_document.h"
#include "lab/store/folder_layout.h"

namespace rootward::comparison {
namespace {

using config::YamlNode;

/// The standard player, else the first one that searches.
const PlayerSpec* speaker_of(const Published& published, const PlayedRun& run) {
  const auto standard = std::ranges::find(run.players, published.standard, &PlayerSpec::name);
  if (standard != run.players.end()) return &*standard;
  const auto first = std::ranges::find(run.players, "search", &PlayerSpec::kind);
  return first == run.players.end() ? nullptr : &*first;
}

std::string text_at(const YamlNode& tree, std::string_view path) {
  const YamlNode* node = &tree;
  while (!path.empty() && node != nullptr) {
    const std::size_t length = std::min(path.find('.'), path.size());
    node = node->find(path.substr(0, length));
    path.remove_prefix(std::min(length + 1, path.size()));
  }
  if (node == nullptr || node->is_null()) return "none";
  return node->is_scalar() ? node->text : config::flow_text(*node);
}

/// What the runs have there, each text once.
std::string texts_at(const std::vector<YamlNode>& trees, std::string_view path) {
  std::vector<std::string> texts;
  for (const YamlNode& tree : trees) {
    std::string text = text_at(tree, path);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// The run's configuration, with the speaker's search under `search`.
YamlNode tree_of_run(const Published& published, const PlayedRun& run) {
  YamlNode tree = config::parse_yaml(run.manifest.resolved_config, manifest_path(run.folder));
  if (const PlayerSpec* player = speaker_of(published, run); player != nullptr) {
    config::add(tree, "search", config::resolved_search(player->search));
    const auto network = run.manifest.inputs.networks.find(player->name);
    if (network != run.manifest.inputs.networks.end()) config::add(tree, "network", config::text_node(network->second));
  }
  return tree;
}

bool is_about(const Condition& condition, const std::string& place) {
  return condition.places.empty() || std::ranges::find(condition.places, place) != condition.places.end();
}

}  // namespace

std::vector<PlaceConditions> place_conditions(const Published& published, std::span<const PlayedRun> runs) {
  std::vector<PlaceConditions> all;
  if (published.conditions.empty()) return all;
  for (const std::string& place : published.places()) {
    std::vector<YamlNode> trees;
    for (const PlayedRun& run : runs)
      if (place_of(published, run) == place) trees.push_back(tree_of_run(published, run));
    if (trees.empty()) continue;
    PlaceConditions conditions{.place = place, .rows = {}};
    for (const Condition& condition : published.conditions)
      if (is_about(condition, place))
        conditions.rows.push_back(
            {condition.what, condition.paper, condition.key.empty() ? condition.ours : texts_at(trees, condition.key)});
    if (const std::string network = texts_at(trees, "network"); network != "none")
      conditions.rows.push_back({"hash of the network's file, and how it is computed", std::nullopt, network});
    all.push_back(std::move(conditions));
  }
  return all;
}

}  // namespace rootward::comparison
