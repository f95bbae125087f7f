// The resolved tuning as a tree, its hash, and what of it may change.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/rng.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/fields.h"
#include "lab/config/resolved_tree.h"

namespace rootward::tuning {
namespace {

using config::YamlNode;

/// What decides evaluations: all but the texts and the numbers of games.
YamlNode hashed_tree(const TuningConfig& tuning) {
  YamlNode tree = resolved_tree(tuning);
  std::erase_if(tree.entries, [](const config::YamlEntry& entry) {
    constexpr std::array<std::string_view, 5> kLeftOut = {"name", "question", "hypothesis", "games", "test_games"};
    return std::ranges::find(kLeftOut, entry.key) != kLeftOut.end();
  });
  return tree;
}

}  // namespace

YamlNode resolved_tree(const TuningConfig& tuning) {
  YamlNode tree = config::written_map(tuning_fields(), tuning);
  config::assign_paths(tree, "");
  return tree;
}

std::string resolved_yaml(const TuningConfig& tuning) { return config::tree_text(resolved_tree(tuning)); }

std::string config_hash(const TuningConfig& tuning) {
  return fmt::format("{:016x}", hash_name(config::tree_text(hashed_tree(tuning))));
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
