// Who plays whom in which game of an evaluation.
#include "experiments/tuning/evaluation_jobs.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "core/rng.h"
#include "lab/arena/game_id.h"
#include "lab/arena/game_setup.h"
#include "lab/engines/engine_player.h"

namespace rootward::tuning {
namespace {

std::shared_ptr<const PlayerMaker> maker_of(PlayerSpec spec) {
  return std::make_shared<const PlayerMaker>(
      [spec = std::move(spec)](const Game& game) { return make_player(spec, game, make_engine_player); });
}

}  // namespace

std::unique_ptr<Openings> openings_of(const TuningConfig& tuning, const Game& game, std::uint64_t seed) {
  return make_openings(tuning.game, game, tuning.opening, seed, tuning.file);
}

InputFiles inputs_of(const TuningConfig& tuning, const Game& game) {
  InputFiles files{.book_hash = openings_of(tuning, game, tuning.seed)->book_hash(), .networks = {}};
  const auto add = [&files](const PlayerSpec& player) {
    if (std::string network = network_of(player); !network.empty()) files.networks[player.name] = network;
  };
  add(tuning.candidate);
  for (const TuningOpponent& opponent : tuning.opponents) add(opponent.player);
  return files;
}

EvaluationPlan evaluation_plan(const TuningConfig& tuning, const Game& game, PlayerSpec candidate, std::uint64_t seed) {
  EvaluationPlan plan;
  plan.candidate = std::move(candidate);
  plan.seed = derive_seed(tuning.seed, {hash_name("evaluation"), seed});
  plan.openings = openings_of(tuning, game, plan.seed);
  return plan;
}

EvaluationJobs::EvaluationJobs(const TuningConfig& tuning, GamesUnderWay* under_way)
    : tuning_(tuning), under_way_(under_way) {
  for (const TuningOpponent& opponent : tuning.opponents) opponents_.push_back(maker_of(opponent.player));
}

GamePool::Make EvaluationJobs::maker(EvaluationPlan plan, std::uint32_t pairs) const {
  return [this, opponents = opponents_of_pairs(tuning_, pairs), candidate = maker_of(std::move(plan.candidate)),
          seed = plan.seed, openings = std::shared_ptr<const Openings>(std::move(plan.openings))](std::uint32_t index) {
    const std::uint32_t pair = index / 2;
    const std::size_t opponent = opponents[pair];
    GameJob job;
    job.players = {candidate, opponents_[opponent]};
    job.task.pairing = {kCandidateName, tuning_.opponents[opponent].player.name};
    job.task.pair = pair;
    job.task.game_of_pair = static_cast<int>(index % 2);
    job.task.draws = draw_seeds(seed, job.task.pairing, pair);
    job.task.seed = game_seed(seed, job.task.pairing, pair, job.task.game_of_pair);
    job.task.opening = &openings->at(pair);
    job.task.under_way = under_way_;
    job.game = openings->game(pair);
    return job;
  };
}

EvaluationGame evaluation_game(const GameRecord& record) {
  EvaluationGame game;
  game.pair = record.pair;
  game.game_of_pair = record.game_of_pair();
  game.score = record.score_of_a();
  game.ended = record.ended;
  game.cpu_seconds = std::round((record.cpu_seconds[0] + record.cpu_seconds[1]) * 1e6) / 1e6;  // as it is stored
  game.fallbacks = record.fallbacks[0] + record.fallbacks[1];
  return game;
}

SideBySidePlan side_by_side_plan_of(const TuningConfig& tuning, const Game& game) {
  constexpr std::string_view kEvaluator = "search.evaluator";
  if (is_random_game(tuning.game)) return {};
  for (const TunedParameter& parameter : tuning.parameters)
    if (parameter.path.starts_with(kEvaluator)) return {};
  std::vector<PlayerSpec> players = {tuning.candidate};
  for (const TuningOpponent& opponent : tuning.opponents) players.push_back(opponent.player);
  return side_by_side_plan(players, game);
}

}  // namespace rootward::tuning
