// A folder with configurations to run in, and results as sets that can be compared.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace rootward::testing {

/// A working directory of a test's own, removed at the end.
class Workplace {
 public:
  Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace();
  [[nodiscard]] std::string path(const std::string& name = "") const { return (folder_ / name).string(); }
  /// Writes a configuration file and returns its name.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

/// Three searching players, each against each, on tic-tac-toe: 2 * 3 * `pairs` short games.
std::string quick_config(int pairs);
/// Two players on Connect Four whose games take some hundredths of a second.
std::string slower_config(int pairs);
/// Two players on 19x19 Go whose single moves take minutes.
std::string endless_config();

std::string file_text(const std::string& path);
void append_text(const std::string& path, const std::string& text);
std::size_t line_count(const std::string& path);
/// The file's lines without cpu_seconds, sorted.
std::vector<std::string> games_in(const std::string& file);
/// The attempts in a results folder whose names begin so.
std::vector<std::string> attempts_in(const std::string& folder, const std::string& start);
/// Lines of all of them.
std::size_t attempt_lines(const std::string& folder, const std::string& start);
/// Their games, as a shard's file of earlier versions held them.
std::string attempt_games(const std::string& folder, const std::string& start);

/// The names of all files below a folder, sorted.
std::vector<std::string> files_in(const std::string& folder);
/// Puts into the folder and every one below what a process of this number leaves when it is killed there: a temporary
/// file, a heartbeat, and where there is a lock its own file of it.
void leave_as_killed(const std::string& folder, pid_t pid);
/// The number of a process that has ended.
pid_t dead_process();

/// Record lines, or a manifest, as earlier versions wrote them; what is changed in them is not noticed by a checksum.
std::string without_checksums(std::string text);

}  // namespace rootward::testing
