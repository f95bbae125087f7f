// fish: a line an option, each under the condition that its command is the one being written.
#include <fmt/format.h>

#include "cli/completion/shells.h"

namespace rootward::completion {
namespace fish {
namespace {

constexpr const char* kHead =
    R"(# Completion of rootward in fish, printed by `rootward tool completion fish`. It needs fish's own functions alone.
# For one shell: rootward tool completion fish | source. For good: save it as ~/.config/fish/completions/rootward.fish.

# Options with a value, by command.
function __rootward_valued
    switch $argv[1]
)";

constexpr const char* kBetween = R"(    end
end

# The commands below a command.
function __rootward_commands
    switch $argv[1]
)";

/// The command that is written, and how many words of its own stand before the cursor: "data sgf 0".
constexpr const char* kTail = R"(    end
end

# The command that is being written, and how many words of its own stand before the cursor: "data sgf 0".
function __rootward_place
    set -l path ''
    set -l own 0
    set -l is_value 0
    set -l tokens (commandline --current-process --tokenize --cut-at-cursor)
    for token in $tokens[2..]
        if test $is_value = 1
            set is_value 0
        else if string match --quiet -- '-*' $token
            if contains -- $token (__rootward_valued "$path")
                set is_value 1
            end
        else if contains -- $token (__rootward_commands "$path")
            set path (string trim -- "$path $token")
        else
            set own (math $own + 1)
        end
    end
    echo "$path $own"
end

# Whether COMMAND is being written, with N words of its own so far where N is given.
function __rootward_at
    set -l place (__rootward_place)
    if set --query argv[2]
        test "$place" = "$argv[1] $argv[2]"
    else
        string match --quiet --regex -- "^$argv[1] \d+\$" "$place"
    end
end

complete --command rootward --erase
complete --command rootward --no-files
)";

std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

/// What is offered, as options of `complete`.
std::string offered(const Values& values) {
  std::string text = values.takes_files ? " --force-files" : " --no-files";
  const std::string words = fmt::format("{}", fmt::join(values.words, " "));
  if (values.takes_folders)
    text += " --arguments '(__fish_complete_directories)'";
  else if (!words.empty())
    text += " --arguments " + quoted(words);
  return text;
}

std::string start(const std::string& condition) {
  return fmt::format("complete --command rootward --condition {}", quoted("__rootward_at " + condition));
}

std::string option_line(const CompletedCommand& command, const CompletedOption& option) {
  std::string line = start(quoted(command.path));
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " --long-option " + name.substr(2) : " --short-option " + name.substr(1);
  if (option.takes_value) line += " --require-parameter";
  return line + offered(option.values) + " --description " + quoted(option.help) + "\n";
}

std::string word_line(const CompletedCommand& command, std::size_t index) {
  const CompletedWord& word = command.words[index];
  const std::string place = word.takes_several ? "" : fmt::format(" {}", index);
  return start(quoted(command.path) + place) + offered(word.values) + "\n";
}

/// A branch of `switch` that prints a word a line.
std::string branch(const std::string& path, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  return fmt::format("        case '{}'\n            printf '%s\\n' {}\n", path, fmt::join(words, " "));
}

std::vector<std::string> valued_names(const CompletedCommand& command) {
  std::vector<std::string> names;
  for (const CompletedOption& option : command.options)
    if (option.takes_value) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

}  // namespace
}  // namespace fish

std::string fish_script(const std::vector<CompletedCommand>& table) {
  using namespace fish;
  std::string script = kHead;
  for (const CompletedCommand& command : table) script += branch(command.path, valued_names(command));
  script += kBetween;
  for (const CompletedCommand& command : table) script += branch(command.path, command.commands);
  script += kTail;
  for (const CompletedCommand& command : table) {
    for (const std::string& name : command.commands)
      script += fmt::format("{} --arguments {} --description {}\n", start(quoted(command.path) + " 0"), name,
                            quoted(command_at(table, path_below(command.path, name)).help));
    for (const CompletedOption& option : command.options) script += option_line(command, option);
    for (std::size_t i = 0; i < command.words.size(); ++i)
      if (!command.words[i].values.is_unknown()) script += word_line(command, i);
  }
  return script;
}

}  // namespace rootward::completion
