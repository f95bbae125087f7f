// A study of estimates against the truth as a tree, its text and its hash.
#include <fmt/format.h>

#include "core/rng.h"
#include "experiments/estimates/config.h"
#include "experiments/estimates/fields.h"
#include "lab/config/resolved_tree.h"

namespace rootward::estimates {

config::YamlNode resolved_tree(const EstimatesConfig& config) {
  config::YamlNode node = config::written_map(estimates_fields(), config);
  config::assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const EstimatesConfig& config) { return config::tree_text(resolved_tree(config)); }

std::string records_hash(const EstimatesConfig& config) {
  EstimatesConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.comparisons.clear();
  hashed.refuted = 0;
  hashed.instances = hashed.repeats = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

std::string config_hash(const EstimatesConfig& config) {
  EstimatesConfig hashed = config;
  hashed.games.clear();
  hashed.arms.clear();
  return records_hash(hashed);
}

std::vector<AllowedChange> allowed_changes() {
  return {{"name", Change::differ},    {"question", Change::differ},    {"hypothesis", Change::differ},
          {"instances", Change::grow}, {"repeats", Change::grow},       {"games", Change::gain},
          {"players", Change::gain},   {"comparisons", Change::differ}, {"refuted", Change::differ}};
}

std::string continuation_problem(const EstimatesConfig& stored, const EstimatesConfig& now) {
  return rootward::continuation_problem(resolved_tree(stored), resolved_tree(now), allowed_changes());
}

}  // namespace rootward::estimates
