// zsh: a function a command, each one call of _arguments.
#include <fmt/format.h>

#include <algorithm>

#include "cli/completion/shells.h"

namespace rootward::completion {
namespace zsh {
namespace {

constexpr const char* kHead = R"(#compdef rootward
# Completion of rootward in zsh, printed by `rootward tool completion zsh`. It needs zsh's own functions alone.
# For one shell: source <(rootward tool completion zsh), after compinit. For good: save it as _rootward in a folder of $fpath.
)";

constexpr const char* kTail = R"(
if [[ $funcstack[1] == _rootward ]]; then _rootward "$@"; else compdef _rootward rootward; fi
)";

/// As it may stand in single quotes, in a description of _arguments.
std::string described(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'') {
      safe += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

/// "_rootward_data_sgf"
std::string function_of(const std::string& path) {
  std::string name = "_rootward" + (path.empty() ? "" : "_" + path);
  std::ranges::replace(name, ' ', '_');
  return name;
}

/// What _arguments shall do for a value.
std::string action(const Values& values) {
  const std::string words = fmt::format("{}", fmt::join(values.words, " "));
  if (values.goes_on) return "_files -S \"\"";
  if (values.takes_files && !words.empty())
    return fmt::format("_alternative \"names:name:({})\" \"files:file:_files\"", words);
  if (values.takes_files) return "_files";
  if (values.takes_folders) return "_files -/";
  return words.empty() ? " " : "(" + words + ")";
}

std::string value_spec(const std::string& name, const Values& values) {
  return fmt::format(":{}:{}", described(name), action(values));
}

/// The option's names, of which one line may have one alone unless it may be repeated.
std::string option_line(const CompletedOption& option) {
  std::string names = fmt::format("{}", fmt::join(option.names, ","));
  const bool has_several_names = option.names.size() > 1;
  std::string line = "    ";
  if (has_several_names) {
    line += fmt::format("'({})'{{{}}}'", fmt::join(option.names, " "), names);
  } else {
    line += option.may_repeat ? "'*" + names : "'" + names;
    if (option.takes_value) line += "=";
  }
  line += "[" + described(option.help) + "]";
  if (option.takes_several) line += ":*-*";
  if (option.takes_value) line += value_spec(option.value_name, option.values);
  return line + "'";
}

std::string word_line(const CompletedWord& word, std::size_t index) {
  const std::string place = word.takes_several ? "*" : std::to_string(index + 1);
  return fmt::format("    '{}{}'", place, value_spec(word.name, word.values));
}

/// The rest of a function whose command has commands below it: they are named, or theirs is the next word.
std::string below(const std::vector<CompletedCommand>& table, const CompletedCommand& command) {
  std::string text =
      " \\\n    '1:command:->command' '*::argument:->argument' && return\n  case $state in\n    command)\n";
  text += "      local -a known=(\n";
  for (const std::string& name : command.commands)
    text += fmt::format("        '{}:{}'\n", name, described(command_at(table, path_below(command.path, name)).help));
  text += "      )\n      _describe command known ;;\n    argument)\n      case $words[1] in\n";
  for (const std::string& name : command.commands)
    text += fmt::format("        {}) {} ;;\n", name, function_of(path_below(command.path, name)));
  return text + "      esac ;;\n  esac\n";
}

std::string function_text(const std::vector<CompletedCommand>& table, const CompletedCommand& command) {
  const bool has_commands = !command.commands.empty();
  std::string text = fmt::format("\n{}() {{\n", function_of(command.path));
  if (has_commands) text += "  local curcontext=$curcontext state line\n  typeset -A opt_args\n";
  text += has_commands ? "  _arguments -C" : "  _arguments";
  for (const CompletedOption& option : command.options) text += " \\\n" + option_line(option);
  for (std::size_t i = 0; i < command.words.size(); ++i) text += " \\\n" + word_line(command.words[i], i);
  text += has_commands ? below(table, command) : "\n";
  return text + "}\n";
}

}  // namespace
}  // namespace zsh

std::string zsh_script(const std::vector<CompletedCommand>& table) {
  using namespace zsh;
  std::string script = kHead;
  for (const CompletedCommand& command : table) script += function_text(table, command);
  return script + kTail;
}

}  // namespace rootward::completion
