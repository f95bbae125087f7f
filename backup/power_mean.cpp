// Power-UCT: the power mean of the children's win rates.
#include "backup/power_mean.h"

#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class PowerMeanRule {
 public:
  explicit PowerMeanRule(const Params& params)
      : mean_(params.real("p"), params.real("rate")), min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const double exponent = tell.one("e", "", mean_.exponent(node.visits));
    const VisitsAndMean plain = exponent == 1 ? weighted_mean(children, min_visits_) : VisitsAndMean{};
    if (plain.visits > 0) {
      tell_counted(children, min_visits_, tell);
      return tell.one("F", kMeanOfChildren, plain.mean);
    }
    const auto visits = [&](std::uint32_t i) { return static_cast<double>(node.child_visits[i]); };
    if (!scanned_.gather(node, min_visits_, visits)) return mean_of_all(children, tell);
    tell_counted(children, min_visits_, tell);
    if (scanned_.count() == 1) return tell.one("F", kMeanOfChildren, scanned_.largest());
    if constexpr (Terms::kHeard)
      tell.each("x", "", [&](std::size_t i) { return PowerMean::rate_of(children.values[i]); });
    return tell.one("F", "2 * (sum(n * x ^ e) / sum(n)) ^ (1 / e) - 1", mean_.of_values(scanned_, exponent));
  }

 private:
  PowerMean mean_;
  std::uint32_t min_visits_;
  ScannedChildren scanned_;
};

}  // namespace

OperatorEntry describe_power_mean() {
  return {
      .description = {.name = "power_mean",
                      .help = "visit-weighted power mean of the children's win rates (Power-UCT)",
                      .source = "Dam, Klink, D'Eramo, Peters & Pajarinen 2019 (arXiv 1911.00384), section 4",
                      .parameters = {power_spec(), rate_spec("the exponent grows with the visits: p N^rate"),
                                     own_spec(), min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "x_i = max(0, (1 + q_i) / 2),  X = max x_i,  e = min(p N^rate, 1e6)\n"
          "F = 2 X (sum (n_i / sum n) (x_i / X)^e)^(1/e) - 1,  X = 0: F = -1\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes =
          "p = 1 is the average, p -> inf the maximum, off by at most 2 ln(sum n / n_b) / e. Not shift-invariant: a "
          "lost child adds nothing at any p > 1. A power below 1 would lie under the average and is not offered.",
      .examples = {{R"({"backup":{"name":"power_mean","p":2},"children":[{"visits":1,"value":1},{"visits":1,)"
                    R"("value":-1}]})",
                    R"({"value":0.41421356237309515,"passed_up":0})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(PowerMeanRule(params), params));
      }};
}

}  // namespace rootward::backups
