// An atlas's configuration as it is stored, and what its folder's manifest is compared with.
#include "experiments/atlas/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/atlas/fields.h"
#include "experiments/tuning/config.h"
#include "lab/config/head_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_document.h"
#include "lab/store/line_checksum.h"

namespace rootward::atlas {
namespace {

using config::YamlNode;

/// A value of which the configuration keeps the YAML.
void add_yaml(YamlNode& map, const std::string& key, const std::string& yaml) {
  config::apply_overrides(map, {{.path = key, .value = yaml}});
}

/// Study by study.
YamlNode positions_node(const AtlasConfig& config) {
  YamlNode node = config::map_node();
  for (const estimates::EstimatesConfig& study : config.studies)
    config::add(node, study.name, config::count_node(study.instances));
  return node;
}

YamlNode domains_node(const AtlasConfig& config) {
  YamlNode node = config::map_node();
  for (const AtlasDomain& domain : config.domains) {
    YamlNode one = config::map_node();
    config::add(one, "game", config::resolved_choice(domain.rules));
    config::add(one, "evaluator", config::resolved_choice(domain.judge));
    config::add(one, "selection", config::resolved_choice(domain.selection));
    add_yaml(one, "opening", domain.opening);
    config::add(node, domain.name, std::move(one));
  }
  return node;
}

YamlNode held_out_games(const AtlasConfig& config) {
  std::vector<std::string> games;
  for (const AtlasDomain& domain : config.domains)
    if (domain.is_held_out && std::ranges::find(games, domain.game) == games.end()) games.push_back(domain.game);
  return config::text_list(games);
}

YamlNode operators_node(const AtlasConfig& config) {
  YamlNode node = config::map_node();
  for (const study::TunedOperator& op : config.operators) {
    YamlNode one = config::map_node();
    config::add(one, "backup", op.backup);
    config::add(one, "tuned", config::text_list(op.tuned));
    config::add(node, op.label, std::move(one));
  }
  return node;
}

std::string atlas_hash(const std::string& resolved) { return fmt::format("{:016x}", hash_name(resolved)); }

/// From the stored tree alone: the studies' files may have changed or gone since.
RunIdentity stored_atlas(const Manifest& manifest, const std::string& path) {
  RunIdentity identity;
  identity.kind = &kAtlasKind;
  identity.configuration = config::parse_yaml(manifest.resolved_config, path);
  config::assign_paths(identity.configuration, "");
  identity.resolved = manifest.resolved_config;
  identity.config_hash = atlas_hash(identity.resolved);
  identity.question_hash = manifest.question_hash;
  return identity;
}

std::vector<AllowedChange> changes_of(const AtlasConfig& config) {
  std::vector<AllowedChange> allowed = {{"finals.games", Change::grow},
                                        {"finals.most_games", Change::grow},
                                        {"finals.pool_games", Change::grow},
                                        {"operators", Change::gain_at_end}};
  for (const estimates::EstimatesConfig& study : config.studies)
    allowed.push_back({"positions." + study.name, Change::grow});
  return allowed;
}

}  // namespace

const RunKind kAtlasKind{.name = "atlas", .other = "cells of another atlas", .stored = &stored_atlas};

YamlNode resolved_tree(const AtlasConfig& config) {
  YamlNode root = config::written_map(config::head_fields<AtlasConfig>(), config);
  config::add(root, "positions", positions_node(config));
  config::add(root, "domains", domains_node(config));
  config::add(root, "held_out", held_out_games(config));
  config::add(root, "budgets", config::count_list(config.budgets));
  config::add(root, "equal_time", config::count_node(config.equal_time));
  YamlNode tuning = config::written_map(tuning_part_fields(), config.tuning);
  config::add(tuning, "at", config::count_list(config.tuning.at));
  config::add(root, "tuning", std::move(tuning));
  config::add(root, "finals", config::written_map(finals_part_fields(), config.finals));
  config::add(root, "operators", operators_node(config));
  config::assign_paths(root, "");
  return root;
}

/// Names of files may differ: tasks of a cluster read copies. What networks hold is checked by the folders of the
/// games.
RunIdentity identity_of(const AtlasConfig& config) {
  RunIdentity identity;
  identity.kind = &kAtlasKind;
  identity.configuration = resolved_tree(config);
  identity.resolved = config::tree_text(identity.configuration);
  identity.config_hash = atlas_hash(identity.resolved);
  identity.question_hash = question_hash(config.question, config.hypothesis);
  identity.may_change = with_file_names(changes_of(config), identity.configuration);
  return identity;
}

void check_atlas_folder(const AtlasConfig& config, const std::string& folder) {
  if (!file_exists(manifest_path(folder))) return;
  check_continues(folder, read_manifest(folder), identity_of(config), "; choose another --out or go back to it");
}

void keep_tuning_file(const std::string& path, const std::string& text) {
  if (!file_exists(path)) return write_file_atomically(path, text_with_checksum(text));
  std::string kept = read_whole_file(path);
  if (take_text_checksum(kept) != Checksum::right)
    throw RunError(fmt::format("{}: was changed: its last line, # crc and a checksum, is not that of its text", path));
  const tuning::TuningConfig stored = tuning::parse_tuning(kept, path);
  const tuning::TuningConfig now = tuning::parse_tuning(text, path);
  std::string difference = tuning::continuation_problem(stored, now);
  const auto count = [&](const char* key, std::uint32_t was, std::uint32_t is) {
    if (was != is) difference += fmt::format("{}: stored {}, now {}\n", key, was, is);
  };
  count("games", stored.games, now.games);
  count("test_games", stored.test_games, now.test_games);
  if (!difference.empty())
    throw UsageError(
        fmt::format("{} was begun with another tuning; choose another --out or go back to it. The difference:\n{}",
                    path, difference));
}

}  // namespace rootward::atlas
