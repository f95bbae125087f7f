// Walks the parser's commands.
#include "cli/completion/table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "cli/completion/values.h"

namespace rootward::completion {
namespace {

/// What fits beside a word in a list: up to the first line's or clause's end.
std::string brief(const std::string& help) { return help.substr(0, help.find_first_of("\n;")); }

/// Words at a time; the library has some 2^29 for "any number".
bool takes_several(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

CompletedOption completed(const CLI::Option& option, const std::string& path) {
  CompletedOption one;
  for (const std::string& name : option.get_snames()) one.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) one.names.push_back("--" + name);
  one.help = brief(option.get_description());
  one.takes_value = option.get_items_expected_max() > 0;
  one.takes_several = takes_several(option);
  one.may_repeat = one.takes_several || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (one.takes_value) {
    const std::string kind = option.get_type_name();
    one.value_name = kind.substr(0, kind.find(':'));
    one.values = values_of(kind, path + " " + one.names.back());
  }
  return one;
}

CompletedWord completed_word(const CLI::Option& option, const std::string& path) {
  const std::string name = option.get_name(true);
  const bool is_configuration = name == "CONFIG";
  const std::string kind = option.get_type_name();
  Values values = values_of(is_configuration && kind == "FILE" ? name : kind, path + " " + name);
  return {.name = name, .values = std::move(values), .takes_several = takes_several(option)};
}

void add_command(std::vector<CompletedCommand>& table, const CLI::App& app, const std::string& path) {
  CompletedCommand command;
  command.path = path;
  command.help = brief(app.get_description());
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden: what the program writes for itself
    if (option->get_positional())
      command.words.push_back(completed_word(*option, path));
    else
      command.options.push_back(completed(*option, path));
  }
  const std::vector<const CLI::App*> below = app.get_subcommands(nullptr);
  for (const CLI::App* one : below) command.commands.push_back(one->get_name());
  table.push_back(std::move(command));
  for (const CLI::App* one : below) add_command(table, *one, path_below(path, one->get_name()));
}

}  // namespace

std::vector<CompletedCommand> command_table(const CLI::App& program) {
  std::vector<CompletedCommand> table;
  add_command(table, program, "");
  return table;
}

const CompletedCommand& command_at(const std::vector<CompletedCommand>& table, const std::string& path) {
  const auto found = std::ranges::find(table, path, &CompletedCommand::path);
  if (found == table.end()) throw std::logic_error("completion: no command '" + path + "'");
  return *found;
}

std::string path_below(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + " " + name;
}

}  // namespace rootward::completion
