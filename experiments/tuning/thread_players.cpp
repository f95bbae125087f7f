// A batch of the pool for a batch of the service.
#include "experiments/tuning/thread_players.h"

#include <exception>
#include <new>
#include <utility>
#include <variant>

#include "core/errors.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"

namespace rootward::tuning {
namespace {

class ThreadPlayers final : public EvaluationPlayers {
 public:
  ThreadPlayers(const TuningConfig& tuning, const Game& game, GamesUnderWay& under_way, const ThreadSettings& settings)
      : tuning_(tuning),
        game_(game),
        jobs_(tuning, &under_way),
        pool_(settings.threads != 0 ? settings.threads : default_thread_count(),
              game_work(game, settings.uses_lanes ? side_by_side_plan_of(tuning, game) : SideBySidePlan{}), {},
              are_one_pair) {}

  std::string open(EvaluationWork work) override {
    EvaluationPlan plan = evaluation_plan(tuning_, game_, work.candidate, work.request.seed);
    try {
      plan.openings->prepare(work.pairs, pool_.threads(), SignalGuard::stop_requested);
    } catch (const UsageError& error) {
      // Boards left to chance are those of this seed; other openings are the tuning's and do for all or none.
      if (!plan.openings->has_own_boards()) throw;
      return error.what();
    }
    if (SignalGuard::stop_requested()) return "";  // not all openings are ready
    std::vector<Ticket> tickets;
    for (const std::uint32_t game : work.games)
      tickets.push_back({.priority = work.batch, .batch = work.batch, .index = game});
    pool_.open(work.batch, jobs_.maker(std::move(plan), work.pairs));
    pool_.add(tickets);
    return "";
  }

  void cancel(std::uint32_t batch) override { pool_.cancel(batch); }

  std::vector<PlayedGame> collect(std::chrono::milliseconds patience) override {
    std::vector<PlayedGame> games;
    for (const GamePool::Event& event : pool_.collect(patience)) {
      const GameRecord* record = event.result ? std::get_if<GameRecord>(&*event.result) : nullptr;
      PlayedGame game{.batch = event.batch};
      if (record != nullptr)
        game.game = evaluation_game(*record);
      else
        game.failure = failure_of(event);
      games.push_back(std::move(game));
    }
    return games;
  }

  void wake() override { pool_.wake(); }
  void start_no_more() override { pool_.start_no_more(); }
  [[nodiscard]] bool is_idle() override { return pool_.is_idle(); }
  [[nodiscard]] std::size_t threads() const override { return pool_.threads(); }
  [[nodiscard]] std::string shortage() const override { return pool_.shortage(); }

 private:
  const TuningConfig& tuning_;
  const Game& game_;
  EvaluationJobs jobs_;
  GamePool pool_;
};

}  // namespace

std::string failure_of(const GamePool::Event& event) {
  if (event.result) return std::get<VoidRecord>(*event.result).message;
  try {
    std::rethrow_exception(event.failure);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::unique_ptr<EvaluationPlayers> make_thread_players(const TuningConfig& tuning, const Game& game,
                                                       GamesUnderWay& under_way, const ThreadSettings& settings) {
  return std::make_unique<ThreadPlayers>(tuning, game, under_way, settings);
}

}  // namespace rootward::tuning
