// The bias-corrected exponential recency-weighted average under a name of its own.
#include "backup/erwa_steps.h"
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "search/backup_driver.h"

namespace rootward::backups {

OperatorEntry describe_erwa_corrected() {
  return {.description = {.name = "erwa_corrected",
                          .help = "exponential recency-weighted average without bias towards the first return",
                          .source = "Sutton & Barto (unbiased constant-step-size trick); Li & Lim 2020 (arXiv "
                                    "2001.09325), proposition 3.2",
                          .parameters = {erwa_alpha_spec()}},
          .family = OperatorFamily::return_type,
          .formula = "m_n = m_{n-1} + eta_n (R_n - m_{n-1}),  eta_n = alpha / (1 - (1 - alpha)^n), 1/n at alpha = 0",
          .notes = "The same as erwa with init: corrected.",
          .no_limit = kErwaNoLimit,
          .examples = {{R"({"backup":{"name":"erwa_corrected","alpha":0.1},"returns":[1,0,0]})",
                        R"({"values":[1,0.47368421052631576,0.2988929889298893]})"}},
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(StepOperator(CorrectedErwa(ErwaRatio{params.real("alpha")})));
          }};
}

}  // namespace rootward::backups
