// Games that do not come out the same twice (budgets in seconds, engines): which attempt a pair is taken from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/tournament/game_places.h"
#include "lab/arena/game_record.h"

namespace rootward::tournament {

/// A pair comes whole from the first attempt that has both its games, by number of restarts and name; one that no
/// attempt has whole, game by game from the first that has it.
class PairOwners {
 public:
  /// `files`: attempts, and others, which are left alone. `places` outlives it.
  PairOwners(std::vector<std::string> files, const GamePlaces& places);
  /// Whether this game is to be taken from this file.
  [[nodiscard]] bool takes(const GameRecord& game, const std::string& file) const;

 private:
  const GamePlaces& places_;
  std::map<std::uint64_t, std::string> owner_of_;  // by unit; of those that were played by several
};

}  // namespace rootward::tournament
