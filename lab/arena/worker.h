// What a thread of a pool of games does: takes games and plays them, one after another or many side by side.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <variant>

#include "core/source.h"
#include "lab/arena/game_record.h"
#include "lab/arena/match.h"
#include "lab/arena/pool.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Makes a player for a game; any thread.
using PlayerMaker = std::function<std::unique_ptr<Player>(const Game&)>;

/// A game to be played.
struct GameJob : PoolJob {
  /// Who sits, in the order of the pairing. Jobs with the same maker may be played by the same player.
  std::array<std::shared_ptr<const PlayerMaker>, 2> players;
  std::shared_ptr<const Game> game;
  GameTask task;
};
/// The finished game, or what there is of one in which an external player failed.
using GameResult = std::variant<GameRecord, VoidRecord>;
using GameSource = Source<GameJob, GameResult>;
using GamePool = Pool<GameJob, GameResult>;

/// Whether two games of one batch are the two of a pair, as far as batches number them side by side.
bool are_one_pair(const Ticket& first, const Ticket& second);

/// How searches may run side by side: those of all players with this evaluator.
struct SideBySidePlan {
  NamedParams evaluator;
  std::size_t slots = 1;
};

void play_one_by_one(GameSource& source);
/// All games are of `game`. They are those of play_one_by_one(); only CPU seconds differ.
void play_side_by_side(const Game& game, GameSource& source, const SideBySidePlan& plan);
/// The threads of a pool of games: side by side where the plan has slots, all games then being of `game`, which
/// outlives the pool.
GamePool::Work game_work(const Game& game, const SideBySidePlan& plan);

}  // namespace rootward
