// Games in the order of their pairs.
#include "experiments/tournament/sgf_records.h"

#include <array>
#include <map>
#include <string>

#include "core/file_io.h"
#include "lab/arena/game_sgf.h"
#include "lab/play/game.h"

namespace rootward::tournament {

bool has_records(const NamedParams& game) { return !is_random_game(game) && make_game(game)->facts().is_go_like; }

std::size_t write_records(const StoredResults& results) {
  if (!has_records(results.config.game)) return 0;
  const std::unique_ptr<Game> game = make_game(results.config.game);
  std::map<std::array<std::string, 2>, std::string> collections;
  for (const GameRecord& record : results.games)
    if (record.has_moves()) collections[record.pairing] += game_sgf(record, *game);
  if (collections.empty()) return 0;
  make_folders(results.folder + "/records");
  for (const auto& [pairing, text] : collections)
    write_file_atomically(results.folder + "/records/" + pairing[0] + "--" + pairing[1] + ".sgf", text);
  return collections.size();
}

}  // namespace rootward::tournament
