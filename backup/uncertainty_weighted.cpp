// Returns weighted by how sure their evaluation was: a sure one counts for more.
#include <cmath>

#include "backup/registry.h"
#include "core/math.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class UncertaintyWeighted {
 public:
  static constexpr auto kColumns = kOneNumber;  // W, the sum of the weights of the node's returns
  static constexpr bool kNeedsTrail = false;

  explicit UncertaintyWeighted(const Params& params)
      : coefficient_(params.real("coefficient")),
        exponent_(params.real("exponent")),
        most_(params.real("max_weight")),
        least_(coefficient_ / most_) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    tell.one("u", "", node.uncertainty);
    const double weight = tell.one("w", "", weight_of(node.uncertainty));
    *node.columns[0] += weight;
    const double total = tell.one("W", "", *node.columns[0]);
    const double share = total > 0 ? weight / total : 1.0 / node.visits;  // all weights may vanish
    node.value = tell.one("V", "V_old + w / W * (R - V_old)", node.value + share * (sample - node.value));
    return sample;
  }

 private:
  /// Asked once a simulation: every node of a path sees the same uncertainty.
  double weight_of(double uncertainty) {
    if (uncertainty != uncertainty_) {
      uncertainty_ = uncertainty;
      weight_ = coefficient_ / (power(uncertainty, exponent_) + least_);
      if (!std::isfinite(weight_)) weight_ = most_;  // c / max_weight may be too small for a number
    }
    return weight_;
  }

  double coefficient_;
  double exponent_;
  double most_;
  double least_;  ///< what stands below a sure return
  double uncertainty_ = -1;
  double weight_ = 0;
};

std::vector<ParamSpec> uncertainty_weighted_parameters() {
  return {{.key = "coefficient",
           .help = "c: an uncertainty at which u^e = c weighs about 1",
           .fallback = 0.25,
           .low = 0,
           .high = 100,
           .low_open = true,
           .tune_low = 0.02,
           .tune_high = 2,
           .scale = Scale::log,
           .source = "KataGo"},
          {.key = "exponent",
           .help = "e: how fast weights fall with the uncertainty; 0 is the average",
           .fallback = 1.0,
           .low = 0,
           .high = 4,
           .tune_low = 0,
           .tune_high = 3,
           .source = "KataGo"},
          {.key = "max_weight",
           .help = "weight of a sure return, u = 0",
           .fallback = 8.0,
           .low = 0,
           .high = 1e12,
           .low_open = true,
           .source = "KataGo"}};
}

}  // namespace

OperatorEntry describe_uncertainty_weighted() {
  return {
      .description = {.name = "uncertainty_weighted",
                      .help = "weighted mean of the returns; what the evaluator is unsure of weighs less",
                      .source = "KataGo (uncertainty weighting)",
                      .parameters = uncertainty_weighted_parameters()},
      .family = OperatorFamily::return_type,
      .formula =
          "w = c / (u^e + c / max_weight),  u: the evaluation's standard deviation, 0 where the game is over\n"
          "V += w / W (R - V),  W: sum of the w of the node's returns",
      .notes =
          "KataGo uses the weights in its selection's counts, too; here visits stay plain. The evaluator must know how "
          "far it errs: exact+noise (its sd), playouts and tactical_playouts of two or more (the standard error of "
          "their mean), KataGo's networks of file version 9 or later (their short-term error), a mix of such. Few "
          "playouts that agree by chance count as sure, so their weighted mean leans "
          "towards the likelier result.",
      .examples = {{R"({"backup":{"name":"uncertainty_weighted","coefficient":0.5,"max_weight":1},"returns":[1,-1],)"
                    R"("uncertainties":[0,0.5]})",
                    R"({"values":[1,0.3333333333333333]})"}},
      .needs_uncertainty = true,
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(UncertaintyWeighted(params));
      }};
}

}  // namespace rootward::backups
