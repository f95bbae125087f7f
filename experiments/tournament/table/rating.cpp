// Gathering games by seats, fitting ratings from the freest model that has a finite maximum, and what pairs say of
// their errors.
#include "experiments/tournament/table/rating.h"

#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/statistics/clustered_ratings.h"
#include "core/statistics/planning.h"

namespace rootward::tournament {
namespace {

constexpr double kPriorDraws = 2;

/// Points and games of each (first seat's player, second seat's player).
std::vector<RatedGames> rated_games(const TableGames& all, const std::set<PairingSums::Names>& left_out,
                                    const std::map<std::string, std::size_t>& index_of) {
  std::map<std::pair<std::size_t, std::size_t>, RatedGames> by_seats;
  const auto add = [&](std::size_t first, std::size_t second, const GameCounts& counts) {
    if (counts.games() == 0) return;
    RatedGames& row = by_seats[{first, second}];
    row.first = first;
    row.second = second;
    row.points += static_cast<double>(counts.wins) + static_cast<double>(counts.draws) / 2;
    row.games += static_cast<double>(counts.games());
  };
  for (const PairingSums& pairing : all.pairings()) {
    if (left_out.contains(pairing.names())) continue;
    const std::size_t a = index_of.at(pairing.names()[0]);
    const std::size_t b = index_of.at(pairing.names()[1]);
    add(a, b, pairing.by_seats()[0]);
    add(b, a, reversed(pairing.by_seats()[1]));
  }
  std::vector<RatedGames> rows;
  for (const auto& entry : by_seats) rows.push_back(entry.second);
  return rows;
}

/// Errors that know what pairings share. Pairs of one number begin from one opening in all of them, and may see it
/// alike. Pairings whose pairs are few, incomplete or of repeated openings count by single games. False, and nothing
/// done, where all are so.
bool count_pairs(const std::vector<PairingRow>& pairings, const std::map<std::string, std::size_t>& index_of,
                 Ratings& ratings) {
  std::vector<ClusteredScore> scores;
  bool has_units = false;
  for (const PairingRow& pairing : pairings) {
    if (pairing.is_stopped_early) continue;
    const bool counts_pairs = !pairing.why_games && pairing.pairs() >= kFewPairs && tell_error(pairing.pentanomial);
    ClusteredScore score{.first = index_of.at(pairing.a),
                         .second = index_of.at(pairing.b),
                         .games = static_cast<double>(pairing.counts.games()),
                         .score = pairing.estimate.score,
                         .standard_error = counts_pairs ? pair_error(pairing.pentanomial)
                                                        : standard_error_of(wilson_estimate(pairing.counts))};
    if (counts_pairs)
      for (const auto& [number, mean] : pairing.pair_means()) score.units.push_back({.unit = number, .mean = mean});
    has_units = has_units || !score.units.empty();
    scores.push_back(std::move(score));
  }
  if (has_units) count_units(scores, ratings);
  return has_units;
}

}  // namespace

std::optional<RatingMethod> rate_players(const TableGames& all, const std::vector<PairingRow>& pairings,
                                         const std::string& anchor, std::vector<PlayerRow>& players) {
  std::set<PairingSums::Names> left_out;
  std::set<std::string> rated_names;
  for (const PairingRow& pairing : pairings) {
    if (pairing.is_stopped_early) {
      left_out.insert({pairing.a, pairing.b});
    } else {
      rated_names.insert(pairing.a);
      rated_names.insert(pairing.b);
    }
  }
  if (rated_names.size() < 2) return std::nullopt;
  std::map<std::string, std::size_t> index_of;
  for (const PlayerRow& player : players) {
    if (rated_names.contains(player.name)) index_of.emplace(player.name, index_of.size());
  }
  const std::vector<RatedGames> games = rated_games(all, left_out, index_of);
  for (const RatingOptions& options :
       {RatingOptions{true, 0}, RatingOptions{true, kPriorDraws}, RatingOptions{false, kPriorDraws}}) {
    Ratings ratings = bradley_terry(index_of.size(), games, options);
    if (!ratings.is_converged) continue;
    const bool counts_pairs = options.prior_draws == 0 && count_pairs(pairings, index_of, ratings);
    const auto zero = index_of.find(anchor);
    for (PlayerRow& player : players) {
      const auto found = index_of.find(player.name);
      if (found == index_of.end()) continue;
      const std::size_t i = found->second;
      player.rating = zero == index_of.end() ? Rating{ratings.elo[i], ratings.standard_error[i]}
                                             : Rating{ratings.elo[i] - ratings.elo[zero->second],
                                                      ratings.difference_error(i, zero->second)};
    }
    return RatingMethod{.anchor = zero == index_of.end() ? "" : anchor,
                        .has_first_player_advantage = options.has_first_player_advantage,
                        .first_player_advantage = ratings.first_player_advantage,
                        .first_player_advantage_error = ratings.first_player_advantage_error,
                        .prior_draws = options.prior_draws,
                        .counts_pairs = counts_pairs};
  }
  return std::nullopt;
}

}  // namespace rootward::tournament
