// The board that a stored game was played on: the tournament's, or the one that was drawn for its pair.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lab/arena/game_record.h"
#include "lab/play/game.h"

namespace rootward {

/// Makes each board once. For one thread.
class StoredGames {
 public:
  explicit StoredGames(NamedParams game) : id_(std::move(game)) {}
  /// Throws RunError for a record that does not fit the game.
  const Game& game_of(const GameRecord& record);

 private:
  NamedParams id_;
  std::map<std::string, std::unique_ptr<Game>> games_;  // by the record's rules; "" is the configured game
};

}  // namespace rootward
