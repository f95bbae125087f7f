// The children's mean under a policy: the regularised one, Gumbel's improved one, or the prior itself.
#include <algorithm>
#include <cmath>
#include <vector>

#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

enum class MeanPolicy : std::uint8_t { regularized, gumbel, prior };

class PolicyMeanRule {
 public:
  static constexpr bool kReadsPriors = true;

  explicit PolicyMeanRule(const Params& params)
      : policy_(params.text("policy") == "regularized" ? MeanPolicy::regularized
                : params.text("policy") == "gumbel"    ? MeanPolicy::gumbel
                                                       : MeanPolicy::prior),
        c_(params.real("c")),
        c_visit_(params.real("c_visit")),
        c_scale_(params.real("c_scale")),
        min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    if (!gather(node)) return mean_of_all(children, tell);
    const Value best = tell.one("Q", "", scanned_.largest());
    if (scanned_.count() == 1) return tell.one("F", "Q", best);
    if (policy_ == MeanPolicy::regularized)
      return tell.one("F", "Q - gap", best - tell.one("gap", "", regularized(node, children)));
    const double beta =
        tell.one("beta", "",
                 policy_ == MeanPolicy::gumbel ? 0.5 * c_scale_ * (c_visit_ + most_visits(children, min_visits_)) : 0);
    const TwoSums sums = sums_.exponential(scanned_.weights(), scanned_.values(), scanned_.padded(), beta, best);
    tell.one("gap", "", -(sums.moments / sums.weights));
    return tell.one("F", "Q - gap", best + sums.moments / sums.weights);
  }

 private:
  /// The children with a prior; all alike where none has one. A child without one has no part in any of the policies.
  bool gather(const NodeView& node) {
    const auto prior = [&](std::uint32_t i) { return node.prior(i); };
    return (node.child_priors != nullptr && scanned_.gather(node, min_visits_, prior)) ||
           scanned_.gather(node, min_visits_, [](std::uint32_t) { return 1.0; });
  }

  /// pi_i = l P_i / (alpha - q_i): Newton's method from below on the convex, falling sum pi - 1, in a = alpha - max q
  /// and the gaps d_i = max q - q_i, so that nothing cancels.
  /// How far F lies below the best child.
  double regularized(const NodeView& node, const ChildSpan& children) {
    double visits = 0;
    double scanned = 0;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (children.visits[i] < min_visits_) continue;
      visits += children.visits[i];
      ++scanned;
    }
    const double scale = c_ * std::sqrt(visits) / (visits + scanned) / scanned_.total();
    const Value best = scanned_.largest();
    double* weights = scanned_.weights();
    double* gaps = scanned_.values();
    double a = 0;
    for (std::size_t i = 0; i < scanned_.count(); ++i) {
      weights[i] *= scale;
      gaps[i] = best - gaps[i];
      a = std::max(a, weights[i] - gaps[i]);
    }
    std::fill(gaps + scanned_.count(), gaps + scanned_.padded(), 1.0);
    constexpr int kMostSteps = 60;
    TwoSums sums{};
    for (int step = 0; step < kMostSteps; ++step) {
      sums = sums_.quotients(weights, gaps, scanned_.padded(), a);
      const double next = a + (sums.weights - 1) / sums.moments;
      if (!(next > a)) break;
      a = next;
    }
    double mean_gap = 0;
    for (std::size_t i = 0; i < scanned_.count(); ++i) mean_gap += weights[i] / (a + gaps[i]) * gaps[i];
    return mean_gap / sums.weights;
  }

  MeanPolicy policy_;
  double c_;
  double c_visit_;
  double c_scale_;
  std::uint32_t min_visits_;
  const BlockSums& sums_ = block_sums();
  ScannedChildren scanned_;
};

std::vector<ParamSpec> policy_mean_parameters() {
  return {{.key = "policy",
           .help = "whose mean: regularised by the prior, Gumbel's improved policy, or the prior's",
           .type = ParamType::choice,
           .fallback = std::string("regularized"),
           .choices = {"regularized", "gumbel", "prior"},
           .source = "regularized: Grill et al. 2020; gumbel: Danihelka et al. 2022; prior: ours"},
          {.key = "c",
           .help = "regularized: weight of the prior; towards 0 the maximum, large ones the prior's mean",
           .fallback = 1.0,
           .low = 1e-9,  // the policy stays finite
           .high = 1e6,
           .tune_low = 0.1,
           .tune_high = 10,
           .scale = Scale::log,
           .source = "Grill et al. 2020; default and box ours"},
          {.key = "c_visit",
           .help = "gumbel: visits that are added to the most visited child's",
           .fallback = 50.0,
           .low = 0,
           .high = 1e6,
           .source = "Danihelka et al. 2022 (mctx)"},
          {.key = "c_scale",
           .help = "gumbel: sharpness a visit, on values in [0, 1]",
           .fallback = 0.1,
           .low = 0,
           .high = 100,
           .source = "Danihelka et al. 2022 (mctx)"},
          own_spec(),
          min_visits_spec()};
}

}  // namespace

OperatorEntry describe_policy_mean() {
  return {
      .description = {.name = "policy_mean",
                      .help = "the children's mean under a policy made of priors and values",
                      .source = "Grill et al. 2020 (ICML), rule as in Ludii; Danihelka et al. 2022, rule as in mctx",
                      .parameters = policy_mean_parameters()},
      .family = OperatorFamily::child_type,
      .formula =
          "F = sum pi_i q_i;  P: the priors normalised over the children that count, alike where there are none\n"
          "regularized: pi_i = l P_i / (alpha - q_i),  l = c sqrt(S') / (S' + K),  alpha so that sum pi = 1\n"
          "gumbel: pi_i ~ P_i exp((c_visit + max n) c_scale (q_i + 1) / 2);  prior: pi = P\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S' = sum n_i, K their number",
      .notes =
          "Under regularized c -> 0 is the maximum and c -> inf the prior's mean. gumbel leaves unvisited children out "
          "and rescales no values, unlike mctx. Under policy: prior the value keeps the prior's bias however long the "
          "search.",
      .examples = {{R"({"backup":{"name":"policy_mean","policy":"prior"},"children":[{"visits":6,"value":0.5,)"
                    R"("prior":0.75},{"visits":3,"value":0.25,"prior":0.25}]})",
                    R"({"value":0.4375,"passed_up":0.4166666666666667})"}},
      .reads_priors = true,
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(PolicyMeanRule(params), params));
      }};
}

}  // namespace rootward::backups
