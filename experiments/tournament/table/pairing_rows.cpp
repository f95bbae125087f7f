// Counting games and pairs of each pairing, and choosing its interval.
#include "experiments/tournament/table/pairing_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/errors.h"
#include "core/rng.h"
#include "core/statistics/bootstrap.h"
#include "core/statistics/elo.h"
#include "experiments/arena/game_id.h"
#include "experiments/tournament/schedule.h"

namespace rootward::tournament {
namespace {

using Games = std::span<const TableGame>;
using Names = TableGames::Names;

/// The two games of a pair stand side by side.
void count_pairs(Games games, PairingRow& row) {
  for (std::size_t i = 0; i < games.size();) {
    const bool is_whole = i + 1 < games.size() && games[i + 1].pair() == games[i].pair();
    if (is_whole)
      ++row.pentanomial.at(static_cast<std::size_t>(2.0 * (games[i].score_of_a() + games[i + 1].score_of_a())));
    else
      ++row.incomplete_pairs;
    i += is_whole ? 2 : 1;
  }
}

std::uint64_t count_repeated_moves(Games games) {
  std::vector<std::uint64_t> hashes(games.size());
  std::ranges::transform(games, hashes.begin(), &TableGame::moves_hash);
  std::ranges::sort(hashes);
  return static_cast<std::uint64_t>(hashes.end() - std::unique(hashes.begin(), hashes.end()));
}

/// The games of each opening, by the opening's key.
std::map<std::string, OpeningGroup> group_by_opening(Games games, const TableGames& all) {
  std::unordered_map<std::uint32_t, OpeningGroup> groups;
  for (const TableGame& game : games) {
    OpeningGroup& group = groups[game.opening];
    group.points += game.score_of_a();
    ++group.games;
  }
  std::map<std::string, OpeningGroup> by_key;
  for (const auto& [number, group] : groups) by_key.emplace(all.opening_key(number), group);
  return by_key;
}

/// Pentanomial where every pair is complete, more than one pair outcome occurs and openings are distinct; else Wilson
/// with effective games.
void choose_interval(bool has_distinct_openings, PairingRow& row) {
  if (!has_spread(row.pentanomial)) row.why_wilson = WhyWilson::equal_pairs;
  if (row.incomplete_pairs > 0) row.why_wilson = WhyWilson::incomplete_pair;
  if (!has_distinct_openings) row.why_wilson = WhyWilson::repeated_openings;
  if (!row.why_wilson) {
    row.formula = IntervalFormula::pentanomial;
    row.estimate = pair_estimate(row.pentanomial);
  } else {
    row.formula = IntervalFormula::wilson;
    row.estimate = wilson_estimate(row.counts);
  }
  row.range = range_of(row.estimate);
}

void add_bootstrap(const std::map<std::string, OpeningGroup>& by_opening, std::uint64_t seed, PairingRow& row) {
  std::vector<OpeningGroup> groups;
  for (const auto& entry : by_opening) groups.push_back(entry.second);
  row.bootstrap_ci95 =
      bootstrap_interval(groups, derive_seed(seed, {hash_name("bootstrap"), hash_name(row.a), hash_name(row.b)}));
}

void add_sprt(const TournamentConfig& config, PairingRow& row) {
  if (!config.sprt) return;
  const SprtSettings& test = *config.sprt;
  row.sprt = sprt_pentanomial(row.pentanomial, test.elo0, test.elo1, test.alpha, test.beta);
  row.is_stopped_early = row.sprt->decision != SprtDecision::go_on && row.pairs() < config.schedule.pairs;
}

PairingRow make_row(const Names& names, Games games, const TableGames& all, const TournamentConfig& config) {
  PairingRow row;
  row.a = names[0];
  row.b = names[1];
  for (const TableGame& game : games) count_game(row.counts, game.score_of_a());
  row.duplicate_games = count_repeated_moves(games);
  count_pairs(games, row);
  const std::map<std::string, OpeningGroup> by_opening = group_by_opening(games, all);
  row.openings_distinct = by_opening.size();
  const bool has_distinct_openings = by_opening.size() == row.pairs() + row.incomplete_pairs;
  choose_interval(has_distinct_openings, row);
  if (!has_distinct_openings) add_bootstrap(by_opening, config.seed, row);
  add_sprt(config, row);
  return row;
}

}  // namespace

std::uint64_t PairingRow::pairs() const {
  std::uint64_t sum = 0;
  for (std::uint64_t count : pentanomial) sum += count;
  return sum;
}

bool has_bootstrap(const ResultTable& table) {
  return std::ranges::any_of(table.pairings, [](const PairingRow& row) { return row.bootstrap_ci95.has_value(); });
}

ScoreRange range_of(const ScoreEstimate& estimate) {
  ScoreRange range;
  range.score = estimate.score;
  range.ci95 = score_interval(estimate);
  range.elo = elo_of_score(range.score);
  range.elo_ci95 = elo_interval(range.ci95);
  return range;
}

std::vector<PairingRow> make_pairing_rows(const TableGames& games, const TournamentConfig& config,
                                          const std::string& folder) {
  std::vector<PairingRow> rows;
  std::set<const TableGames::Pairing*> strays;
  for (const TableGames::Pairing& pairing : games.pairings()) strays.insert(&pairing);
  for (const Pairing& pairing : make_pairings(config)) {
    const TableGames::Pairing* found = games.find(pairing_names(config, pairing));
    if (found == nullptr) continue;
    rows.push_back(make_row(found->names, games.games_of(*found), games, config));
    strays.erase(found);
  }
  if (strays.empty()) return rows;
  const TableGames::Pairing& stray = **strays.begin();
  const TableGame& game = games.games_of(stray).front();
  throw RunError(fmt::format("{}: game {} is of a pairing that the configuration does not have", folder,
                             game_id(stray.names, game.pair(), game.is_swapped() ? 1 : 0)));
}

}  // namespace rootward::tournament
