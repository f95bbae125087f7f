// A record names its rules only where they were drawn.
#include "lab/arena/stored_games.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward {

std::shared_ptr<const Game> StoredGames::game_of(const GameRecord& record) {
  return boards_.at(record.game, [&] {
    if (is_random_game(id_) == record.game.empty())
      throw RunError(fmt::format("stored game {}: its field \"game\" is {}", record.id,
                                 record.game.empty() ? "missing" : "not expected: no rules were drawn"));
    try {
      return record.game.empty() ? make_game(id_) : built_game(record.game, "game");
    } catch (const UsageError& error) {
      throw RunError(fmt::format("stored game {}: {}", record.id, error.what()));
    }
  });
}

}  // namespace rootward
