// Putting a result table together: rows, comparisons, ratings, and what must be known to judge them.
#include "experiments/tournament/table/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/table/opening_cache.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "experiments/tournament/table/player_rows.h"
#include "experiments/tournament/table/rating.h"
#include "experiments/tournament/table/summary.h"
#include "lab/play/game.h"
#include "lab/store/manifest.h"

namespace rootward::tournament {
namespace {

std::string choose_reference(const TournamentConfig& config, const std::string& asked) {
  if (asked.empty()) return reference_of(config);
  std::vector<std::string> names;
  for (const PlayerSpec& player : config.players) names.push_back(player.name);
  if (std::find(names.begin(), names.end(), asked) != names.end()) return asked;
  throw UsageError(fmt::format("reference {}: no player of {} is called so; players: {}{}", asked, config.name,
                               fmt::join(names, ", "), hint_text(asked, names)));
}

void count_voids_and_endings(const StoredResults& results, const TableGames& games, ResultTable& table) {
  table.void_games = results.voids.size();
  for (const VoidRecord& record : results.voids) ++table.voids[record.player + " " + record.reason];
  const EndingSums& endings = games.endings();
  table.scoring = endings.scoring;
  table.scored_games = endings.scored;
  table.disagreements = endings.disagreements;
  table.adjudicate = results.config.schedule.adjudicate;
  table.adjudicated.games = endings.adjudicated;
  table.adjudicated.other_results = endings.other_results;
  table.adjudicated.plies_spared = endings.plies_spared;
  table.adjudicated.plies = endings.plies;
}

void add_provenance(const StoredResults& results, const TableGames& games, ResultTable& table) {
  const TournamentConfig& config = results.config;
  table.name = config.name;
  table.question = config.question;
  table.hypothesis = config.hypothesis;
  table.game = game_text(config.game);
  table.schedule = schedule_text(config);
  table.seed = config.seed;
  table.sprt = config.sprt;
  table.config_hash = results.manifest.config_hash;
  table.version = programs_text(results.manifest);
  table.is_reproducible = results.manifest.is_reproducible;
  table.has_guests = !results.manifest.guests.sources.empty();
  if (!table.is_reproducible) table.processors = processors_of(results.manifest);
  table.games_before_plan = games_before_plan(results);
  table.is_extended = table.games_before_plan > 0 && results.manifest.planned.front().pairs < config.schedule.pairs;
  table.hypotheses = config.hypotheses;
  const bool states_both = !config.question.empty() && (!config.hypothesis.empty() || !config.hypotheses.empty());
  table.is_fixed =
      table.games_before_plan == 0 && states_both && results.manifest.question_hash == question_hash(config);
  table.is_round_robin = config.schedule.type == ScheduleType::round_robin;
  table.games = games.size();
  table.games_scheduled = std::uint64_t{2} * config.schedule.pairs * make_pairings(config).size();
  count_voids_and_endings(results, games, table);
  table.duplicate_ids = table.has_cost ? results.duplicate_ids : 0;
}

/// The games of results that were read with all their fields.
TableGames counted(const StoredResults& results, const OpeningKey& opening_key) {
  TableGames games;
  for (const GameRecord& game : results.games) games.add(game, opening_key(game));
  return games;
}

/// From the highest rating or score down, a gauntlet's only reference before all; equals as written. Ladders stay as
/// written.
void sort_players(const StoredResults& results, std::vector<PlayerRow>& players) {
  if (results.config.schedule.type == ScheduleType::ladder) return;
  const Schedule& schedule = results.config.schedule;
  const bool has_one_reference = schedule.type == ScheduleType::gauntlet && schedule.references.size() == 1;
  const auto strength = [](const PlayerRow& row) {
    if (row.rating) return row.rating->elo;
    return row.range ? row.range->score : -1.0;
  };
  std::stable_sort(players.begin(), players.end(), [&](const PlayerRow& x, const PlayerRow& y) {
    if (has_one_reference && x.is_reference != y.is_reference) return x.is_reference;
    if (x.rating.has_value() != y.rating.has_value()) return x.rating.has_value();
    return strength(x) > strength(y);
  });
}

/// Whether ratings tell what scores against the reference do not: matches connect all who played, and not through it
/// alone.
bool is_more_than_a_star(const std::string& reference, const std::vector<PairingRow>& pairings) {
  std::vector<const PairingRow*> open;
  bool is_star = true;
  for (const PairingRow& pairing : pairings) {
    if (pairing.counts.games() == 0 || pairing.is_stopped_early) continue;
    open.push_back(&pairing);
    is_star = is_star && (pairing.a == reference || pairing.b == reference);
  }
  if (is_star || open.size() < 2) return false;
  std::set<std::string> reached = {open.front()->a};
  const auto reaches_further = [&reached](const PairingRow* pairing) {
    if (!reached.contains(pairing->a) && !reached.contains(pairing->b)) return false;
    reached.insert({pairing->a, pairing->b});
    return true;
  };
  while (std::erase_if(open, reaches_further) > 0) {
  }
  return open.empty();
}

}  // namespace

TableGames count_games(const StoredResults& results) {
  OpeningCache openings;
  openings.follow(results.config.game);
  return counted(results, [&](const GameRecord& game) { return openings.key(game); });
}

ResultTable make_table(const StoredResults& results, const TableOptions& options) {
  ResultTable table;
  table.has_cost = options.has_cost;
  table.reference = choose_reference(results.config, options.reference);
  std::optional<TableGames> made;
  if (!results.counted) made = options.opening_key ? counted(results, options.opening_key) : count_games(results);
  const TableGames& games = results.counted ? *results.counted : *made;
  add_provenance(results, games, table);
  // Opening k belongs to pair k of every pairing.
  table.openings_used = games.openings_used();
  table.openings_distinct = games.openings_distinct();
  table.pairings = make_pairing_rows(games, results.config, results.folder, options.has_bootstrap);
  if (options.compares_games) {
    table.different_games = games.different_games();
    mark_repeats(games, table.pairings);
  }
  table.players = make_player_rows(games, results.config, results.folder);
  table.comparisons = compare_with_reference(table.reference, table.pairings, results.config, table.players);
  const bool has_anchor = results.config.schedule.references.size() > 1;
  if (table.is_round_robin || has_anchor || is_more_than_a_star(table.reference, table.pairings)) {
    const std::string anchor = has_anchor || !table.is_round_robin ? table.reference : "";
    table.rating_method = rate_players(games, table.pairings, anchor, table.players);
  }
  sort_players(results, table.players);
  return table;
}

std::optional<double> PlayerRow::simulations_a_second() const {
  if (simulations == 0 || cpu_seconds <= 0) return std::nullopt;
  return static_cast<double>(simulations) / cpu_seconds;
}

std::pair<PlayerRow, PlayerRow> references_and_others(const ResultTable& table,
                                                      const std::set<std::string>& references) {
  PlayerRow reference;
  PlayerRow others;
  for (const PlayerRow& row : table.players) {
    PlayerRow& sum = references.contains(row.name) ? reference : others;
    sum.simulations += row.simulations;
    sum.moves += row.moves;
    sum.cpu_seconds += row.cpu_seconds;
  }
  return {reference, others};
}

bool is_off_time(double time_over_reference) {
  const auto hundredths = std::lround(100 * time_over_reference);
  return hundredths < 95 || hundredths > 105;
}

std::uint64_t affordable_simulations(std::uint64_t simulations, double cost) {
  return static_cast<std::uint64_t>(std::max(1LL, std::llrint(static_cast<double>(simulations) / cost)));
}

}  // namespace rootward::tournament
