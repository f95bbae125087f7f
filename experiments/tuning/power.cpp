// What evaluations compare, and what their games cost.
#include "experiments/tuning/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/json.h"
#include "experiments/tuning/evaluation_jobs.h"
#include "experiments/tuning/journal.h"
#include "experiments/tuning/tune_journal.h"
#include "lab/arena/cost_sample.h"
#include "lab/arena/game_setup.h"
#include "lab/arena/pace.h"
#include "lab/arena/thread_count.h"
#include "lab/arena/worker.h"
#include "lab/engines/engine_player.h"

namespace rootward::tuning {

namespace {

/// The candidate first, by the name that records have.
std::vector<PlayerSpec> players_of(const TuningConfig& tuning) {
  std::vector<PlayerSpec> players = {tuning.candidate};
  players.front().name = kCandidateName;
  for (const TuningOpponent& opponent : tuning.opponents) players.push_back(opponent.player);
  return players;
}

TuningConfig with_share(TuningConfig tuning, double share) {
  tuning.candidate = rootward::with_share(tuning.candidate, share);
  for (TuningOpponent& opponent : tuning.opponents) opponent.player = rootward::with_share(opponent.player, share);
  return tuning;
}

/// The games of pairs 0 .. end - 1 of an evaluation that `known` lacks. False where `stop` left some unplayed.
bool play_pairs(const TuningConfig& tuning, const Game& game, std::uint32_t end, const std::function<bool()>& stop,
                std::vector<GameRecord>& known) {
  constexpr std::uint32_t kBatch = 0;
  EvaluationPlan evaluation = evaluation_plan(tuning, game, tuning.candidate, 0);
  evaluation.openings->prepare(end, default_thread_count(), stop);
  if (stop()) return false;
  const EvaluationJobs jobs(tuning, nullptr);
  GamePool pool(default_thread_count(), game_work(game, side_by_side_plan_of(tuning, game)), {}, are_one_pair);
  pool.open(kBatch, jobs.maker(std::move(evaluation), end));
  std::vector<Ticket> tickets;
  for (auto index = static_cast<std::uint32_t>(known.size()); index < 2 * end; ++index)
    tickets.push_back({0, kBatch, index});
  pool.add(tickets);
  const auto take = [&known](GamePool::Event& event) {
    if (auto* record = std::get_if<GameRecord>(&*event.result)) known.push_back(std::move(*record));
  };
  serve_pool(pool, {.is_made = stop, .grace = std::chrono::milliseconds(0)}, take, [] {});
  return known.size() == 2 * std::size_t{end};
}

CostSample play_sample(const TuningConfig& tuning, const Game& game, double seconds) {
  constexpr std::size_t kFewestPairs = 2;
  const std::vector<PlayerSpec> players = players_of(tuning);
  const std::size_t threads = default_thread_count();
  const std::size_t pairs_of_slots = threads * side_by_side_plan_of(tuning, game).slots;  // two games a slot
  SampleTask task{
      .players = players,
      .pairs = tuning.games / 2,
      .pairs_together = static_cast<std::uint32_t>(std::max({pairs_of_slots, tuning.opponents.size(), kFewestPairs})),
      .play = {}};
  task.play = [&](double share, std::uint32_t end, const std::function<bool()>& stop, std::vector<GameRecord>& known) {
    return play_pairs(with_share(tuning, share), game, end, stop, known);
  };
  return sample_costs(task, SampleTime(seconds, threads, players));
}

/// Each opponent's games have its share.
double by_opponents(const TuningConfig& tuning, const GamePace& pace) {
  double seconds = 0;
  for (const TuningOpponent& opponent : tuning.opponents) {
    const auto found = pace.pairings.find({kCandidateName, opponent.player.name});
    seconds += opponent.share * (found != pace.pairings.end() ? found->second : pace.seconds);
  }
  return seconds;
}

/// From timed moves of candidate and opponents, each for its share of `seconds`.
void measure_moves(const TuningConfig& tuning, const Game& game, double seconds, PowerPlan& plan) {
  const std::unique_ptr<Openings> openings = openings_of(tuning, game, tuning.seed);
  openings->prepare(1, 1, [] { return false; });
  const std::vector<PlayerSpec> players = players_of(tuning);
  const std::shared_ptr<const Game> board = openings->game(0);
  const PaceSetting setting{.game = *board,
                            .opening = openings->at(0),
                            .side_by_side = side_by_side_plan_of(tuning, game),
                            .seed = tuning.seed};
  const auto make = [&](std::size_t i, const Game& played) {
    return make_player(players[i], played, make_engine_player);
  };
  const auto seconds_of = [&](std::size_t i) {
    return seconds_a_move(
        setting, [&](const Game& played) { return make(i, played); }, seconds / static_cast<double>(players.size()));
  };
  double both = seconds_of(0);
  for (std::size_t i = 0; i < tuning.opponents.size(); ++i) both += tuning.opponents[i].share * seconds_of(i + 1);
  const GameLength length = likely_game_length(setting, players, make);
  set_cost(plan, 0.5 * length.plies * both, length.plies,
           fmt::format("moves of each player and games {}, {:.0f} moves", length.of, length.plies));
}

}  // namespace

PowerPlan power_plan(const TuningConfig& tuning, std::uint32_t evaluations) {
  PowerPlan plan;
  plan.name = tuning.name;
  plan.questions = {{.what = "one evaluation against equality", .games = tuning.games},
                    {.what = "the fresh test against equality", .games = tuning.test_games}};
  plan.tuning = TuningSize{.evaluations = evaluations, .games = tuning.games};
  plan.games_in_all = std::uint64_t{evaluations} * tuning.games + 2 * std::uint64_t{tuning.test_games};
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

void measure_cost(const TuningConfig& tuning, double seconds, PowerPlan& plan) {
  const std::unique_ptr<Game> game = make_game(draw_game(tuning.game, tuning.seed));
  check_two_player_game(*game);
  const CostSample sample = play_sample(tuning, *game, seconds);
  if (const std::optional<GamePace> pace = sample.pace())
    set_cost(plan, by_opponents(tuning, *pace), pace->plies, sample.of);
  else
    measure_moves(tuning, *game, seconds, plan);
}

}  // namespace rootward::tuning
