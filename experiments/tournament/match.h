// One game between two players, from the opening to the end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "experiments/game.h"
#include "experiments/game_record.h"
#include "experiments/player.h"
#include "experiments/tournament/opening_pool.h"

namespace rootward {

/// Which game of a tournament is to be played.
struct GameTask {
  std::array<std::string, 2> pairing;
  std::uint32_t pair = 0;
  int game_of_pair = 0;  ///< 1 = seats swapped
  std::uint64_t seed = 0;
  const MoveSequence* opening = nullptr;  ///< legal moves that leave the game unfinished
};

/// Plays the game; `players` sit in the order of the pairing. An illegal choice loses at once (ended
/// "forfeit:illegal"), a resignation too ("resign"). Nothing where `stop` became true before the end. CPU seconds are
/// those of the calling thread while a player chose or was told of moves.
std::optional<GameRecord> play_game(const Game& game, const GameTask& task, std::array<Player*, 2> players,
                                    const std::function<bool()>& stop);

}  // namespace rootward
