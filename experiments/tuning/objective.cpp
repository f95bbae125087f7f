// One evaluation, watched.
#include "experiments/tuning/objective.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "experiments/arena/progress.h"
#include "experiments/arena/signals.h"

namespace rootward::tuning {

EvaluationResult evaluate_once(const TuningConfig& study, const ServiceSettings& settings,
                               const EvaluationRequest& request, bool is_quiet) {
  constexpr std::chrono::milliseconds kPatience{100};
  constexpr std::chrono::milliseconds kGrace{2000};
  const SignalGuard signals;
  (void)candidate_at(study, request.point);
  EvaluationService service(study, settings);
  Progress progress(stderr, Progress::style_of(stderr, is_quiet), "games");
  for (const std::string& warning : service.warnings()) progress.say("warning: " + warning);
  const std::size_t handle = service.begin(request);
  while (!SignalGuard::stop_requested()) {
    for (const EvaluationUpdate& update : service.wait(kPatience)) {
      if (update.is_final) {
        service.folder().append_evaluation(request, update.result);
        progress.finish();
        return update.result;
      }
      progress.report(update.result.counts.games(), request.games, score_text(update.result));
    }
  }
  progress.finish();
  service.finish_games_under_way(kGrace);
  return service.cancel(handle);
}

}  // namespace rootward::tuning
