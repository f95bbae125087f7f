// Games as JSON lines.
#include "experiments/store/game_file.h"

#include "experiments/store.h"

namespace rootward {

GameFileContent read_game_file(const std::string& path, Detail detail) {
  GameFileContent content;
  LineFileState state = read_line_file(
      path,
      [&](const std::string& line) {
        content.games.push_back(parse_game_record(line));
        if (detail == Detail::scores) content.games.back().drop_moves();
      },
      "its game counts as not played");
  content.whole_bytes = state.whole_bytes;
  content.warning = std::move(state.warning);
  return content;
}

GameFileWriter::GameFileWriter(const std::string& path, std::size_t whole_bytes)
    : lines_(path, whole_bytes, "a finished game") {}

void GameFileWriter::append(const GameRecord& record) { lines_.append(to_json_line(record)); }

void GameFileWriter::sync() { lines_.sync(); }

}  // namespace rootward
