// Putting a result table together: rows, comparisons, ratings, and what must be known to judge them.
#include "experiments/tournament/table/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/play/game.h"
#include "experiments/store/manifest.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/table/opening_key.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "experiments/tournament/table/player_rows.h"
#include "experiments/tournament/table/rating.h"
#include "experiments/tournament/table/summary.h"

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

void count_voids_and_scores(const StoredResults& results, ResultTable& table) {
  table.void_games = results.voids.size();
  for (const VoidRecord& record : results.voids) ++table.voids[record.player + " " + record.reason];
  for (const GameRecord& game : results.games) {
    if (game.scoring.empty()) continue;
    table.scoring = game.scoring;
    ++table.scored_games;
    if (game.result.substr(0, 1) != game.board_result.substr(0, 1)) ++table.disagreements;
  }
}

void count_adjudicated(const StoredResults& results, ResultTable& table) {
  table.adjudicate = results.config.schedule.adjudicate;
  for (const GameRecord& game : results.games) {
    table.adjudicated.plies += game.plies;
    if (game.ended == kAdjudicated) ++table.adjudicated.games;
    if (!game.would_end) continue;
    ++table.adjudicated.games;
    table.adjudicated.plies_spared += game.plies - game.would_end->plies;
    if (game.would_end->score != game.score) ++table.adjudicated.other_results;
  }
}

void add_provenance(const StoredResults& results, ResultTable& table) {
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
  table.games_before_plan = games_before_plan(results);
  table.is_extended = table.games_before_plan > 0 && results.manifest.planned.front().pairs < config.schedule.pairs;
  table.is_confirmatory = table.games_before_plan == 0 && !config.question.empty() && !config.hypothesis.empty() &&
                          results.manifest.question_hash == question_hash(config);
  table.is_round_robin = config.schedule.type == ScheduleType::round_robin;
  table.games = results.games.size();
  table.games_scheduled = std::uint64_t{2} * config.schedule.pairs * make_pairings(config).size();
  count_voids_and_scores(results, table);
  count_adjudicated(results, table);
  table.duplicate_ids = table.has_cost ? results.duplicate_ids : 0;
}

/// Opening k belongs to pair k of every pairing.
void count_openings(const StoredResults& results, const OpeningKey& opening_key, ResultTable& table) {
  std::set<std::uint32_t> used;
  std::set<std::string> distinct;
  for (const GameRecord& game : results.games) {
    used.insert(game.pair);
    distinct.insert(opening_key(game));
  }
  table.openings_used = used.size();
  table.openings_distinct = distinct.size();
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

}  // namespace

ResultTable make_table(const StoredResults& results, const TableOptions& options) {
  ResultTable table;
  table.has_cost = options.has_cost;
  table.reference = choose_reference(results.config, options.reference);
  add_provenance(results, table);
  std::optional<CanonicalOpenings> canonical;
  OpeningKey opening_key = options.opening_key;
  if (!opening_key) {
    canonical.emplace(results.config.game);
    opening_key = [&canonical](const GameRecord& record) { return canonical->key(record); };
  }
  count_openings(results, opening_key, table);
  table.pairings = make_pairing_rows(results, opening_key);
  table.players = make_player_rows(results);
  table.comparisons = compare_with_reference(table.reference, table.pairings, table.players);
  const bool has_anchor = results.config.schedule.references.size() > 1;
  if (table.is_round_robin || has_anchor)
    table.rating_method = rate_players(results, table.pairings, has_anchor ? table.reference : "", table.players);
  sort_players(results, table.players);
  return table;
}

}  // namespace rootward::tournament
