// Both directions of Li & Lim at once: returns weighted by when they came, children by how good they are.
#include <fmt/format.h>

#include <utility>

#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "backup/step_table.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

/// f_m(1) + .. + f_m(n), asked for n = 1, 2, .. once each.
class CumulativeWeight {
 public:
  explicit CumulativeWeight(WeightFunction f) : f_(std::move(f)) {}
  double operator()(double n) { return sum_ += f_(n); }

 private:
  WeightFunction f_;
  double sum_ = 0;
};

class MonotoneSoftmax {
 public:
  static constexpr std::array<OwnColumn, 1> kColumns{{{.owner = OwnColumn::Owner::parent, .is_value = false}}};
  static constexpr bool kNeedsTrail = false;

  MonotoneSoftmax(const WeightFunction& time, WeightFunction softmax, const Params& params)
      : time_(time),
        own_weights_(CumulativeWeight(time)),
        betas_(std::move(softmax)),
        blends_(params.text("own") == "blend"),
        min_visits_(resolve_min_visits(params)) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    if (node.child_count == 0) {
      node.value = childless_value(node, tell);
      return sample;
    }
    double* weights = node.child_columns[0];
    if (node.selected != kNoChild) weights[node.selected] += time_.at(node.visits);
    tell.each("u", "", [&](std::size_t i) { return weights[i]; });
    const Value scanned = mean_of_children(node, tell);
    if (!blends_ || node.own_visits == 0) {
      node.value = tell.one("V", "F", scanned);
    } else {
      double total = tell.one("u_0", "", own_weights_.at(node.own_visits));
      const double share = total;
      for (std::uint32_t i = 0; i < node.child_count; ++i) total += weights[i];
      node.value =
          tell.one("V", "F + u_0 / (u_0 + sum(u)) * (m0 - F)", scanned + share / total * (node.own_mean - scanned));
    }
    return sample;
  }

 private:
  template <class Terms>
  Value mean_of_children(const NodeView& node, Terms tell) {
    const double beta = tell.one("beta", "", betas_.at(node.visits));
    const NodeSums sums = sums_.exponential_by_column(children_of(node), node.child_columns[0], min_visits_, beta);
    constexpr double kSound = 1e-200;  // else the top is a child without weight, far above all others
    if (sums.weights > kSound)
      return tell.one("F", min_visits_ <= 1 ? "sum(u * exp(beta * q) * q) / sum(u * exp(beta * q))" : "",
                      sums.top + sums.moments / sums.weights);
    return tell.one("F", "", by_gathering(node, beta));
  }

  Value by_gathering(const NodeView& node, double beta) {
    const auto weight = [&](std::uint32_t i) { return node.child_columns[0][i]; };
    if (!scanned_.gather(node, min_visits_, weight)) {
      if (!scanned_.gather(node, 1, weight)) return weighted_mean(children_of(node)).mean;
      beta = 0;
    }
    if (scanned_.count() == 1) return scanned_.largest();
    const TwoSums sums =
        sums_.exponential(scanned_.weights(), scanned_.values(), scanned_.padded(), beta, scanned_.largest());
    return scanned_.largest() + sums.moments / sums.weights;
  }

  GrowingTable<WeightFunction> time_;
  GrowingTable<CumulativeWeight> own_weights_;
  GrowingTable<WeightFunction> betas_;
  bool blends_;
  std::uint32_t min_visits_;
  const BlockSums& sums_ = block_sums();
  ScannedChildren scanned_;
};

std::unique_ptr<Backup> make_monotone_softmax(const Params& params, const OperatorContext& context) {
  const ClockSetting clock = resolve_clock(params, context);
  const WeightFunction time = make_weight_function(params, clock, kMonotoneConstant, "g_time");
  constexpr double kHeaviest = 1e50;
  if (time(clock.span) > kHeaviest)
    throw ParamError("g_time", fmt::format("the last of {} returns would weigh more than 1e50; allowed: a g_time under "
                                           "which it weighs less",
                                           clock.span));
  return make_backup_driver(MonotoneSoftmax(time, make_weight_function(params, clock, kSoftmaxConstant), params));
}

std::vector<ParamSpec> monotone_softmax_parameters() {
  ParamSpec time = g_spec({-9, -8, -7, -6, -5}, -13, -1.6);
  time.key = "g_time";
  time.help = "the same for the weights of the returns by their index, as under monotone";
  return {g_spec({-8, -7, -6, -5, -4}, -11, -3),
          std::move(time),
          span_spec(),
          spacing_spec(),
          own_spec(),
          min_visits_spec()};
}

}  // namespace

OperatorEntry describe_monotone_softmax() {
  return {
      .description = {.name = "monotone_softmax",
                      .help = "a child's visits counted with monotone's weights, then weighted with softmax's",
                      .source = "ours: the two directions of Li & Lim 2020 (arXiv 2001.09325) together",
                      .parameters = monotone_softmax_parameters()},
      .family = OperatorFamily::child_type,
      .formula =
          "u_i = sum of f_m(t) over those returns t = 1..N of this node that went to child i,  f_m(x) = 1 + Int_0^x "
          "exp(g_time)\n"
          "F = sum w_i q_i / sum w_i,  w_i = u_i exp(beta q_i),  beta = Int_0^N exp(g)\n"
          "V = F + u_0 / (u_0 + sum u_i) (m0 - F) under own: blend, F under own: drop;  u_0 = f_m(1) + .. + f_m(n0)",
      .notes =
          "g_time -> -inf is softmax. g -> -inf is a recency-weighted mean of the children, which is not monotone: "
          "there the node's own returns are weighted, here every child's value is first built by its own clock. A "
          "path's child that is a proven loss gets nothing.",
      .examples = {{R"({"backup":{"name":"monotone_softmax","g":[-3],"g_time":[0]},"simulations":100,"visits":10,)"
                    R"("own":{"visits":1,"value":0},"selected":0,"children":[{"visits":6,"value":0.5,"weight":30},)"
                    R"({"visits":3,"value":0.25,"weight":12}]})",
                    R"({"value":0.43234542281045063,"passed_up":0.4166666666666667})"}},
      .is_on_policy = true,
      .make = make_monotone_softmax};
}

}  // namespace rootward::backups
