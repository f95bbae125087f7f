// The commands as shells complete them: words, options and what may stand behind each, read from the parser's own
// table.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rootward::completion {

/// What may stand in one place.
struct Values {
  std::vector<std::string> words;
  bool takes_files = false;
  bool takes_folders = false;
  bool goes_on = false;  ///< more follows without a blank: FILE:NAME
  bool operator==(const Values&) const = default;
  [[nodiscard]] bool is_unknown() const { return words.empty() && !takes_files && !takes_folders; }
};

struct CompletedOption {
  std::vector<std::string> names;  ///< "-h", "--help"
  std::string help;                ///< one line
  bool takes_value = false;
  bool takes_several = false;  ///< all words up to the next option are its values
  bool may_repeat = false;
  std::string value_name;  ///< "FILE"
  Values values;
};

/// A word of the command's own, as GAME in `search GAME`.
struct CompletedWord {
  std::string name;
  Values values;
  bool takes_several = false;
};

struct CompletedCommand {
  std::string path;  ///< "data sgf"; "" of the program itself
  std::string help;  ///< one line
  std::vector<CompletedOption> options;
  std::vector<CompletedWord> words;
  std::vector<std::string> commands;  ///< names of those below
};

/// The program first, then its commands, each before those below it. Throws std::logic_error where an option's kind of
/// value is none that completion knows, and UsageError where the configurations that come with the program are missing.
std::vector<CompletedCommand> command_table(const CLI::App& program);

const CompletedCommand& command_at(const std::vector<CompletedCommand>& table, const std::string& path);
/// "data sgf" for "sgf" below "data".
std::string path_below(const std::string& path, const std::string& name);

}  // namespace rootward::completion
