// Counting games as they pass by, and putting what is kept in order.
#include "experiments/tournament/table/table_games.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "experiments/arena/adjudication.h"

namespace rootward::tournament {
namespace {

constexpr std::uint64_t kPairBits = 36;  // of a pair's place among pairs as texts, and the game of the pair

/// Where a pair stands among all pairs as texts that a colon ends: "10:" before "1:", since a digit comes before it.
/// Digits of base 11, the colon the largest.
std::uint64_t place_as_text(std::uint32_t pair) {
  constexpr int kDigits = 10;
  std::array<std::uint32_t, kDigits> digits{};
  int count = 0;
  do {
    digits[static_cast<std::size_t>(count++)] = pair % 10;
    pair /= 10;
  } while (pair > 0);
  std::uint64_t place = 0;
  for (int i = 1; i <= kDigits; ++i)
    place = 11 * place + (i <= count ? digits[static_cast<std::size_t>(count - i)] : std::uint64_t{10});
  return place;
}

}  // namespace

void count_game(GameCounts& counts, double score) {
  ++(score > 0.75 ? counts.wins : (score < 0.25 ? counts.losses : counts.draws));
}

void TableGames::add(const GameRecord& game, const std::string& opening_key) {
  const std::size_t number = pairing_of(game.pairing);
  const bool is_swapped = game.seats[0] != game.pairing[0];
  const auto points = static_cast<std::uint32_t>(std::lround(2 * game.score_of_a()));
  const auto next_opening = static_cast<std::uint32_t>(openings_.size());
  games_.push_back(
      {.order = std::uint64_t{number} << kPairBits | place_as_text(game.pair) << 1U | (is_swapped ? 1U : 0U),
       .moves_hash = game.hash_of_moves(),
       .cpu_seconds = game.cpu_seconds,
       .opening = openings_.try_emplace(opening_key, next_opening).first->second,
       .pair_and_points = game.pair << 2U | points});
  ++pairings_[number].count;
  for (const std::size_t seat : {0U, 1U})
    count_player(game, seat, players_[pairings_[number].players[is_swapped ? 1 - seat : seat]].second);
  count_ending(game);
}

void TableGames::count_player(const GameRecord& game, std::size_t seat, PlayerSums& sums) {
  constexpr std::string_view kForfeit = "forfeit:";
  const double score = seat == 0 ? game.score : 1.0 - game.score;
  count_game(sums.counts, score);
  count_game(sums.by_seat[seat], score);
  sums.simulations += game.simulations[seat];
  sums.moves += game.moves_chosen[seat];
  sums.fallbacks += game.fallbacks[seat];
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

std::size_t TableGames::player_of(const std::string& name) {
  const auto found = std::ranges::find(players_, name, &std::pair<std::string, PlayerSums>::first);
  if (found != players_.end()) return static_cast<std::size_t>(found - players_.begin());
  players_.emplace_back(name, PlayerSums{});
  return players_.size() - 1;
}

std::size_t TableGames::pairing_of(const Names& names) {
  const auto [found, is_new] = numbers_.try_emplace(names, pairings_.size());
  if (is_new) pairings_.push_back({.names = names, .players = {player_of(names[0]), player_of(names[1])}});
  return found->second;
}

const TableGames::Pairing* TableGames::find(const Names& names) const {
  const auto found = numbers_.find(names);
  return found == numbers_.end() ? nullptr : &pairings_[found->second];
}

/// Names have no colon, so that their texts with one behind them order games as their ids do.
std::vector<std::size_t> TableGames::sorted_pairings() const {
  std::vector<std::size_t> sorted(pairings_.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::sort(sorted, {}, [this](std::size_t number) {
    const Names& names = pairings_[number].names;
    return names[0] + ":" + names[1] + ":";
  });
  return sorted;
}

void TableGames::finish() {
  opening_keys_.resize(openings_.size());
  while (!openings_.empty()) {
    auto node = openings_.extract(openings_.begin());
    opening_keys_[node.mapped()] = std::move(node.key());
  }
  const std::vector<std::size_t> sorted = sorted_pairings();
  std::vector<std::uint64_t> ranks(sorted.size());
  std::size_t first = 0;
  for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
    ranks[sorted[rank]] = rank;
    pairings_[sorted[rank]].first = std::exchange(first, first + pairings_[sorted[rank]].count);
  }
  constexpr std::uint64_t kRest = (std::uint64_t{1} << kPairBits) - 1;
  for (TableGame& game : games_) game.order = ranks[game.order >> kPairBits] << kPairBits | (game.order & kRest);
  std::ranges::sort(games_, {}, [](const TableGame& game) { return std::pair(game.order, game.moves_hash); });
  for (const std::size_t number : sorted)
    for (const TableGame& game : games_of(pairings_[number]))
      for (const std::size_t seat : {0U, 1U})
        players_[pairings_[number].players[game.is_swapped() ? 1 - seat : seat]].second.cpu_seconds +=
            game.cpu_seconds[seat];
}

std::uint64_t TableGames::openings_used() const {
  std::vector<bool> used;
  for (const TableGame& game : games_) {
    if (game.pair() >= used.size()) used.resize(std::max<std::size_t>(2 * used.size(), game.pair() + 1));
    used[game.pair()] = true;
  }
  return static_cast<std::uint64_t>(std::ranges::count(used, true));
}

}  // namespace rootward::tournament
