// Messages for unknown commands and options, with the nearest known name.
#include "cli/usage_hint.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "core/errors.h"
#include "core/escape.h"
#include "core/text.h"

namespace rootward {
namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

/// Null where there is none of that name.
const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> commands = app.get_subcommands(nullptr);
  const auto found = std::ranges::find(commands, name, [](const CLI::App* command) { return command->get_name(); });
  return found == commands.end() ? nullptr : *found;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string unexpected(const std::string& what, const std::string& given, const std::vector<std::string>& known) {
  return fmt::format("unknown {} '{}'{}", what, given, hint_text(given, known));
}

std::string describe_extra(const CLI::App& command, const std::string& extra, bool is_top_level) {
  if (extra.starts_with("-")) return unexpected("option", extra.substr(0, extra.find('=')), option_names(command));
  if (is_top_level) return unexpected("command", extra, command_names(command));
  return fmt::format("unexpected argument '{}'", extra);
}

}  // namespace

std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* level = &app;
  std::string path = "rootward";
  for (int i = 1; i < argc && !level->get_subcommands(nullptr).empty(); ++i) {
    const std::string word = argv[i];
    if (word.starts_with("-")) continue;
    const CLI::App* command = find_command(*level, word);
    if (command == nullptr)
      return fmt::format("{}\n'{} --help' lists the commands",
                         unexpected("command", terminal_token(word), command_names(*level)), path);
    level = command;
    path += " " + word;
  }
  return "";
}

std::string usage_hint(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;  // the innermost that was chosen
  std::string name;
  for (; !command->get_subcommands().empty(); name += (name.empty() ? "" : " ") + command->get_name())
    command = command->get_subcommands().front();
  const bool is_top_level = name.empty();
  std::string problem = error.what();
  // A mistyped option also leaves the option it was meant for missing: the unknown name says more than the missing one.
  const std::vector<std::string> extras = app.remaining(true);
  const bool is_about_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (!extras.empty() && (is_about_extras || extras.front().starts_with("-")))
    problem = describe_extra(*command, extras.front(), is_top_level);
  if (is_top_level) return problem + "\n'rootward --help' lists the commands";
  return fmt::format("{}: {}\n'rootward {} --help' shows its options and an example", name, problem, name);
}

}  // namespace rootward
