// A file of games, one a line, append-only: reading what is whole, and appending so that a crash or a full disk tears
// at most the last line.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/file_io.h"
#include "experiments/game_record.h"

namespace rootward {

/// What a file of games holds.
struct GameFileContent {
  std::vector<GameRecord> games;
  std::size_t whole_bytes = 0;  ///< length of the lines that are whole; a torn last line lies behind
  std::string warning;          ///< about a torn last line; "" where there is none
};

/// Reads the file; no file holds no games. A last line that lacks its end or cannot be read was torn by a crash. Throws
/// RunError naming file and line where any other line cannot be read.
GameFileContent read_game_file(const std::string& path);

/// Appends games, one write() a line. Throws RunError where the disk is full or fails; the file then ends with the last
/// whole line.
class GameFileWriter {
 public:
  /// Opens or makes the file and cuts it to `whole_bytes`.
  GameFileWriter(const std::string& path, std::size_t whole_bytes);
  void append(const GameRecord& record);
  /// Forces what was appended to the disk.
  void sync();

 private:
  [[noreturn]] void fail(std::string_view what, int error_number);

  std::string path_;
  FileDescriptor fd_;
  std::size_t bytes_ = 0;
  std::chrono::steady_clock::time_point last_sync_;
};

}  // namespace rootward
