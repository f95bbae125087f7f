// Coulom's mean weight: how many visits' worth of the plain mean is mixed with the best child.
#pragma once

#include "core/params.h"
#include "search/backup.h"

namespace rootward::backups {

/// w = a A, and from N > b A on w = a A N / (b A) = N a / b (Coulom 2006; the form is from memory, its two constants
/// are corroborated by a port). a: mean weight, b: threshold, A: scale, N: the node's visits.
/// Worked: a = 2, b = 16, A = 81: w(1000) = 162, w(5000) = 625.
struct MeanWeight {
  double mean_weight = 2;
  double threshold = 16;
  double scale = 1;

  double operator()(double visits) const {
    const double constant = mean_weight * scale;
    const double limit = threshold * scale;
    return visits > limit ? constant * (visits / limit) : constant;
  }
};

ParamSpec mean_weight_spec();
ParamSpec threshold_spec();
ParamSpec scale_spec();

/// The number that `scale` stands for in this game. Throws ParamError where the game has none.
double resolve_scale(const Params& params, const OperatorContext& context);
MeanWeight make_mean_weight(const Params& params, const OperatorContext& context);

}  // namespace rootward::backups
