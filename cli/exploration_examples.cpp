// Takes the files of configs/explore/ into the program as they are, and reads them.
#include "cli/exploration_examples.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "lab/config/head_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_document.h"

// The assembler reads the file; ROOTWARD_EXPLORE_SOURCE is the folder configs/explore/ of the sources.
#define ROOTWARD_EXAMPLE(name)                                         \
  __asm__(                                                             \
      ".pushsection .rodata\n"                                         \
      ".global rootward_example_" #name                                \
      "\n"                                                             \
      ".global rootward_example_size_" #name                           \
      "\n"                                                             \
      "rootward_example_" #name                                        \
      ":\n"                                                            \
      ".incbin \"" ROOTWARD_EXPLORE_SOURCE "/" #name                   \
      ".yaml\"\n"                                                      \
      "rootward_example_end_" #name                                    \
      ":\n"                                                            \
      ".balign 8\n"                                                    \
      "rootward_example_size_" #name                                   \
      ":\n"                                                            \
      ".quad rootward_example_end_" #name " - rootward_example_" #name \
      "\n"                                                             \
      ".popsection\n");                                                \
  extern "C" const char rootward_example_##name[];                     \
  extern "C" const std::uint64_t rootward_example_size_##name;
#include "cli/exploration_examples.def"
#undef ROOTWARD_EXAMPLE

namespace rootward {
namespace {

struct EmbeddedExample {
  std::string name;
  std::string_view yaml;
};

std::vector<EmbeddedExample> embedded_examples() {
  return {
#define ROOTWARD_EXAMPLE(name) \
  {#name, {rootward_example_##name, static_cast<std::size_t>(rootward_example_size_##name)}},
#include "cli/exploration_examples.def"
#undef ROOTWARD_EXAMPLE
  };
}

/// A value as the command line would have it; "" where there is none.
std::string argument_of(const config::YamlNode* node) {
  if (node == nullptr) return "";
  return node->is_scalar() ? node->text : config::flow_text(*node);
}

std::vector<std::string> shadows_of(const config::YamlNode* node, config::ProblemList& problems) {
  std::vector<std::string> shadows;
  if (node == nullptr) return shadows;
  if (!node->is_map()) problems.add(*node, "is not a map of labels to operators");
  for (const config::YamlEntry& entry : node->entries)
    shadows.push_back(fmt::format("{}={}", entry.key, argument_of(&entry.value)));
  return shadows;
}

std::vector<std::string> sentences_of(const config::YamlNode& node, config::ProblemList& problems) {
  std::vector<std::string> sentences;
  if (!node.is_sequence()) problems.add(node, "is not a list of sentences");
  for (const config::YamlNode& item : node.items) sentences.push_back(item.text);
  return sentences;
}

}  // namespace

std::vector<std::string> exploration_examples() {
  std::vector<std::string> names;
  for (const EmbeddedExample& example : embedded_examples()) names.push_back(example.name);
  return names;
}

ExplorationRequest exploration_example(const std::string& name) {
  for (const EmbeddedExample& example : embedded_examples()) {
    if (example.name == name) return read_exploration(example.yaml, fmt::format("configs/explore/{}.yaml", name));
  }
  const std::vector<std::string> names = exploration_examples();
  throw UsageError(fmt::format("--example: there is no {}; there are: {}, and list, which describes them{}", name,
                               fmt::join(names, ", "), hint_text(name, names)));
}

ExplorationRequest read_exploration(std::string_view yaml, const std::string& source) {
  config::YamlNode root = config::parse_yaml(yaml, source);
  config::assign_paths(root, "");
  config::ProblemList problems;
  config::MapReader map(root, problems);
  ExplorationRequest request;
  request.title = argument_of(map.require("title", "a text"));
  if (const config::YamlNode* look_for = map.require("look_for", "a list of sentences"))
    request.look_for = sentences_of(*look_for, problems);
  request.game = argument_of(map.require("game", "a game"));
  request.position.moves = argument_of(map.take("moves"));
  request.search.search = argument_of(map.take("search"));
  request.search.backup = argument_of(map.take("backup"));
  request.search.shadows = shadows_of(map.take("shadows"), problems);
  request.seed = config::read_seed(map, problems);
  map.finish();
  problems.throw_if_any();
  return request;
}

}  // namespace rootward
