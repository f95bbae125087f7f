// A study of estimates against the truth as resolved YAML, and whether one continues another.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_document.h"
#include "experiments/estimates/config.h"
#include "experiments/estimates/fields.h"

namespace rootward::estimates {
namespace {

using config::YamlNode;

bool is_count_that_may_grow(const std::string& path) { return path == "instances" || path == "repeats"; }
bool is_left_alone(const std::string& path) { return path == "name" || path == "question" || path == "hypothesis"; }

std::uint64_t count_of(const std::string& text) {
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

}  // namespace

YamlNode resolved_tree(const EstimatesConfig& config) {
  YamlNode node = config::written_map(estimates_fields(), config);
  config::assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const EstimatesConfig& config) { return config::tree_text(resolved_tree(config)); }

std::string config_hash(const EstimatesConfig& config) {
  EstimatesConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.games.clear();
  hashed.arms.clear();
  hashed.instances = hashed.repeats = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

std::string continuation_problem(const std::string& stored, const EstimatesConfig& now) {
  YamlNode before_tree = config::parse_yaml(stored, "the stored study");
  config::assign_paths(before_tree, "");
  config::Leaves before;
  config::Leaves after;
  std::vector<std::string> paths;
  std::vector<std::string> new_paths;
  config::collect_leaves(before_tree, before, paths);
  config::collect_leaves(resolved_tree(now), after, new_paths);
  std::string problem;
  for (const std::string& path : paths) {
    if (is_left_alone(path)) continue;
    const auto found = after.find(path);
    const std::string is = found == after.end() ? "(nothing)" : found->second;
    if (before[path] == is || (is_count_that_may_grow(path) && count_of(before[path]) <= count_of(is))) continue;
    problem += fmt::format("{}{}: stored {}, now {}", problem.empty() ? "" : "\n", path, before[path], is);
  }
  return problem;
}

}  // namespace rootward::estimates
