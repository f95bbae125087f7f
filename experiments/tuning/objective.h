// `objective`: one evaluation from wherever its journal stands to its end.
#pragma once

#include "experiments/tuning/evaluation_service.h"

namespace rootward::tuning {

/// Status partial where SIGINT or SIGTERM ended it early; what was played is stored. Progress goes to stderr unless
/// `is_quiet`. Throws UsageError where the point makes no player.
EvaluationResult evaluate_once(const TuningConfig& tuning, const ServiceSettings& settings,
                               const EvaluationRequest& request, bool is_quiet);

}  // namespace rootward::tuning
