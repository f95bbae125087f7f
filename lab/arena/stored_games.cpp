// A record names its rules only where they were drawn.
#include "lab/arena/stored_games.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward {

const Game& StoredGames::game_of(const GameRecord& record) {
  std::unique_ptr<Game>& game = games_[record.game];
  if (game) return *game;
  if (is_random_game(id_) == record.game.empty())
    throw RunError(fmt::format("stored game {}: its field \"game\" is {}", record.id,
                               record.game.empty() ? "missing" : "not expected: no rules were drawn"));
  try {
    game = make_game(record.game.empty() ? id_ : parse_game(record.game, {}, "game"));
  } catch (const UsageError& error) {
    throw RunError(fmt::format("stored game {}: {}", record.id, error.what()));
  }
  return *game;
}

}  // namespace rootward
