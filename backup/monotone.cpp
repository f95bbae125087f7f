// Monotone MCTS: a weighted mean of the returns whose weight is any increasing function, given by its log-derivative.
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "backup/step_table.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

std::unique_ptr<Backup> make_monotone(const Params& params, const OperatorContext& context) {
  const ClockSetting clock = resolve_clock(params, context);
  WeightFunction f = make_weight_function(params, clock, kMonotoneConstant);
  return make_weighted(std::move(f), clock, params);
}

}  // namespace

OperatorEntry describe_monotone() {
  return {.description = {.name = "monotone",
                          .help = "weighted mean of the returns; the n-th weighs f(n), f' = exp(g)",
                          .source = "Li & Lim 2020 (arXiv 2001.09325), section 3, eq. 8 and 9 (seen in words; formulas "
                                    "derived)",
                          .parameters = {g_spec({-9, -8, -7, -6, -5}, -13, -1.6), span_spec(), spacing_spec(),
                                         clock_spec("node"), weighted_visits_spec()}},
          .family = OperatorFamily::return_type,
          .formula =
              "f(x) = 1 + Int_0^x exp(g(s)) ds,  g linear between its knots on [0, span]\n"
              "m_n = m_{n-1} + (f(n) / W_n) (R_n - m_{n-1}),  W_n = f(1) + .. + f(n)",
          .notes =
              "The first return has weight f(1) (the paper leaves f(0) or f(1) open); beyond the span g stays flat. "
              "g -> -inf everywhere is the average.",
          .examples = {{R"({"backup":{"name":"monotone","g":[0]},"simulations":5,"returns":[1,0,0,1,1]})",
                        R"({"values":[1,0.4,0.2222222222222222,0.5,0.65]})"}},
          .make = make_monotone};
}

}  // namespace rootward::backups
