// Polynomial-decay averaging: later returns weigh more, by a power of their index and at every node size alike.
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

/// eta_n = (h + 1) / (h + n).
struct PolynomialSteps {
  double degree = 0;
  [[nodiscard]] double step(std::uint32_t n) const { return (degree + 1) / (degree + n); }
};

}  // namespace

OperatorEntry describe_polynomial_decay() {
  return {
      .description = {.name = "polynomial_decay",
                      .help = "weighted mean of the returns; the n-th weighs about n^degree",
                      .source = "Shamir & Zhang 2013 (polynomial-decay averaging, from memory); the step is that of "
                                "Jin et al. 2018 (from memory)",
                      .parameters = {{.key = "degree",
                                      .help = "h: 0 is the average; the larger, the sooner old returns fade",
                                      .fallback = 3.0,
                                      .low = 0,
                                      .high = 1000,
                                      .tune_low = 0.1,
                                      .tune_high = 30,
                                      .scale = Scale::log,
                                      .source = "3: Shamir & Zhang 2013 (from memory); box ours"}}},
      .family = OperatorFamily::return_type,
      .formula = "eta_n = (h + 1) / (h + n),  m_n = m_{n-1} + eta_n (R_n - m_{n-1});  h = degree",
      .notes =
          "No span and no budget: the weights have one shape at every node size, while those of monotone depend on "
          "N / span. The variance is (h + 1)^2 / ((2h + 1) n) that of one return, so it converges.",
      .examples = {{R"({"backup":{"name":"polynomial_decay","degree":1},"returns":[1,0,0,1,1]})",
                    R"({"values":[1,0.3333333333333333,0.16666666666666666,0.5,0.6666666666666666]})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(StepOperator(PolynomialSteps{params.real("degree")}));
      }};
}

}  // namespace rootward::backups
