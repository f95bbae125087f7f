// KataGo's value weighting: visits weighted by how likely a child is better than the others.
#include <algorithm>
#include <cmath>
#include <vector>

#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"
#include "search/visit_tables.h"

namespace rootward::backups {
namespace {

class ValueWeightRule {
 public:
  explicit ValueWeightRule(const Params& params)
      : exponent_(params.real("exponent")),
        is_beside_leader_(params.text("reference") == "leader"),
        is_as_coins_(params.text("deviation") == "coins"),
        cdf_(params.text("distribution") == "t3" ? block_sums().t3_cdf : block_sums().norm_cdf),
        inverse_precision_(1 / params.real("precision")),
        min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const VisitsAndMean plain = weighted_mean(children, min_visits_);
    if (plain.visits == 0) return mean_of_all(children, tell);
    tell_counted(children, min_visits_, tell);
    if (exponent_ == 0 || children.count == 1) return tell.one("F", kMeanOfChildren, plain.mean);
    scanned_.gather(node, min_visits_, [&](std::uint32_t i) { return static_cast<double>(node.child_visits[i]); });
    if (chances_.size() < scanned_.padded()) chances_.resize(scanned_.padded());
    is_beside_leader_ ? stand_beside_leader(best_valued(children, min_visits_)) : stand_beside(plain.mean);
    cdf_(chances_.data(), scanned_.padded());
    const Value weighted = mean();
    if constexpr (Terms::kHeard) tell_chances(children, tell);
    return tell.one("F", "sum(n * chance ^ exponent * q) / sum(n * chance ^ exponent)", weighted);
  }

 private:
  /// What mean() left: CDF(z) + 1e-4 of the children that count, 0 of the others.
  template <class Terms>
  void tell_chances(const ChildSpan& children, Terms tell) const {
    std::size_t place = 0;
    tell.each("chance", "", [&](std::size_t i) { return children.visits[i] >= min_visits_ ? chances_[place++] : 0.0; });
    tell.one("exponent", "", exponent_);
  }

  /// The variance of a child's value, > 0. No mean of coins lies beyond [-1, 1]: there a value counts as the nearer
  /// end.
  [[nodiscard]] double variance(double visits, Value value) const {
    if (is_as_coins_) {
      const double x = visits * std::clamp(value, -1.0, 1.0) / (visits + 2);
      return (1 - x * x) / (visits + 3);
    }
    return 1e-8 + inverse_precision_ * tables_->inverse_root(static_cast<std::uint32_t>(visits));
  }

  void stand_beside(Value mean) {
    for (std::size_t i = 0; i < scanned_.count(); ++i) {
      const Value value = scanned_.values()[i];
      chances_[i] = (value - mean) / std::sqrt(variance(scanned_.weights()[i], value));
    }
    fill_up();
  }

  void stand_beside_leader(const Chosen& best) {
    const double of_best = variance(best.visits, best.value);
    for (std::size_t i = 0; i < scanned_.count(); ++i) {
      const Value value = scanned_.values()[i];
      chances_[i] = (value - best.value) / std::sqrt(variance(scanned_.weights()[i], value) + of_best);
    }
    fill_up();
  }

  void fill_up() {
    for (std::size_t i = scanned_.count(); i < scanned_.padded(); ++i) chances_[i] = 0;
  }

  /// sum w q / sum w, w = n (chance + 1e-4)^exponent, the largest chance taken out.
  Value mean() {
    double largest = 0;
    for (std::size_t i = 0; i < scanned_.padded(); ++i) chances_[i] += 1e-4;
    for (std::size_t i = 0; i < scanned_.count(); ++i) largest = std::max(largest, chances_[i]);
    const TwoSums sums =
        sums_.power(scanned_.weights(), chances_.data(), scanned_.values(), scanned_.padded(), largest, exponent_);
    return sums.moments / sums.weights;
  }

  double exponent_;
  bool is_beside_leader_;
  bool is_as_coins_;
  void (*cdf_)(double*, std::size_t);
  double inverse_precision_;
  std::uint32_t min_visits_;
  const VisitTables* tables_ = &VisitTables::shared();
  const BlockSums& sums_ = block_sums();
  ScannedChildren scanned_;
  std::vector<double> chances_;  // scratch
};

ParamSpec value_weight_choice(const char* key, const char* help, std::vector<std::string> choices, const char* source) {
  std::string first = choices.front();
  return {.key = key,
          .help = help,
          .type = ParamType::choice,
          .fallback = std::move(first),
          .choices = std::move(choices),
          .source = source};
}

std::vector<ParamSpec> value_weight_parameters() {
  return {{.key = "exponent",
           .help = "of the chance to be better: 0 is the average",
           .fallback = 0.25,
           .low = 0,
           .high = 64,
           .tune_low = 0.05,
           .tune_high = 8,
           .scale = Scale::log,
           .source = "KataGo's valueWeightExponent: 0.5 in its code, 0.25 in its configurations; box ours"},
          value_weight_choice("reference", "better than what: the children's mean, or the best child",
                              {"mean", "leader"}, "mean: KataGo; leader: ours, after D'Eramo, Nuara & Restelli 2016"),
          value_weight_choice("deviation",
                              "a child's variance: 1e-8 + 1 / (precision sqrt(n)), or as if its returns had been coins",
                              {"katago", "coins"}, "katago: KataGo; coins: ours"),
          value_weight_choice("distribution", "of a child's value: Student's t with 3 degrees of freedom, or normal",
                              {"t3", "normal"}, "t3: KataGo; normal: ours"),
          {.key = "precision",
           .help = "of katago's variance: the larger, the surer few visits",
           .fallback = 1.5,
           .low = 0,
           .high = 1000,
           .low_open = true,
           .tune_low = 0.3,
           .tune_high = 10,
           .scale = Scale::log,
           .source = "1.5: KataGo; box ours"},
          own_spec(),
          min_visits_spec()};
}

}  // namespace

OperatorEntry describe_value_weight() {
  return {
      .description = {.name = "value_weight",
                      .help = "children weighted by visits and by the chance to be better than the rest (KataGo)",
                      .source = "KataGo (cpp/search/searchupdatehelpers.cpp, 6a1fc5d) at the defaults; leader, coins "
                                "and normal are ours",
                      .parameters = value_weight_parameters()},
      .family = OperatorFamily::child_type,
      .formula =
          "F = sum w_i q_i / sum w_i,  w_i = n_i (CDF(z_i) + 1e-4)^exponent\n"
          "mean: z_i = (q_i - mu) / s_i, mu the visit-weighted mean;  leader: z_i = (q_i - q_b) / sqrt(s_i^2 + "
          "s_b^2)\n"
          "katago: s_i^2 = 1e-8 + 1 / (precision sqrt(n_i));  coins: s_i^2 = (1 - x^2) / (n_i + 3), x = n_i q_i / "
          "(n_i + 2)\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes =
          "Against the leader exponent -> inf is the maximum; against the mean it is the child most significantly "
          "above it. KataGo reads the t distribution off a table, and its weights are visits only where its "
          "uncertainty weighting is off. katago's s shrinks like n^(-1/4), not n^(-1/2): heavy tails on purpose. For "
          "coins' x a value beyond [-1, 1] counts as the nearer end.",
      .examples = {{R"({"backup":"value_weight","children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                    R"({"value":0.42113818170929374,"passed_up":0.4166666666666667})"},
                   {R"({"backup":{"name":"value_weight","exponent":1,"reference":"leader","deviation":"coins",)"
                    R"("distribution":"normal"},"children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                    R"({"value":0.44062623461928474,"passed_up":0.4166666666666667})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(ValueWeightRule(params), params));
      }};
}

}  // namespace rootward::backups
