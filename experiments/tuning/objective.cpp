// One evaluation, watched.
#include "experiments/tuning/objective.h"

#include <utility>

#include "lab/arena/progress.h"
#include "lab/arena/signals.h"

namespace rootward::tuning {

EvaluationResult evaluate_once(const TuningConfig& tuning, const ServiceSettings& settings,
                               const EvaluationRequest& request, bool is_quiet) {
  constexpr std::chrono::milliseconds kPatience{100};
  const SignalGuard signals;
  (void)candidate_at(tuning, request.point);
  EvaluationService service(tuning, settings);
  Progress progress(stderr, Progress::style_of(stderr, is_quiet), "games");
  for (const std::string& warning : service.warnings()) progress.say("warning: " + warning);
  const std::size_t handle = service.begin(request);
  EvaluationResult result;
  while (service.is_pending(handle) && !SignalGuard::stop_requested()) {
    for (EvaluationUpdate& update : service.wait(kPatience)) {
      if (!update.is_final)
        progress.report(update.result.counts.games(), request.games,
                        [result = update.result] { return score_text(result); });
      else
        result = std::move(update.result);
    }
  }
  progress.finish();
  const bool is_pending = service.is_pending(handle);
  if (is_pending) {
    service.finish_games_under_way(settings.grace);
    result = service.cancel(handle);
  } else {
    service.folder().append_evaluation(request, result);
  }
  service.folder().end_session(is_pending ? "stopped" : kComplete);
  return result;
}

}  // namespace rootward::tuning
