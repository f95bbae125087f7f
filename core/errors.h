// Errors that a user can cause, and the exit codes that tell scripts about them.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rootward {

/// Process exit codes, as `rootward --help` lists them.
enum class ExitCode : int {
  done = 0,
  failed = 1,           ///< a file, a disk, a damaged or unverified result
  usage = 2,            ///< what the user gave is not allowed
  unusable_player = 3,  ///< an engine or an optimizer that does not start or does not speak
  unfit = 4,            ///< this machine cannot play it as others do: elsewhere it goes on
  incomplete = 75,      ///< games are missing, as after a shard or an interruption of one
  interrupted = 130,
};

/// One thing wrong with user input. Line and column count from 1; 0 = unknown.
struct Problem {
  std::string file;
  int line = 0;
  int column = 0;
  std::string path;     ///< the key's path, `players.softmax.backup.g[3]`
  std::string message;  ///< the value, what is allowed and the nearest known name
};

/// "file:line:column: path: message", leaving out what is unknown.
std::string problem_text(const Problem& problem);

/// Wrong usage or configuration (exit code 2): everything that is wrong, all at once.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(std::vector<Problem> problems);
  explicit UsageError(const std::string& message);
  [[nodiscard]] std::span<const Problem> problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// The run itself failed (exit code 1): disk full, folder in use, corrupt results.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An external player cannot be used at all (exit code 3): its program is missing, does not start, or refuses the game.
class PlayerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// This machine cannot play what others have begun, since it would play other games (exit code 4): its processor or its
/// libraries compute in another way. A run on another machine can.
class UnfitError : public RunError {
 public:
  using RunError::RunError;
};

/// The candidate nearest to `name` by edit distance, or "" when none is near enough to be meant.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace rootward
