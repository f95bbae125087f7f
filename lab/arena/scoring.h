// Who won a finished game of Go against an external engine: the board as it stands does not know which stones are dead.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "lab/arena/game_record.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Who says how a finished game of Go against an external engine ended. `tromp_taylor`: the board as it stands;
/// `referee`: GNU Go replays the game; `players`: the engines themselves, the board where they disagree. Games without
/// external engines are always scored by the board.
enum class Scoring : std::uint8_t { tromp_taylor, referee, players };

/// Scores games that two passes ended and in which an external engine played; safe for many threads.
class GameScorer {
 public:
  virtual ~GameScorer() = default;
  /// Sets the record's score, and who found it. `players` sit in the order of the first move. Throws PlayerFault where
  /// the referee or a player fails, and leaves the record alone once `stop` is true.
  virtual void score(const Position& end, const std::array<Player*, 2>& players, const std::function<bool()>& stop,
                     GameRecord& record) const = 0;
};

/// Null for Scoring::tromp_taylor. Throws PlayerError where there is no referee.
std::unique_ptr<GameScorer> make_scorer(Scoring scoring, const Game& game);

}  // namespace rootward
