// Games in the order of their pairs.
#include "experiments/sgf/records.h"

#include <array>
#include <map>
#include <string>

#include "core/file_io.h"
#include "experiments/game.h"
#include "experiments/sgf/game_sgf.h"

namespace rootward {

std::size_t write_records(const StoredResults& results) {
  if (results.games.empty() || is_random_game(results.config.game)) return 0;
  const std::unique_ptr<Game> game = make_game(results.config.game);
  if (!game->facts().is_go_like) return 0;
  std::map<std::array<std::string, 2>, std::string> collections;
  for (const GameRecord& record : results.games) collections[record.pairing] += game_sgf(record, *game);
  make_folders(results.folder + "/records");
  for (const auto& [pairing, text] : collections)
    write_file_atomically(results.folder + "/records/" + pairing[0] + "--" + pairing[1] + ".sgf", text);
  return collections.size();
}

}  // namespace rootward
