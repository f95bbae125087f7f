// Pairings by their names.
#include "experiments/tournament/game_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/errors.h"
#include "experiments/tournament/schedule.h"
#include "lab/arena/game_id.h"

namespace rootward::tournament {

std::uint64_t most_pairs(const TournamentConfig& config, const Manifest& manifest) {
  std::uint64_t most = config.schedule.pairs;
  for (const PlannedPairs& planned : manifest.planned) most = std::max(most, planned.pairs);
  return most;
}

GamePlaces::GamePlaces(const TournamentConfig& config, std::uint64_t pairs) : config_(config), pairs_(pairs) {
  for (const Pairing& pairing : make_pairings(config))
    numbers_.emplace(pairing_names(config, pairing), numbers_.size());
}

std::size_t GamePlaces::meaning() const {
  std::vector<const std::array<std::string, 2>*> names(numbers_.size());
  for (const auto& [pairing, number] : numbers_) names[number] = &pairing;
  std::string text;
  for (const auto* pairing : names) text += (*pairing)[0] + "\n" + (*pairing)[1] + "\n";
  return meaning_of(text);
}

std::uint64_t GamePlaces::units() const { return pairs_ * numbers_.size(); }

std::optional<std::uint64_t> GamePlaces::place(const GameRecord& game) const {
  const auto found = numbers_.find(game.pairing);
  if (found == numbers_.end() || game.pair >= pairs_) return std::nullopt;
  const std::uint64_t unit = std::uint64_t{game.pair} * numbers_.size() + found->second;
  return 2 * unit + static_cast<std::uint64_t>(game.game_of_pair());
}

void GamePlaces::require(const GameRecord& game) const {
  if (!numbers_.contains(game.pairing))
    throw UsageError(fmt::format("game {} is none of the tournament's schedule: {} does not meet {}", game.id,
                                 game.pairing[0], game.pairing[1]));
  if (game.pair >= pairs_)
    throw UsageError(
        fmt::format("game {} is none of the tournament's schedule: its pair is {}; allowed: 0 to {}, for "
                    "{} pairs are the most that were planned",
                    game.id, game.pair, pairs_ - 1, pairs_));
  if (game.has_moves() && game.seed != seed_of(game))
    throw UsageError(
        fmt::format("game {} has seed {}, and the seed of that game is {}", game.id, game.seed, seed_of(game)));
}

std::uint64_t GamePlaces::seed_of(const GameRecord& game) const {
  return game_seed(config_.seed, game.pairing, game.pair, game.game_of_pair());
}

}  // namespace rootward::tournament
