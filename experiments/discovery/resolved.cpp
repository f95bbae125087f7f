// A discovery's configuration as it is stored, and what its folder's manifest is compared with.
#include <fmt/format.h>

#include "core/rng.h"
#include "experiments/discovery/fields.h"
#include "experiments/discovery/folder.h"
#include "lab/config/head_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::discovery {
namespace {

using config::add;
using config::YamlNode;

/// A value of which the configuration keeps the YAML.
void add_yaml(YamlNode& map, const std::string& key, const std::string& yaml) {
  config::apply_overrides(map, {{.path = key, .value = yaml}});
}

YamlNode domains_node(const std::vector<DiscoveryDomain>& domains) {
  YamlNode node = config::map_node();
  for (const DiscoveryDomain& domain : domains) {
    YamlNode one = config::map_node();
    add(one, "game", config::resolved_choice(domain.game));
    add_yaml(one, "evaluator", domain.evaluator);
    if (domain.constant) add(one, "c", config::value_node(*domain.constant));
    add(node, domain.name, std::move(one));
  }
  return node;
}

RunIdentity stored_discovery(const Manifest& manifest, const std::string& path) {
  RunIdentity identity = identity_of(parse_discovery(manifest.resolved_config, path));
  identity.question_hash = manifest.question_hash;
  return identity;
}

}  // namespace

YamlNode resolved_tree(const DiscoveryConfig& config) {
  YamlNode root = config::written_map(config::head_fields<DiscoveryConfig>(), config);
  add(root, "portfolio", domains_node(config.portfolio));
  add(root, "held_out", domains_node(config.held_out));
  add(root, "simulations", config::count_node(config.simulations));
  add_yaml(root, "opening", config.opening);
  add(root, "control", config::written_map(control_part_fields(), config.control));
  YamlNode search = config::written_map(search_part_fields(), config.search);
  add(search, "rungs", config::count_list({config.search.rungs.begin(), config.search.rungs.end()}));
  add(root, "search", std::move(search));
  add(root, "tuning", config::written_map(tuning_part_fields(), config.tuning));
  add(root, "confirmation", config::written_map(confirmation_part_fields(), config.confirmation));
  config::assign_paths(root, "");
  return root;
}

const RunKind kDiscoveryKind{.name = config::facts_of(config::FileKind::discovery).folder,
                             .other = "games of another configuration",
                             .stored = &stored_discovery};

/// Nothing may change, `may_change` is empty: more formulas after a confirmation would choose anew by what it has
/// shown.
RunIdentity identity_of(const DiscoveryConfig& config) {
  RunIdentity identity;
  identity.kind = &kDiscoveryKind;
  identity.configuration = resolved_tree(config);
  identity.resolved = config::tree_text(identity.configuration);
  identity.config_hash = fmt::format("{:016x}", hash_name(identity.resolved));
  identity.question_hash = question_hash(config.question, config.hypothesis);
  return identity;
}

}  // namespace rootward::discovery
