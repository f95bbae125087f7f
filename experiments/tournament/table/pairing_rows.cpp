// Counting games and pairs of each pairing, and choosing its interval.
#include "experiments/tournament/table/pairing_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.h"
#include "core/rng.h"
#include "core/statistics/bootstrap.h"
#include "core/statistics/elo.h"
#include "experiments/tournament/schedule.h"

namespace rootward::tournament {
namespace {

void choose_interval(bool has_distinct_openings, PairingRow& row) {
  if (row.incomplete_pairs > 0) row.why_games = WhyGames::incomplete_pair;
  if (!has_distinct_openings) row.why_games = WhyGames::repeated_openings;
  row.estimate = score_estimate(row.counts, row.units, !row.why_games);
  row.range = range_of(row.estimate);
}

/// In the order of the openings' keys, on which the last digits depend.
void add_bootstrap(const TableGames& games, const PairingSums& pairing, std::uint64_t seed, PairingRow& row) {
  std::vector<OpeningGroup> groups;
  for (const auto& entry : games.openings_of(pairing)) groups.push_back(entry.second);
  row.bootstrap_ci95 =
      bootstrap_interval(groups, derive_seed(seed, {hash_name("bootstrap"), hash_name(row.a), hash_name(row.b)}));
}

/// Nothing where a pair had half a point or one and a half: its size counts too.
std::optional<UnevenPairs> uneven_pairs(const PairCounts& pairs) {
  if (pairs[1] + pairs[3] > 0 || pairs == PairCounts{}) return std::nullopt;
  return UnevenPairs{.won = pairs[4], .lost = pairs[0], .p = sign_test_p(pairs[4], pairs[0])};
}

void add_sprt(const TournamentConfig& config, PairingRow& row) {
  if (!config.sprt) return;
  const SprtSettings& test = *config.sprt;
  row.sprt = sprt_pentanomial(row.pentanomial, test.elo0, test.elo1, test.alpha, test.beta);
  row.is_stopped_early = row.sprt->decision != SprtDecision::go_on && row.pairs() < config.schedule.pairs;
}

PairingRow make_row(const TableGames& games, const PairingSums& pairing, const TournamentConfig& config,
                    bool has_bootstrap) {
  PairingRow row;
  row.a = pairing.names()[0];
  row.b = pairing.names()[1];
  row.counts = pairing.counts();
  row.pentanomial = pairing.pentanomial();
  row.units = pairing.units();
  row.incomplete_pairs = pairing.incomplete_pairs();
  row.half_points_by_pair = pairing.half_points_by_pair();
  row.duplicate_games = pairing.duplicate_games();
  row.openings_distinct = pairing.openings_distinct();
  const bool has_distinct_openings = row.openings_distinct == row.pairs() + row.incomplete_pairs;
  choose_interval(has_distinct_openings, row);
  if (!has_distinct_openings && has_bootstrap) add_bootstrap(games, pairing, config.seed, row);
  add_sprt(config, row);
  if (!row.is_stopped_early) row.uneven = uneven_pairs(row.pentanomial);
  return row;
}

}  // namespace

std::uint64_t PairingRow::pairs() const {
  std::uint64_t sum = 0;
  for (std::uint64_t count : pentanomial) sum += count;
  return sum;
}

std::vector<std::pair<std::uint32_t, double>> PairingRow::pair_means() const {
  std::vector<std::pair<std::uint32_t, double>> means;
  for (std::uint32_t number = 0; number < half_points_by_pair.size(); ++number)
    if (const std::int8_t half_points = half_points_by_pair[number]; half_points >= 0)
      means.emplace_back(number, half_points / 4.0);
  return means;
}

void mark_repeats(const TableGames& games, std::vector<PairingRow>& rows) {
  constexpr double kShare = 0.9;
  const auto moves_of = [&](const PairingRow& row) -> const HashSet& { return games.find({row.a, row.b})->moves(); };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(i);
    const auto found = std::find_if(rows.begin(), end, [&](const PairingRow& earlier) {
      return earlier.repeats.empty() && moves_of(rows[i]).lies_in(moves_of(earlier), kShare);
    });
    if (found != end) rows[i].repeats = found->a + " v " + found->b;
  }
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
                                          const std::string& folder, bool has_bootstrap) {
  std::vector<PairingRow> rows;
  std::set<PairingSums::Names> strays;
  for (const PairingSums& pairing : games.pairings()) strays.insert(pairing.names());
  for (const Pairing& pairing : make_pairings(config)) {
    const PairingSums* found = games.find(pairing_names(config, pairing));
    if (found == nullptr) continue;
    rows.push_back(make_row(games, *found, config, has_bootstrap));
    strays.erase(found->names());
  }
  if (strays.empty()) return rows;
  throw RunError(fmt::format("{}: game {} is of a pairing that the configuration does not have", folder,
                             games.find(*strays.begin())->first_game()));
}

}  // namespace rootward::tournament
