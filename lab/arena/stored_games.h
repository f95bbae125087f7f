// The board that a stored game was played on: the tournament's, or the one that was drawn for its pair.
#pragma once

#include <memory>
#include <string>

#include "lab/arena/few_boards.h"
#include "lab/arena/game_record.h"
#include "lab/play/game.h"

namespace rootward {

/// Boards of records near each other are made once. For any number of threads.
class StoredGames {
 public:
  explicit StoredGames(NamedParams game) : id_(std::move(game)) {}
  /// Throws RunError for a record that does not fit the game.
  std::shared_ptr<const Game> game_of(const GameRecord& record);

 private:
  NamedParams id_;
  FewBoards<std::string> boards_;  // by the record's rules; "" is the configured game
};

}  // namespace rootward
