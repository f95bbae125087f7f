// bash: two tables as `case` statements, and the functions that read them.
#include <fmt/format.h>

#include <utility>

#include "cli/completion/shells.h"

namespace rootward::completion {
namespace bash {
namespace {

constexpr const char* kHead =
    R"(# Completion of rootward in bash, printed by `rootward tool completion bash`. It needs no library.
# For one shell: source <(rootward tool completion bash). For good: save it as
# ~/.local/share/bash-completion/completions/rootward.

# Sets commands (those below), options, valued (options with a value) and several (options with many).
_rootward_command() { # COMMAND
  case $1 in
)";

constexpr const char* kBetween = R"(  esac
}

# Sets words and files: "", files, folders, or part (more follows the file's name).
_rootward_values() { # COMMAND OPTION; for the N-th word of the command's own: COMMAND N
  words='' files=''
  case "$1 $2" in
)";

constexpr const char* kTail = R"(  esac
}

# Sets line: the words as rootward would get them. bash cuts words at colons and equals signs.
_rootward_line() {
  local word joins='' i
  line=()
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $i -gt 1 && ($joins || $word =~ ^[:=]+$) ]]; then
      line[${#line[@]} - 1]+=$word
    else
      line+=("$word")
    fi
    if [[ $word =~ ^[:=]+$ ]]; then joins=1; else joins=''; fi
  done
}

# Sets command, option (whose value is wanted, or "") and own (how many words of its own the command has).
_rootward_place() {
  local word
  command='' option='' own=0
  _rootward_command ''
  for word in "${line[@]:1:${#line[@]}-2}"; do
    if [[ $option && ($word != -* || " $several " != *" $option "*) ]]; then
      [[ " $several " == *" $option "* ]] || option=''
    elif [[ $word == -* ]]; then
      option=''
      if [[ " $valued " == *" $word "* ]]; then option=$word; fi
    elif [[ " $commands " == *" $word "* ]]; then
      command="${command:+$command }$word"
      _rootward_command "$command"
    else
      own=$((own + 1))
    fi
  done
}

_rootward() {
  local command option own commands options valued several words files line
  _rootward_line
  _rootward_place
  local current=${line[${#line[@]} - 1]} typed=${COMP_WORDS[COMP_CWORD]} lead=''
  if [[ $typed =~ ^[:=]+$ ]]; then typed=''; fi
  local kept=${current%"$typed"} # of the current word bash keeps this much, and replaces what follows
  if [[ $option && ($current != -* || " $several " != *" $option "*) ]]; then
    _rootward_values "$command" "$option"
  elif [[ $current == --*=* ]]; then
    lead="${current%%=*}="
    _rootward_values "$command" "${current%%=*}"
  elif [[ $current == -* ]]; then
    words=$options files=''
  else
    _rootward_values "$command" "$own"
    words+=" $commands"
  fi
  local found one value=${current#"$lead"}
  COMPREPLY=()
  while read -r found; do COMPREPLY+=("$found"); done < <(compgen -W "$words" -- "$value")
  if [[ ${#COMPREPLY[@]} -eq 0 && $files ]]; then compopt -o filenames 2>/dev/null; fi
  if [[ $files == part ]]; then compopt -o nospace 2>/dev/null; fi
  case $files in
    files | part) while read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$value") ;;
    folders) while read -r found; do COMPREPLY+=("$found"); done < <(compgen -d -- "$value") ;;
  esac
  for one in "${!COMPREPLY[@]}"; do
    found=$lead${COMPREPLY[one]}
    COMPREPLY[one]=${found#"$kept"}
  done
}

complete -F _rootward rootward
)";

/// Each name with a blank before it.
void add_name(std::string& list, const std::string& name) { list += (list.empty() ? "" : " ") + name; }

std::string command_row(const CompletedCommand& command) {
  std::string options;
  std::string valued;
  std::string several;
  for (const CompletedOption& option : command.options) {
    for (const std::string& name : option.names) {
      add_name(options, name);
      if (option.takes_value) add_name(valued, name);
      if (option.takes_several) add_name(several, name);
    }
  }
  return fmt::format("    '{}')\n      commands='{}'\n      options='{}'\n      valued='{}'\n      several='{}' ;;\n",
                     command.path, fmt::join(command.commands, " "), options, valued, several);
}

/// Values beside all the places where they may stand, in the table's order.
using Places = std::vector<std::pair<Values, std::vector<std::string>>>;

void add_place(Places& places, const Values& values, std::string place) {
  if (values.is_unknown()) return;
  for (auto& [known, where] : places) {
    if (known == values) return where.push_back(std::move(place));
  }
  places.push_back({values, {std::move(place)}});
}

Places places_of(const std::vector<CompletedCommand>& table) {
  Places places;
  for (const CompletedCommand& command : table) {
    for (const CompletedOption& option : command.options)
      for (const std::string& name : option.names)
        add_place(places, option.values, fmt::format("'{} {}'", command.path, name));
    for (std::size_t i = 0; i < command.words.size(); ++i)
      add_place(places, command.words[i].values,
                command.words[i].takes_several ? fmt::format("'{} '[0-9]*", command.path)
                                               : fmt::format("'{} {}'", command.path, i));
  }
  return places;
}

std::string files_text(const Values& values) {
  if (values.goes_on) return "part";
  return values.takes_files ? "files" : values.takes_folders ? "folders" : "";
}

}  // namespace
}  // namespace bash

std::string bash_script(const std::vector<CompletedCommand>& table) {
  using namespace bash;
  std::string script = kHead;
  for (const CompletedCommand& command : table) script += command_row(command);
  script += kBetween;
  for (const auto& [values, where] : places_of(table))
    script += fmt::format("    {})\n      words='{}' files='{}' ;;\n", fmt::join(where, " | "),
                          fmt::join(values.words, " "), files_text(values));
  return script + kTail;
}

}  // namespace rootward::completion
