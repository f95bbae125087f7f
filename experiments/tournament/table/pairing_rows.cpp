// Counting games and pairs of each pairing, and choosing its interval.
#include "experiments/tournament/table/pairing_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "core/statistics/bootstrap.h"
#include "core/statistics/elo.h"
#include "experiments/tournament/schedule.h"

namespace rootward::tournament {
namespace {

using Games = std::vector<const GameRecord*>;
using Names = std::array<std::string, 2>;

/// The games of every pairing in a fixed order, whatever the order they were stored in.
std::map<Names, Games> games_by_pairing(const StoredResults& results) {
  std::map<Names, Games> by_pairing;
  for (const GameRecord& game : results.games) by_pairing[game.pairing].push_back(&game);
  for (auto& entry : by_pairing) {
    std::sort(entry.second.begin(), entry.second.end(), [](const GameRecord* x, const GameRecord* y) {
      return std::tie(x->pair, x->id) < std::tie(y->pair, y->id);
    });
  }
  return by_pairing;
}

void count_pairs(const Games& games, PairingRow& row) {
  std::map<std::uint32_t, std::vector<double>> scores;
  for (const GameRecord* game : games) scores[game->pair].push_back(game->score_of_a());
  for (const auto& entry : scores) {
    const std::vector<double>& pair = entry.second;
    if (pair.size() != 2) {
      ++row.incomplete_pairs;
    } else {
      ++row.pentanomial.at(static_cast<std::size_t>(2.0 * (pair[0] + pair[1])));
    }
  }
}

/// The games of each opening, by the opening's key.
std::map<std::string, OpeningGroup> group_by_opening(const Games& games, const OpeningKey& opening_key) {
  std::map<std::string, OpeningGroup> groups;
  for (const GameRecord* game : games) {
    OpeningGroup& group = groups[opening_key(*game)];
    group.points += game->score_of_a();
    ++group.games;
  }
  return groups;
}

/// Pentanomial where every pair is complete, more than one pair outcome occurs and openings are distinct; else Wilson
/// with effective games.
void choose_interval(bool has_distinct_openings, PairingRow& row) {
  const auto outcomes = std::count_if(row.pentanomial.begin(), row.pentanomial.end(), [](auto n) { return n > 0; });
  if (outcomes < 2) row.why_wilson = WhyWilson::equal_pairs;
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

PairingRow make_row(const Names& names, const Games& games, const StoredResults& results,
                    const OpeningKey& opening_key) {
  PairingRow row;
  row.a = names[0];
  row.b = names[1];
  std::set<std::uint64_t> seen;
  std::set<std::uint32_t> pairs;
  for (const GameRecord* game : games) {
    count_game(row.counts, game->score_of_a());
    pairs.insert(game->pair);
    if (!seen.insert(game->hash_of_moves()).second) ++row.duplicate_games;
  }
  count_pairs(games, row);
  const std::map<std::string, OpeningGroup> by_opening = group_by_opening(games, opening_key);
  row.openings_distinct = by_opening.size();
  const bool has_distinct_openings = by_opening.size() == pairs.size();
  choose_interval(has_distinct_openings, row);
  if (!has_distinct_openings) add_bootstrap(by_opening, results.config.seed, row);
  add_sprt(results.config, row);
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

void count_game(GameCounts& counts, double score) {
  ++(score > 0.75 ? counts.wins : (score < 0.25 ? counts.losses : counts.draws));
}

std::vector<PairingRow> make_pairing_rows(const StoredResults& results, const OpeningKey& opening_key) {
  std::map<Names, Games> by_pairing = games_by_pairing(results);
  std::vector<PairingRow> rows;
  for (const Pairing& pairing : make_pairings(results.config)) {
    const auto found = by_pairing.find(pairing_names(results.config, pairing));
    if (found == by_pairing.end()) continue;
    rows.push_back(make_row(found->first, found->second, results, opening_key));
    by_pairing.erase(found);
  }
  if (!by_pairing.empty()) {
    const GameRecord& stray = *by_pairing.begin()->second.front();
    throw RunError(
        fmt::format("{}: game {} is of a pairing that the configuration does not have", results.folder, stray.id));
  }
  return rows;
}

}  // namespace rootward::tournament
