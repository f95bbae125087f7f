// Reads the configuration once more, for its places alone.
#include "cli/problem_places.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/set_options.h"
#include "lab/config/head_reader.h"
#include "lab/config/yaml_node.h"

namespace rootward {
namespace {

/// "a.b" and "a[1]" lie in "a", "ab" does not.
bool lies_in(std::string_view path, std::string_view above) {
  return path.starts_with(above) &&
         (path.size() == above.size() || path[above.size()] == '.' || path[above.size()] == '[' || above.empty());
}

const config::YamlNode& nearest_node(const config::YamlNode& node, std::string_view path) {
  for (const config::YamlEntry& entry : node.entries)
    if (lies_in(path, entry.value.path)) return nearest_node(entry.value, path);
  for (const config::YamlNode& item : node.items)
    if (lies_in(path, item.path)) return nearest_node(item, path);
  return node;
}

/// The command that was given, where it takes a configuration; else null.
const CLI::App* command_with_configuration(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const CLI::Option* config = command->get_option_no_throw("CONFIG");
  return config != nullptr && config->count() > 0 ? command : nullptr;
}

}  // namespace

UsageError with_places(const UsageError& error, const CLI::App& app) {
  const CLI::App* command = command_with_configuration(app);
  std::vector<Problem> problems(error.problems().begin(), error.problems().end());
  const auto is_known = [](const Problem& problem) { return problem.line > 0 || problem.path.empty(); };
  if (command == nullptr || std::ranges::all_of(problems, is_known)) return error;
  const auto file = command->get_option("CONFIG")->as<std::string>();
  config::YamlNode root;
  try {
    root = config::configuration_tree(config::text_of(file), file, given_overrides(*command));
  } catch (const std::exception&) {
    return error;  // it cannot be read: that is what is told
  }
  for (Problem& problem : problems) {
    if (is_known(problem) || (!problem.file.empty() && problem.file != file)) continue;
    const config::Place& place = nearest_node(root, problem.path).place;
    problem.file = place.source.empty() ? file : place.source;
    problem.line = place.line;
    problem.column = place.column;
  }
  return UsageError(std::move(problems));
}

}  // namespace rootward
