// The resolved study as a tree, its hash, and what of it may change.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/fields.h"

namespace rootward::tuning {
namespace {

using config::YamlNode;

/// What decides evaluations: all but the texts and the numbers of games.
YamlNode hashed_tree(const TuningConfig& study) {
  YamlNode tree = resolved_tree(study);
  std::erase_if(tree.entries, [](const config::YamlEntry& entry) {
    constexpr std::array<std::string_view, 5> kLeftOut = {"name", "question", "hypothesis", "games", "test_games"};
    return std::ranges::find(kLeftOut, entry.key) != kLeftOut.end();
  });
  return tree;
}

}  // namespace

YamlNode resolved_tree(const TuningConfig& study) {
  YamlNode tree = config::written_map(tuning_fields(), study);
  config::assign_paths(tree, "");
  return tree;
}

std::string resolved_yaml(const TuningConfig& study) { return config::tree_text(resolved_tree(study)); }

std::string config_hash(const TuningConfig& study) {
  return fmt::format("{:016x}", hash_name(config::tree_text(hashed_tree(study))));
}

std::vector<AllowedChange> allowed_changes() {
  return {{"name", Change::differ},          {"question", Change::differ},   {"hypothesis", Change::differ},
          {"games", Change::differ},         {"test_games", Change::differ}, {"opponents", Change::keep_order},
          {"parameters", Change::keep_order}};
}

std::string continuation_problem(const TuningConfig& stored, const TuningConfig& now) {
  return rootward::continuation_problem(resolved_tree(stored), resolved_tree(now), allowed_changes());
}

}  // namespace rootward::tuning
