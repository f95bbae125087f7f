// Where a tournament's games stand in its schedule.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "experiments/tournament/config.h"
#include "lab/arena/game_record.h"
#include "lab/store/done_places.h"
#include "lab/store/manifest.h"

namespace rootward::tournament {

/// The largest number of pairs that was ever planned: a folder may hold more than are planned now.
std::uint64_t most_pairs(const TournamentConfig& config, const Manifest& manifest);

/// A place is 2 * unit + game of the pair; units go pair by pair over all pairings, so that more pairs move none.
class GamePlaces {
 public:
  /// `config` outlives it.
  explicit GamePlaces(const TournamentConfig& config) : GamePlaces(config, config.schedule.pairs) {}
  /// Of stored games, of which there may be more: most_pairs().
  GamePlaces(const TournamentConfig& config, std::uint64_t pairs);

  /// What fixes the meaning of places, never 0: they move where another pairing comes first, or one more.
  [[nodiscard]] std::size_t meaning() const;
  [[nodiscard]] std::uint64_t units() const;
  /// Nothing for a game that is none of the schedule's.
  [[nodiscard]] std::optional<std::uint64_t> place(const GameRecord& game) const;
  /// Of a game at a place: its pairing's number in the schedule.
  [[nodiscard]] std::size_t pairing_of(std::uint64_t place) const { return place / 2 % numbers_.size(); }
  /// Throws UsageError for what is no game of the schedule, or has another seed than its id's.
  void require(const GameRecord& game) const;
  /// The seed of a game that was stored without its moves.
  void restore_seed(GameRecord& game) const {
    if (!game.has_moves()) game.seed = seed_of(game);
  }

 private:
  [[nodiscard]] std::uint64_t seed_of(const GameRecord& game) const;

  const TournamentConfig& config_;
  std::uint64_t pairs_;
  std::map<std::array<std::string, 2>, std::size_t> numbers_;
};

/// What a folder has joined and whoever opened it has not read: places in the schedule of this configuration, which may
/// have more pairings than are played now, and others first.
struct JoinedGames {
  const DonePlaces& places;
  const TournamentConfig& config;
};

}  // namespace rootward::tournament
