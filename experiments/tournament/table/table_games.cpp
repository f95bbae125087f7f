// Counting games as they pass by.
#include "experiments/tournament/table/table_games.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string_view>

#include "lab/arena/adjudication.h"

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
  count_opening(opening, {.half_points = half_points, .games = 1});
}

void PairingSums::count_opening(std::uint32_t opening, const OpeningSums& sums) {
  make_room(openings_, opening);
  OpeningSums& all = openings_[opening];
  if (all.games == 0) ++openings_distinct_;
  all.games += sums.games;
  all.half_points += sums.half_points;
}

void PairingSums::join(const PairingSums& other, const std::vector<std::uint32_t>& numbers) {
  if (first_game_.empty()) first_game_ = other.first_game_;
  for (std::size_t seats = 0; seats < by_seats_.size(); ++seats) by_seats_[seats] += other.by_seats_[seats];
  duplicate_games_ += other.duplicate_games_ + moves_.join(other.moves_);
  for (std::uint32_t pair = 0; pair < other.pairs_.size(); ++pair)
    for (const bool is_swapped : {false, true})
      if (const std::uint8_t own = other.pairs_[pair][is_swapped ? 1 : 0]; own != 0)
        count_pair(pair, is_swapped, own - 1U);
  for (std::size_t opening = 0; opening < other.openings_.size(); ++opening)
    if (other.openings_[opening].games > 0) count_opening(numbers[opening], other.openings_[opening]);
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

PairCounts PairingSums::units() const {
  PairCounts units = pentanomial_;
  if (incomplete_pairs_ == 0) return units;
  for (const auto& [first, second] : pairs_)
    if ((first == 0) != (second == 0)) ++units[2 * (std::max<std::size_t>(first, second) - 1)];
  return units;
}

std::vector<std::int8_t> PairingSums::half_points_by_pair() const {
  std::vector<std::int8_t> points;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const auto& [first, second] = pairs_[pair];
    if (first == 0 && second == 0) continue;
    points.resize(pair, -1);
    points.push_back(first != 0 && second != 0 ? static_cast<std::int8_t>(first + second - 2) : std::int8_t{-1});
  }
  return points;
}

OpeningGroup PairingSums::opening(std::uint32_t number) const {
  if (number >= openings_.size()) return {};
  const OpeningSums& sums = openings_[number];
  return {.points = static_cast<double>(sums.half_points) / 2, .games = sums.games};
}

PlayerSums& PlayerSums::operator+=(const PlayerSums& more) {
  counts += more.counts;
  for (std::size_t seat = 0; seat < by_seat.size(); ++seat) by_seat[seat] += more.by_seat[seat];
  simulations += more.simulations;
  moves += more.moves;
  fallbacks += more.fallbacks;
  cpu_nanoseconds += more.cpu_nanoseconds;
  for (const auto& [reason, games] : more.forfeits) forfeits[reason] += games;
  return *this;
}

EndingSums& EndingSums::operator+=(const EndingSums& more) {
  if (!more.scoring.empty()) scoring = more.scoring;
  scored += more.scored;
  disagreements += more.disagreements;
  adjudicated += more.adjudicated;
  other_results += more.other_results;
  plies_spared += more.plies_spared;
  plies += more.plies;
  return *this;
}

void TableGames::add(const GameRecord& game, const std::string& opening_key) {
  pairing_of(game.pairing).add(game, number_of(opening_key));
  for (const std::size_t seat : {0U, 1U}) count_player(game, seat, players_[game.seats[seat]]);
  count_ending(game);
  count_use(game.pair);
  ++games_;
}

void TableGames::join(const TableGames& other) {
  std::vector<std::uint32_t> numbers(other.openings_.size());
  for (const auto& [key, number] : other.openings_) numbers[number] = number_of(key);
  for (const PairingSums& pairing : other.pairings_) pairing_of(pairing.names()).join(pairing, numbers);
  for (const auto& [name, sums] : other.players_) players_[name] += sums;
  endings_ += other.endings_;
  for (std::uint32_t pair = 0; pair < other.is_used_.size(); ++pair)
    if (other.is_used_[pair]) count_use(pair);
  games_ += other.games_;
}

std::uint32_t TableGames::number_of(const std::string& opening_key) {
  const auto next = static_cast<std::uint32_t>(openings_.size());
  return openings_.try_emplace(opening_key, next).first->second;
}

/// A pair's two games stand beside each other in most files.
PairingSums& TableGames::pairing_of(const PairingSums::Names& names) {
  if (last_pairing_ < pairings_.size() && pairings_[last_pairing_].names() == names) return pairings_[last_pairing_];
  const auto [place, is_new] = places_.try_emplace(names, pairings_.size());
  if (is_new) pairings_.emplace_back(names);
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

std::uint64_t TableGames::different_games() const {
  HashSet all;
  for (const PairingSums& pairing : pairings_) (void)all.join(pairing.moves());
  return all.size();
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
