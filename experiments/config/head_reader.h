// What every kind of configuration file begins with: name, question, hypothesis, seed, defaults.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/config/map_reader.h"
#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_node.h"

namespace rootward::config {

struct Head {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
};

/// Takes name, question, hypothesis and seed; name and seed are required.
Head read_head(MapReader& map, ProblemList& problems);

/// `defaults:` holds `search:` and nothing else. Returns that map, or a null node.
YamlNode defaults_search(const YamlNode* defaults, ProblemList& problems);

/// A configuration file's text. Throws UsageError where it cannot be read.
std::string text_of(const std::string& file);

}  // namespace rootward::config
