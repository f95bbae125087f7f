// Tables of tournaments added up; a kept file is there before its games go.
#include "experiments/study/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "core/statistics/beta.h"
#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "experiments/study/effect_json.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"
#include "lab/store/line_file.h"
#include "lab/store/run_folder.h"

namespace rootward::study {
namespace {

std::uint64_t sum_of(const PairCounts& pairs) { return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}); }

double laplace_elo(const PairCounts& pairs) {
  double points = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) points += 0.5 * static_cast<double>(i * pairs[i]);
  const double games = 2 * static_cast<double>(sum_of(pairs));
  return elo_of_score((points + 1) / (games + 2));
}

const PlayerSpec& player_named(const tournament::TournamentConfig& config, const std::string& name) {
  return *std::ranges::find(config.players, name, &PlayerSpec::name);
}

std::set<std::string> references_of(const tournament::TournamentConfig& config) {
  const std::vector<std::string>& named = config.schedule.references;
  return named.empty() ? std::set{tournament::reference_of(config)} : std::set(named.begin(), named.end());
}

/// What tuning set of a player: its operator and its selection rule.
std::string tuned_text(const PlayerSpec& player) {
  config::YamlNode search = config::map_node();
  config::add(search, "selection", config::resolved_choice(player.search.selection));
  config::YamlNode node = config::map_node();
  config::add(node, "backup", config::resolved_choice(player.search.backup));
  config::add(node, "search", std::move(search));
  return config::flow_text(node);
}

void add(PairCounts& sum, const PairCounts& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

void add_pairings(const tournament::StoredResults& stored, const tournament::ResultTable& table, Effect& effect) {
  PairCounts all{};
  GameCounts games;
  std::map<std::string, PairCounts> by_player;
  std::map<std::string, OpeningGroup> openings;
  for (const tournament::PairingRow& row : table.pairings) {
    add(all, row.pentanomial);
    games += row.counts;
    if (row.pairs() == 0) continue;
    add(by_player[row.a], row.pentanomial);
    add(by_player[row.b], reversed(row.pentanomial));
    for (const auto& [key, group] : stored.counted->openings_of(*stored.counted->find({row.a, row.b}))) {
      openings[key].points += group.points;
      openings[key].games += group.games;
    }
  }
  effect.pairs = sum_of(all);
  if (effect.pairs == 0) return;
  const std::set<std::string> references = references_of(stored.config);
  for (const PlayerSpec& player : stored.config.players)
    if (const auto pairs = by_player.find(player.name); pairs != by_player.end())
      (references.contains(player.name) ? effect.control : effect.entrants)
          .players.push_back({tuned_text(player), laplace_elo(pairs->second)});
  std::vector<OpeningGroup> groups;
  for (const auto& [key, group] : openings)
    if (openings.size() < effect.pairs) groups.push_back(group);
  const EffectScore score = score_of_effect(all, games, groups);
  effect.openings = static_cast<std::uint32_t>(groups.size());
  const Interval interval = score_interval(score.estimate);
  effect.statistics = pair_statistics(all);
  effect.statistics.standard_error = standard_error_of(score.estimate);
  effect.statistics.ci95 = interval;
  effect.statistics.elo_ci95 = elo_interval(interval);
  effect.elo = laplace_elo(all);
  effect.p = score.p;
}

void add_costs(const tournament::StoredResults& stored, const tournament::ResultTable& table, Effect& effect) {
  const std::set<std::string> references = references_of(stored.config);
  const auto [control, entrants] = tournament::references_and_others(table, references);
  for (const tournament::PlayerRow& row : table.players)
    (references.contains(row.name) ? effect.control : effect.entrants).simulations =
        player_named(stored.config, row.name).search.budget.simulations;
  const auto seconds_a_move = [](const tournament::PlayerRow& sum) {
    return sum.moves > 0 ? sum.cpu_seconds / static_cast<double>(sum.moves) : 0;
  };
  effect.entrants.cpu_seconds = seconds_a_move(entrants);
  effect.control.cpu_seconds = seconds_a_move(control);
  const std::optional<double> fast = control.simulations_a_second();
  const std::optional<double> slow = entrants.simulations_a_second();
  if (fast && slow) effect.cost = *fast / *slow;
}

Effect effect_of(const tournament::StoredResults& stored) {
  Effect effect;
  const tournament::ResultTable table = tournament::make_table(stored, {});
  add_pairings(stored, table, effect);
  const std::size_t pairings = tournament::make_pairings(stored.config).size();
  for (const PlannedPairs& planned : stored.manifest.planned) effect.planned_games.insert(2 * pairings * planned.pairs);
  effect.evaluator = stored.config.players.front().search.evaluator.name;
  add_costs(stored, table, effect);
  return effect;
}

std::optional<KeptTournament> read_kept_tournament(const std::string& folder) {
  const std::string path = kept_path(folder);
  if (file_exists(manifest_path(folder)) || !file_exists(path)) return std::nullopt;
  return read_naming(path, [&] { return parse_kept_tournament(read_checked_line(path)); });
}

std::string digest_of_games(const std::string& folder) {
  std::uint64_t sum = 0;
  (void)tournament::read_games(folder, DamagedLines::refuse, [&](const tournament::StoredResults&) {
    return [&](GameRecord&& game) {
      sum += derive_seed(hash_name(game.id),
                         {game.hash_of_moves(), static_cast<std::uint64_t>(std::lround(2 * game.score))});
    };
  });
  return fmt::format("{:016x}", sum);
}

EffectScore judged(const ScoreEstimate& estimate) { return {.estimate = estimate, .p = p_against(estimate, 0.5)}; }

}  // namespace

std::optional<double> Effect::time_ratio() const {
  if (entrants.cpu_seconds <= 0 || control.cpu_seconds <= 0) return std::nullopt;
  return entrants.cpu_seconds / control.cpu_seconds;
}

EffectScore score_of_effect(const PairCounts& pairs, const GameCounts& games, std::span<const OpeningGroup> openings) {
  const ScoreEstimate of_pairs = pair_estimate(pairs);
  if (openings.empty()) return judged(of_pairs);
  const std::optional<double> error = grouped_error(openings);
  if (!error) return judged(score_estimate(games, pairs, false));
  if (*error == 0) return judged(of_pairs);
  EffectScore score = judged(as_pentanomial(of_pairs));
  const auto degrees = static_cast<double>(openings.size() - 1);
  const double wider = student_two_sided_quantile(0.05, degrees) / kZ95;
  score.estimate.standard_error = std::max(score.estimate.standard_error, *error * wider);
  score.p = std::max(score.p, student_two_sided_p((score.estimate.score - 0.5) / *error, degrees));
  return score;
}

std::optional<Effect> read_effect(const std::string& folder, std::uint32_t pairs) {
  std::optional<Effect> effect = kept_effect(folder);
  if (!effect && file_exists(manifest_path(folder))) {
    tournament::StoredResults stored = tournament::read_results(folder, pairs == 0 ? Detail::tables : Detail::moves);
    if (pairs > 0) {
      stored = tournament::first_pairs(stored, pairs);
      stored.counted = tournament::count_games(stored);
    }
    effect = effect_of(stored);
  }
  return effect && effect->pairs > 0 ? effect : std::nullopt;
}

double Effect::equal_p(double margin_elo) const {
  if (!(statistics.standard_error > 0)) return 1;
  return equivalence_p(
      {.score = statistics.score, .formula = IntervalFormula::pentanomial, .standard_error = statistics.standard_error},
      margin_elo);
}

std::vector<std::uint32_t> games_by_look(const MemberGames& games) {
  std::vector<std::uint32_t> all{games.first};
  while (all.back() < games.most) all.push_back(std::min(2 * all.back(), games.most));
  return all;
}

bool is_undecided(const Effect& effect, const MemberGames& games, std::size_t together) {
  if (games.margin) {
    const double tests = static_cast<double>(games_by_look(games).size() * std::max<std::size_t>(1, together));
    return tests * effect.p >= kSignificance && tests * effect.equal_p(*games.margin) >= kSignificance;
  }
  const Interval& interval = effect.statistics.elo_ci95;
  const double away = std::fabs(effect.elo);
  return away >= games.undecided[0] && away <= games.undecided[1] && interval.low <= 0 && interval.high >= 0;
}

std::optional<Effect> kept_effect(const std::string& folder) {
  std::optional<KeptTournament> kept = read_kept_tournament(folder);
  return kept ? std::optional(std::move(kept->effect)) : std::nullopt;
}

void require_kept(const std::string& folder, const tournament::TournamentConfig& config) {
  const std::optional<KeptTournament> kept = read_kept_tournament(folder);
  if (kept && kept->config_hash != tournament::config_hash(config))
    throw UsageError(fmt::format(
        "{}: the games that were dropped were of other players or openings; choose another --out", kept_path(folder)));
}

std::optional<tournament::ResultTable> kept_table(const std::string& folder) {
  const std::optional<KeptTournament> kept = read_kept_tournament(folder);
  if (!kept || kept->pairings.empty()) return std::nullopt;
  tournament::ResultTable table;
  for (const KeptPairing& pairing : kept->pairings) {
    tournament::PairingRow row;
    row.a = pairing.a;
    row.b = pairing.b;
    row.counts = pairing.counts;
    row.pentanomial = pairing.pairs;
    row.range = {.score = pairing.score,
                 .ci95 = pairing.ci95,
                 .elo = elo_of_score(pairing.score),
                 .elo_ci95 = elo_interval(pairing.ci95)};
    table.games += pairing.counts.games();
    table.pairings.push_back(std::move(row));
  }
  return table;
}

bool drop_tournament(const std::string& folder, bool keeps_pairings) {
  const std::optional<std::vector<FolderLock>> locks = lock_unless_in_use({folder});
  if (!locks) return false;
  if (read_kept_tournament(folder)) {
    remove_folder(folder);  // what a process that was killed has left
    return false;
  }
  if (!file_exists(manifest_path(folder))) return false;
  const tournament::StoredResults stored = tournament::read_results(folder, Detail::tables);
  const tournament::ResultTable table = tournament::make_table(stored, {});
  if (table.games < table.games_scheduled) return false;
  KeptTournament kept{.effect = effect_of(stored),
                      .config_hash = tournament::config_hash(stored.config),
                      .digest = digest_of_games(folder)};
  for (const tournament::PairingRow& row : table.pairings)
    if (keeps_pairings)
      kept.pairings.push_back({row.a, row.b, row.counts, row.pentanomial, row.range.score, row.range.ci95});
  write_file_atomically(kept_path(folder), kept_tournament_json(kept));
  remove_folder(folder);
  return true;
}

}  // namespace rootward::study
