// Parameters that several operators share, each declared once, and what they resolve to in a search.
#pragma once

#include <cstdint>
#include <vector>

#include "backup/step_table.h"
#include "backup/weight_function.h"
#include "core/math.h"
#include "core/params.h"
#include "search/backup.h"

namespace rootward::backups {

/// `g`: the knots of the weight function; the optimizer walks [tune_low, tune_high].
ParamSpec g_spec(std::vector<double> fallback, double tune_low, double tune_high);
/// `span`: visits over which the weights run; optional, the budget in simulations otherwise.
ParamSpec span_spec();
ParamSpec spacing_spec();
ParamSpec clock_spec(const char* fallback);
/// `rate`: how fast the sharpness grows with the node's visits.
ParamSpec rate_spec(const char* what_grows);
ParamSpec own_spec();
ParamSpec min_visits_spec();

/// What the n of a weight f(n) counts. `node`: the node's own visits. `search`: the index of the simulation in this
/// search, scaled so that the whole budget is the span (Browne et al. 2012, 5.3, on Xie & Liu 2009).
struct ClockSetting {
  bool is_search = false;
  double span = 0;                 ///< visits, > 0
  double visits_a_simulation = 1;  ///< search clock: n = simulation * this
};

/// The visits over which a weight runs. Throws ParamError where there is neither `span` nor a budget in simulations.
double resolve_span(const Params& params, const OperatorContext& context);
/// Resolves `span` and `clock`. Throws as resolve_span().
ClockSetting resolve_clock(const Params& params, const OperatorContext& context);

/// The constants of f for the operators with a weight function.
inline constexpr double kMonotoneConstant = 1.0;
inline constexpr double kSoftmaxConstant = 0.0;

/// The weight function of `g`, `spacing` and the resolved span.
WeightFunction make_weight_function(const Params& params, const ClockSetting& clock, double constant,
                                    const char* key = "g");

/// N^rate.
class VisitPower {
 public:
  explicit VisitPower(double rate) : rate_(rate), table_(PowerOf{rate}) {}
  double at(std::uint32_t visits) { return rate_ == 0 ? 1.0 : table_.at(visits); }

 private:
  struct PowerOf {
    double rate = 0;
    double operator()(double visits) const { return power(visits, rate); }
  };
  double rate_;
  GrowingTable<PowerOf> table_;
};

std::uint32_t resolve_min_visits(const Params& params);

}  // namespace rootward::backups
