// Exponential recency-weighted average with a constant step size and a named way to begin.
#include "backup/erwa_steps.h"
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

std::unique_ptr<Backup> make(const Params& params, const OperatorContext&) {
  const double alpha = params.real("alpha");
  const std::string& init = params.text("init");
  if (init == "first_return") return make_backup_driver(StepOperator(FirstReturnErwa{alpha}));
  if (init == "sample_average") return make_backup_driver(StepOperator(SampleAverageErwa{alpha}));
  return make_backup_driver(StepOperator(CorrectedErwa(ErwaRatio{alpha})));
}

}  // namespace

OperatorEntry describe_erwa() {
  return {
      .description = {.name = "erwa",
                      .help = "exponential recency-weighted average: constant step size",
                      .source = "Sutton & Barto; Li & Lim 2020 (arXiv 2001.09325), eq. 3 and proposition 3.2",
                      .parameters = {erwa_alpha_spec(),
                                     {.key = "init",
                                      .help = "how it begins: weights exactly proportional to (1 - alpha)^-n "
                                              "(corrected), the first return kept (first_return), or the plain mean "
                                              "until 1/n < alpha (sample_average)",
                                      .type = ParamType::choice,
                                      .fallback = std::string("corrected"),
                                      .choices = {"corrected", "first_return", "sample_average"},
                                      .source = "ours: the paper is silent"}}},
      .family = OperatorFamily::return_type,
      .formula =
          "m_n = m_{n-1} + eta_n (R_n - m_{n-1})\n"
          "corrected:      eta_n = alpha / (1 - (1 - alpha)^n), 1/n at alpha = 0\n"
          "first_return:   eta_1 = 1, eta_n = alpha\n"
          "sample_average: eta_n = max(alpha, 1/n)",
      .notes =
          "The three ways to begin are different searchers: at n = 2 and alpha = 0.01 the steps are 0.5025, 0.01 "
          "and 0.5, and most nodes of a tree are young. The default is the paper's proposition 3.2 read literally: "
          "monotone with g(x) = k x + ln k, k = -ln(1 - alpha), equals it exactly.",
      .no_limit = kErwaNoLimit,
      .examples = {{R"({"backup":{"name":"erwa","alpha":0.5,"init":"first_return"},"returns":[1,0,0,1,1]})",
                    R"({"values":[1,0.5,0.25,0.625,0.8125]})"},
                   {R"({"backup":{"name":"erwa","alpha":0.5},"returns":[1,0,0,1,1]})",
                    R"({"values":[1,0.3333333333333333,0.14285714285714285,0.6,0.8064516129032258]})"}},
      .make = make};
}

}  // namespace rootward::backups
