// Counting games as they pass by.
#include "experiments/tournament/table/table_games.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string_view>

#include "experiments/arena/adjudication.h"

namespace rootward::tournament {
namespace {

/// Makes room for this place, in steps that let a long run grow.
template <class Vector>
void make_room(Vector& vector, std::size_t place) {
  if (place >= vector.size()) vector.resize(std::max(2 * vector.size(), place + 1));
}

}  // namespace

void count_game(GameCounts& counts, double score) {
  ++(score > 0.75 ? counts.wins : (score < 0.25 ? counts.losses : counts.draws));
}

void PairingSums::add(const GameRecord& game, std::uint32_t opening) {
  const bool is_swapped = game.seats[0] != game.pairing[0];
  const double score = game.score_of_a();
  const auto half_points = static_cast<std::uint32_t>(std::lround(2 * score));
  if (first_game_.empty()) first_game_ = game.id;
  count_game(by_seats_[is_swapped ? 1 : 0], score);
  if (!moves_.insert(game.hash_of_moves())) ++duplicate_games_;
  count_pair(game.pair, is_swapped, half_points);
  make_room(openings_, opening);
  OpeningSums& sums = openings_[opening];
  if (sums.games++ == 0) ++openings_distinct_;
  sums.half_points += half_points;
}

void PairingSums::count_pair(std::uint32_t pair, bool is_swapped, std::uint32_t half_points) {
  make_room(pairs_, pair);
  auto& own = pairs_[pair][is_swapped ? 1 : 0];
  const auto& other = pairs_[pair][is_swapped ? 0 : 1];
  assert(own == 0);
  own = static_cast<std::uint8_t>(half_points + 1);
  if (other == 0) {
    ++incomplete_pairs_;
    return;
  }
  --incomplete_pairs_;
  ++pentanomial_[half_points + other - 1U];
}

GameCounts PairingSums::counts() const {
  const auto& [first, second] = by_seats_;
  return {
      .wins = first.wins + second.wins, .draws = first.draws + second.draws, .losses = first.losses + second.losses};
}

OpeningGroup PairingSums::opening(std::uint32_t number) const {
  if (number >= openings_.size()) return {};
  const OpeningSums& sums = openings_[number];
  return {.points = static_cast<double>(sums.half_points) / 2, .games = sums.games};
}

void TableGames::add(const GameRecord& game, const std::string& opening_key) {
  const auto next_opening = static_cast<std::uint32_t>(openings_.size());
  const std::uint32_t opening = openings_.try_emplace(opening_key, next_opening).first->second;
  pairing_of(game).add(game, opening);
  for (const std::size_t seat : {0U, 1U}) count_player(game, seat, players_[game.seats[seat]]);
  count_ending(game);
  count_use(game.pair);
  ++games_;
}

/// A pair's two games stand beside each other in most files.
PairingSums& TableGames::pairing_of(const GameRecord& game) {
  if (last_pairing_ < pairings_.size() && pairings_[last_pairing_].names() == game.pairing)
    return pairings_[last_pairing_];
  const auto [place, is_new] = places_.try_emplace(game.pairing, pairings_.size());
  if (is_new) pairings_.emplace_back(game.pairing);
  last_pairing_ = place->second;
  return pairings_[last_pairing_];
}

void TableGames::count_use(std::uint32_t pair) {
  make_room(is_used_, pair);
  if (is_used_[pair]) return;
  is_used_[pair] = true;
  ++openings_used_;
}

void TableGames::count_player(const GameRecord& game, std::size_t seat, PlayerSums& sums) {
  constexpr std::string_view kForfeit = "forfeit:";
  const double score = seat == 0 ? game.score : 1.0 - game.score;
  count_game(sums.counts, score);
  count_game(sums.by_seat[seat], score);
  sums.simulations += game.simulations[seat];
  sums.moves += game.moves_chosen[seat];
  sums.fallbacks += game.fallbacks[seat];
  sums.cpu_nanoseconds += static_cast<std::uint64_t>(std::llround(1e9 * game.cpu_seconds[seat]));
  if (std::string_view(game.ended).starts_with(kForfeit) && score < 0.25)
    ++sums.forfeits[game.ended.substr(kForfeit.size())];
}

void TableGames::count_ending(const GameRecord& game) {
  endings_.plies += game.plies;
  if (game.ended == kAdjudicated) ++endings_.adjudicated;
  if (game.would_end) {
    ++endings_.adjudicated;
    endings_.plies_spared += game.plies - game.would_end->plies;
    if (game.would_end->score != game.score) ++endings_.other_results;
  }
  if (game.scoring.empty()) return;
  endings_.scoring = game.scoring;
  ++endings_.scored;
  if (game.result.substr(0, 1) != game.board_result.substr(0, 1)) ++endings_.disagreements;
}

const PairingSums* TableGames::find(const PairingSums::Names& names) const {
  const auto found = places_.find(names);
  return found == places_.end() ? nullptr : &pairings_[found->second];
}

std::map<std::string, OpeningGroup> TableGames::openings_of(const PairingSums& pairing) const {
  std::map<std::string, OpeningGroup> by_key;
  for (const auto& [key, number] : openings_)
    if (const OpeningGroup group = pairing.opening(number); group.games > 0) by_key.emplace(key, group);
  return by_key;
}

}  // namespace rootward::tournament
