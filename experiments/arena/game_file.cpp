// Games as JSON lines.
#include "experiments/arena/game_file.h"

#include <iterator>
#include <utility>

#include "experiments/arena/game_record.h"

namespace rootward {

GameFileContent read_game_file(const std::string& path, Detail detail, DamagedLines damaged) {
  GameFileContent content;
  content.games.reserve(count_lines(path));
  LineFileState state = read_line_file(
      path,
      [&](const std::string& line) {
        content.games.push_back(parse_game_record(line));
        if (detail == Detail::scores) content.games.back().drop_moves();
      },
      "its game counts as not played", damaged);
  content.whole_bytes = state.whole_bytes;
  add_warnings(state, content.warnings);
  content.warning = std::move(state.warning);
  return content;
}

void append_games(std::vector<GameRecord>& into, std::vector<GameRecord>&& games) {
  if (into.empty()) {
    into = std::move(games);
    return;
  }
  into.insert(into.end(), std::make_move_iterator(games.begin()), std::make_move_iterator(games.end()));
}

GameFileWriter::GameFileWriter(const std::string& path, std::size_t whole_bytes)
    : lines_(path, whole_bytes, "a finished game") {}

void GameFileWriter::append(const GameRecord& record) { lines_.append(to_json_line(record)); }

void GameFileWriter::sync() { lines_.sync(); }

}  // namespace rootward
