// What every kind of configuration file begins with: name, question, hypothesis, seed, defaults.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "experiments/config/map_reader.h"
#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_node.h"

namespace rootward::config {

enum class FileKind : std::uint8_t { tournament, tuning, estimates };
/// Throws UsageError where the file is of another kind: it has that kind's key (schedule, candidate, checkpoints) and
/// not its own. Everything else in it would be complained about, and nobody would see why.
void check_kind(const YamlNode& root, FileKind kind);

/// Takes name, question, hypothesis and seed, which is unsigned with 64 bits; name and seed are required.
struct Head {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
};
Head read_head(MapReader& map, ProblemList& problems);

/// The same into a configuration's fields of these names.
template <class Config>
void read_head_into(Config& config, MapReader& map, ProblemList& problems) {
  Head head = read_head(map, problems);
  config.name = std::move(head.name);
  config.question = std::move(head.question);
  config.hypothesis = std::move(head.hypothesis);
  config.seed = head.seed;
}

/// `defaults:` holds `search:` and nothing else. Returns that map, or a null node.
YamlNode defaults_search(const YamlNode* defaults, ProblemList& problems);

/// A configuration file's text. Throws UsageError where it cannot be read.
std::string text_of(const std::string& file);

}  // namespace rootward::config
