// The board that a stored game was played on: the tournament's, or the one that was drawn for its pair.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "lab/arena/game_record.h"
#include "lab/play/game.h"

namespace rootward {

/// Makes a board once for records near each other, and keeps a few: a drawn one may hold a whole tree. For one thread.
class StoredGames {
 public:
  explicit StoredGames(NamedParams game) : id_(std::move(game)) {}
  /// Valid until the next call. Throws RunError for a record that does not fit the game.
  const Game& game_of(const GameRecord& record);

 private:
  static constexpr std::size_t kMost = 16;
  NamedParams id_;
  std::map<std::string, std::unique_ptr<Game>> games_;  // by the record's rules; "" is the configured game
};

}  // namespace rootward
