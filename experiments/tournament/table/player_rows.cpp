// Per-player sums and the comparisons with the reference.
#include "experiments/tournament/table/player_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/statistics/multiplicity.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "lab/config/parts.h"

namespace rootward::tournament {
namespace {

/// Below so many pairs (or games, where the interval counts games) the normal approximation is not trusted alone.
constexpr std::uint64_t kFewResults = 30;

/// Of all pairings of each.
std::map<std::string, PairCounts> units_by_player(const TableGames& games) {
  std::map<std::string, PairCounts> all;
  for (const PairingSums& pairing : games.pairings()) {
    const PairCounts units = pairing.units();
    const PairCounts turned = reversed(units);
    PairCounts& of_a = all[pairing.names()[0]];
    for (std::size_t i = 0; i < units.size(); ++i) of_a[i] += units[i];
    PairCounts& of_b = all[pairing.names()[1]];
    for (std::size_t i = 0; i < units.size(); ++i) of_b[i] += turned[i];
  }
  return all;
}

Comparison compare(const PairingRow& pairing, bool is_a) {
  Comparison comparison;
  comparison.counts = is_a ? pairing.counts : reversed(pairing.counts);
  const ScoreEstimate estimate = is_a ? pairing.estimate : reversed(pairing.estimate);
  comparison.range = range_of(estimate);
  comparison.los = likelihood_of_superiority(comparison.counts);
  comparison.detectable_elo = detectable_elo(static_cast<double>(comparison.counts.games()));
  if (pairing.is_stopped_early) {
    comparison.decision = pairing.sprt->decision;
  } else {
    comparison.p = p_against(estimate, 0.5);
    comparison.equivalence_p = equivalence_p(estimate, kEquivalenceElo);
    comparison.uneven = pairing.uneven;
    if (comparison.uneven && !is_a) std::swap(comparison.uneven->won, comparison.uneven->lost);
  }
  comparison.repeats = pairing.repeats;
  return comparison;
}

/// See Comparison::needed_games. By the interval's formula, with few results no less than the exact sign test needs.
std::optional<std::uint64_t> needed_games(const PairingRow& pairing, std::uint64_t comparisons) {
  const PowerDemand demand{.comparisons = comparisons};
  const bool is_by_games = pairing.estimate.formula == IntervalFormula::wilson;
  const PairCounts& pairs = pairing.pentanomial;
  const std::uint64_t wins = is_by_games ? pairing.counts.wins : pairs[3] + pairs[4];
  const std::uint64_t losses = is_by_games ? pairing.counts.losses : pairs[0] + pairs[1];
  const std::uint64_t results = is_by_games ? pairing.counts.games() : pairing.pairs();
  if (results == 0) return std::nullopt;  // a game whose pair is not whole yet
  const double wanted = games_ratio_to_show(pairing.estimate, demand) * static_cast<double>(results);
  constexpr double kMost = 1e15;
  if (!(wanted < kMost)) return std::nullopt;
  auto needed = static_cast<std::uint64_t>(std::ceil(wanted));
  if (needed < kFewResults)
    needed =
        std::max(needed, results_for_sign_test(wins, losses, results, kFewResults - 1, demand).value_or(kFewResults));
  return is_by_games ? needed + needed % 2 : 2 * needed;
}

}  // namespace

std::vector<PlayerRow> make_player_rows(const TableGames& games, const TournamentConfig& config,
                                        const std::string& folder) {
  std::vector<PlayerRow> rows;
  for (const PlayerSpec& player : config.players) {
    PlayerRow row;
    row.name = player.name;
    row.settings = player_summary(player);
    rows.push_back(std::move(row));
  }
  const std::map<std::string, PairCounts> units = units_by_player(games);
  for (const auto& [name, sums] : games.players()) {
    const auto row = std::ranges::find(rows, name, &PlayerRow::name);
    if (row == rows.end())
      throw RunError(fmt::format("{}: it has games of {}, and no player is so called", folder, name));
    row->counts = sums.counts;
    row->by_seat = sums.by_seat;
    row->simulations = sums.simulations;
    row->moves = sums.moves;
    row->cpu_seconds = static_cast<double>(sums.cpu_nanoseconds) / 1e9;
    row->forfeits = sums.forfeits;
    row->fallbacks = sums.fallbacks;
    row->range = range_of(score_estimate(row->counts, units.at(name), false));
  }
  return rows;
}

std::uint64_t compare_with_reference(const std::string& reference, const std::vector<PairingRow>& pairings,
                                     const TournamentConfig& config, std::vector<PlayerRow>& players) {
  const auto spec_of = [&](const std::string& name) {
    return *std::ranges::find(config.players, name, &PlayerSpec::name);
  };
  std::vector<double> p;
  std::vector<std::pair<Comparison*, const PairingRow*>> compared;
  for (PlayerRow& player : players) {
    player.is_reference = player.name == reference;
    if (player.is_reference) continue;
    for (const PairingRow& pairing : pairings) {
      const bool is_a = pairing.a == player.name && pairing.b == reference;
      const bool is_b = pairing.b == player.name && pairing.a == reference;
      if (!is_a && !is_b) continue;
      player.against_reference = compare(pairing, is_a);
      if (is_same_player(spec_of(player.name), spec_of(reference))) {
        player.against_reference->is_a_a = true;
        player.against_reference->holm_p = player.against_reference->p;
        continue;
      }
      if (!player.against_reference->repeats.empty()) continue;
      if (!player.against_reference->p) continue;
      p.push_back(*player.against_reference->p);
      compared.emplace_back(&*player.against_reference, &pairing);
    }
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const auto& [comparison, pairing] = compared[i];
    comparison->holm_p = corrected[i];
    comparison->needed_games = needed_games(*pairing, compared.size());
  }
  return compared.size();
}

}  // namespace rootward::tournament
