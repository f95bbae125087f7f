// Games are counted, and timed in some runs of each step.
#include "experiments/study/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/study/members.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"
#include "experiments/tuning/power.h"
#include "lab/report/grid.h"
#include "lab/report/number_text.h"

namespace rootward::study {
namespace {

constexpr std::size_t kTimed = 6;  // runs of a step
constexpr double kSecondsAnHour = 3600;

std::string hours_text(double hours) { return hours < 0.01 ? "< 0.01" : fmt::format("{:.2f}", hours); }

/// What a run plays, and what that takes where it was timed.
struct RunPlan {
  std::uint64_t games = 0;
  std::optional<double> seconds{};  ///< of all its games
};

class StudyPlan {
 public:
  StudyPlan(const StudyConfig& study, double seconds) : study_(with_sample_items(study)), seconds_(seconds) {}

  Grid grid() {
    Grid grid{.title = study_.name,
              .columns = {{"step", false}, {"runs", true}, {"games or searches", true}, {"core hours", true}},
              .rows = {}};
    double all = 0;
    for (const StudyStep& step : study_.steps) {
      if (!is_run(step.kind)) continue;
      std::uint64_t games = 0;
      double timed_seconds = 0;
      std::uint64_t timed_games = 0;
      const std::size_t every = std::max<std::size_t>(1, step.members.size() / kTimed);
      for (std::size_t i = 0; i < step.members.size(); ++i) {
        const RunPlan run = plan_of(step, step.members[i], i % every == every / 2);
        games += run.games;
        if (!run.seconds) continue;
        timed_seconds += *run.seconds;
        timed_games += run.games;
      }
      const double hours = timed_games == 0 ? 0
                                            : timed_seconds * static_cast<double>(games) /
                                                  static_cast<double>(timed_games) / kSecondsAnHour;
      all += hours;
      grid.rows.push_back({step.name, fmt::format("{}", step.members.size()), grouped(games),
                           timed_games == 0 ? "not timed" : hours_text(hours)});
    }
    grid.rows.push_back({"in all", "", "", all > 0 ? hours_text(all) : "not timed"});
    return grid;
  }

 private:
  RunPlan plan_of(const StudyStep& step, const Member& member, bool is_timed) {
    if (step.kind == StepKind::tuning) return plan_of_tuning(step, member, is_timed);
    if (step.kind == StepKind::tournament) return plan_of_tournament(step, member, is_timed);
    const Taken taken = taken_of(study_, step, member, player_of_);
    if (step.kind == StepKind::selfplay)
      return {.games = generation_of(study_, step, member, taken).config.training.generation};
    const estimates::EstimatesConfig config = estimates_of(study_, step, member, taken);
    return {.games = std::uint64_t{config.games.size()} * config.instances * config.arms.size() * config.repeats};
  }

  /// Of a tuning in many games the member is one evaluation in one of them, without a fresh test.
  RunPlan plan_of_tuning(const StudyStep& step, const Member& member, bool is_timed) {
    const tuning::TuningConfig tuning =
        tuned_player_of(study_, step, member, taken_of(study_, step, member, player_of_)).tuning;
    const std::uint32_t evaluations = step.over.empty() ? step.evaluations : 1;
    RunPlan run{.games = std::uint64_t{evaluations} * tuning.games + (step.over.empty() ? tuning.test_games : 0)};
    if (!is_timed) return run;
    PowerPlan plan = tuning::power_plan(tuning, evaluations);
    tuning::measure_cost(tuning, seconds_, plan);
    run.seconds = plan.seconds_a_game.value_or(0) * static_cast<double>(run.games);
    return run;
  }

  RunPlan plan_of_tournament(const StudyStep& step, const Member& member, bool is_timed) {
    const tournament::TournamentConfig config =
        tournament_of(study_, step, member, sample_round(study_, step, member, player_of_));
    RunPlan run{.games = std::uint64_t{2} * config.schedule.pairs * tournament::make_pairings(config).size()};
    if (!is_timed) return run;
    tournament::TournamentSetup setup(config, {});
    PowerPlan plan = tournament::power_plan(config, config.schedule.pairs);
    tournament::measure_cost(setup, seconds_, plan);
    run.seconds = plan.seconds_a_game.value_or(0) * static_cast<double>(run.games);
    return run;
  }

  StudyConfig study_;
  double seconds_;
  LowestPlayers players_{study_};
  PlayerOf player_of_ = players_.player_of();
};

}  // namespace

std::string plan_text(const StudyConfig& study, double seconds) {
  return grid_text(StudyPlan(study, seconds).grid()) +
         "core hours: by games that some runs of each step played now, tuned players with the lowest values of their "
         "parameters.\n";
}

}  // namespace rootward::study
