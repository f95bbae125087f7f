// What one thread of a tournament does: takes games and plays them, one after another or many side by side.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "experiments/arena/match.h"
#include "experiments/play/game.h"
#include "experiments/play/player.h"

namespace rootward {

/// A game handed to a worker.
struct HandedGame {
  std::size_t pairing = 0;               ///< in the schedule
  std::array<std::size_t, 2> players{};  ///< who sits, as indices of the configuration, in the order of the pairing
  const Game* game = nullptr;            ///< that is played
  GameTask task;
  std::function<bool()> stop;  ///< true: the game is to end without a result
};

/// Where workers get their games; safe for many threads.
class GameSource {
 public:
  virtual ~GameSource() = default;
  virtual std::optional<HandedGame> next_game() = 0;
  virtual void game_finished(const HandedGame& handed, GameRecord record) = 0;
  /// An external player failed; `record` holds what there is of the game.
  virtual void game_voided(const HandedGame& handed, const GameRecord& record, const PlayerFault& fault) = 0;
  [[nodiscard]] virtual std::unique_ptr<Player> make_player(std::size_t index, const Game& game) const = 0;
};

/// How a tournament's searches may run side by side: those of all players with this evaluator.
struct SideBySidePlan {
  NamedParams evaluator;
  std::size_t slots = 1;
};

void play_one_by_one(GameSource& source);
/// All games are of `game`. They are those of play_one_by_one(); only CPU seconds differ.
void play_side_by_side(const Game& game, GameSource& source, const SideBySidePlan& plan);

}  // namespace rootward
