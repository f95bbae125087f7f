// Which openings are the same position up to board symmetry.
#pragma once

#include <string>
#include <vector>

#include "lab/arena/game_record.h"
#include "lab/arena/stored_games.h"
#include "lab/play/game.h"

namespace rootward::tournament {

/// Replays the opening and names its canonical position. Throws RunError for a move that the game does not allow there.
std::string canonical_opening(const Game& game, const std::vector<std::string>& moves);

/// The openings of one tournament's games, each on the board it was played on.
class CanonicalOpenings {
 public:
  explicit CanonicalOpenings(const NamedParams& game);
  /// Names board and canonical position. A game of a host language is not at hand wherever a table is made: its
  /// openings are told apart by their moves, so that all tables count the same. Throws RunError for a record that does
  /// not fit the game.
  std::string key(const GameRecord& record);

 private:
  StoredGames games_;
  bool is_of_a_host_;
  bool is_drawn_;
};

}  // namespace rootward::tournament
