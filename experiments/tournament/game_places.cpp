// Pairings by their names.
#include "experiments/tournament/game_places.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "experiments/arena/game_id.h"
#include "experiments/tournament/schedule.h"

namespace rootward::tournament {

GamePlaces::GamePlaces(const TournamentConfig& config) : config_(config) {
  for (const Pairing& pairing : make_pairings(config))
    numbers_.emplace(pairing_names(config, pairing), numbers_.size());
}

std::uint64_t GamePlaces::units() const { return std::uint64_t{config_.schedule.pairs} * numbers_.size(); }

std::optional<std::uint64_t> GamePlaces::place(const GameRecord& game) const {
  const auto found = numbers_.find(game.pairing);
  if (found == numbers_.end() || game.pair >= config_.schedule.pairs) return std::nullopt;
  const std::uint64_t unit = std::uint64_t{game.pair} * numbers_.size() + found->second;
  return 2 * unit + static_cast<std::uint64_t>(game.game_of_pair());
}

void GamePlaces::require(const GameRecord& game) const {
  if (!place(game)) throw UsageError(fmt::format("game {} is none of the tournament's schedule", game.id));
  const std::uint64_t seed = game_seed(config_.seed, game.pairing, game.pair, game.game_of_pair());
  if (game.seed != seed)
    throw UsageError(fmt::format("game {} has seed {}, and the seed of that game is {}", game.id, game.seed, seed));
}

}  // namespace rootward::tournament
