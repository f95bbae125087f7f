// A file of games, one a line, append-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/arena/game_record.h"
#include "experiments/store/line_file.h"

namespace rootward {

/// How much of each game a reader keeps. `scores`: all but moves, visits and values, a quarter of the memory.
enum class Detail : std::uint8_t { moves, scores };

/// What a file of games holds.
struct GameFileContent {
  std::vector<GameRecord> games;
  std::size_t whole_bytes = 0;  ///< see LineFileState
  std::string warning;
  std::vector<std::string> warnings;  ///< the same, with lines left out and a note about missing checksums
};

/// Reads the file as read_line_file() does.
GameFileContent read_game_file(const std::string& path, Detail detail = Detail::moves,
                               DamagedLines damaged = DamagedLines::refuse);

/// Moves `games` behind those in `into`, which are often none.
void append_games(std::vector<GameRecord>& into, std::vector<GameRecord>&& games);

/// Appends games as LineFileWriter does.
class GameFileWriter {
 public:
  /// Opens or makes the file and cuts it to `whole_bytes`.
  GameFileWriter(const std::string& path, std::size_t whole_bytes);
  void append(const GameRecord& record);
  void sync();

 private:
  LineFileWriter lines_;
};

}  // namespace rootward
