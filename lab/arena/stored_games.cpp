// A record names its rules only where they were drawn.
#include "lab/arena/stored_games.h"

#include <fmt/format.h>

#include <utility>

#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward {

const Game& StoredGames::game_of(const GameRecord& record) {
  if (const auto known = games_.find(record.game); known != games_.end()) return *known->second;
  if (is_random_game(id_) == record.game.empty())
    throw RunError(fmt::format("stored game {}: its field \"game\" is {}", record.id,
                               record.game.empty() ? "missing" : "not expected: no rules were drawn"));
  std::unique_ptr<Game> game;
  try {
    game = record.game.empty() ? make_game(id_) : built_game(record.game, "game");
  } catch (const UsageError& error) {
    throw RunError(fmt::format("stored game {}: {}", record.id, error.what()));
  }
  if (games_.size() >= kMost) games_.clear();
  return *games_.emplace(record.game, std::move(game)).first->second;
}

}  // namespace rootward
