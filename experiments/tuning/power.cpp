// What evaluations compare, and what their games cost.
#include "experiments/tuning/power.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/json.h"
#include "experiments/arena/game_setup.h"
#include "experiments/arena/pace.h"
#include "experiments/arena/thread_count.h"
#include "experiments/arena/worker.h"
#include "experiments/engines/gtp/engine_player.h"
#include "experiments/tuning/evaluation_jobs.h"
#include "experiments/tuning/journal.h"
#include "experiments/tuning/tune_journal.h"

namespace rootward::tuning {

PowerPlan power_plan(const TuningConfig& tuning, std::uint32_t evaluations) {
  PowerPlan plan;
  plan.name = tuning.name;
  plan.questions = {{.what = "one evaluation against equality", .games = tuning.games},
                    {.what = "the fresh test against equality", .games = tuning.test_games}};
  plan.games_in_all = std::uint64_t{evaluations} * tuning.games + tuning.test_games;
  return plan;
}

PairDeviation stored_deviation(const std::string& folder) {
  std::vector<PairCounts> matches;
  const auto take = [&](const std::string& text, const std::string&) {
    const EvaluationResult result = journalled_result(parse_json(text));
    if (result.counts.games() > 0) matches.push_back(result.pentanomial);
  };
  (void)RecordReader<std::string>(kJournalEvaluationFormat).read_folder(folder, take);
  return measured_deviation(matches, folder);
}

bool measure_games(const TuningConfig& tuning, double seconds, PowerPlan& plan) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                          std::chrono::duration<double>(seconds));
  const auto is_over = [end] { return std::chrono::steady_clock::now() >= end; };
  const std::unique_ptr<Game> game = make_game(draw_game(tuning.game, tuning.seed));
  check_two_player_game(*game);
  EvaluationPlan evaluation = evaluation_plan(tuning, *game, tuning.candidate, 0);
  const std::uint32_t pairs = tuning.games / 2;
  evaluation.openings->prepare(pairs, default_thread_count(), is_over);
  if (is_over()) return false;
  constexpr std::uint32_t kBatch = 0;
  const EvaluationJobs jobs(tuning, *game, nullptr);
  GamePool pool(default_thread_count(), game_work(*game, side_by_side_plan_of(tuning, *game)), {}, are_one_pair);
  pool.open(kBatch, jobs.maker(std::move(evaluation), pairs));
  std::vector<Ticket> tickets;
  for (std::uint32_t index = 0; index < 2 * pairs; ++index) tickets.push_back({0, kBatch, index});
  pool.add(tickets);
  std::vector<GameRecord> games;
  const auto take = [&games](GamePool::Event& event) {
    if (auto* record = std::get_if<GameRecord>(&*event.result)) games.push_back(std::move(*record));
  };
  serve_pool(pool, {.is_made = is_over, .grace = std::chrono::milliseconds(0)}, take, [] {});
  const std::optional<GamePace> pace = pace_of(games);
  if (pace) set_cost(plan, pace->seconds, pace->plies, pace->of);
  return pace.has_value();
}

void measure_cost(const TuningConfig& tuning, double seconds, PowerPlan& plan) {
  const std::unique_ptr<Game> game = make_game(draw_game(tuning.game, tuning.seed));
  check_two_player_game(*game);
  const std::unique_ptr<Openings> openings =
      make_openings(tuning.game, *game, tuning.opening, tuning.seed, tuning.file);
  openings->prepare(1, 1, [] { return false; });
  std::vector<PlayerSpec> players = {tuning.candidate};
  for (const TuningOpponent& opponent : tuning.opponents) players.push_back(opponent.player);
  PaceSetting setting{.openings = openings.get(), .seed = tuning.seed};
  if (!openings->has_own_boards()) setting.side_by_side = side_by_side_plan(players, *game);
  const auto seconds_of = [&](const PlayerSpec& player) {
    return seconds_a_move(
        setting, [&](const Game& played) { return make_player(player, played, make_engine_player); },
        seconds / static_cast<double>(players.size()));
  };
  double both = seconds_of(tuning.candidate);
  for (const TuningOpponent& opponent : tuning.opponents) both += opponent.share * seconds_of(opponent.player);
  const GameLength length = likely_game_length(setting, players, [&players](std::size_t index, const Game& played) {
    return make_player(players[index], played, make_engine_player);
  });
  set_cost(plan, 0.5 * length.plies * both, length.plies,
           fmt::format("moves of each player and games {}, {:.0f} moves", length.of, length.plies));
}

}  // namespace rootward::tuning
