// Mellowmax: the logarithm of the mean exponential of the children's values.
#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "core/math.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

enum class MellowWeights : std::uint8_t { visits, uniform, prior };

class MellowmaxRule {
 public:
  static constexpr bool kReadsPriors = true;

  explicit MellowmaxRule(const Params& params)
      : omega_(params.real("omega")),
        weights_(params.text("weights") == "visits"    ? MellowWeights::visits
                 : params.text("weights") == "uniform" ? MellowWeights::uniform
                                                       : MellowWeights::prior),
        growth_(params.real("rate")),
        min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const double omega = tell.one("o", "", omega_ * growth_.at(node.visits));
    const Value mean = of_children(node, children, omega);
    if constexpr (Terms::kHeard) tell_sum(children, omega, mean, tell);
    return mean;
  }

 private:
  template <class Terms>
  void tell_sum(const ChildSpan& children, double omega, Value mean, Terms tell) const {
    const Value best = largest_value(children, min_visits_);
    if (best == kNoValue) {
      tell.one("F", kMeanOfChildren, mean);  // no child has min_visits
      return;
    }
    tell_counted(children, min_visits_, tell);
    if (omega > 0) {
      tell.one("Q", min_visits_ <= 1 ? "max(q)" : "", best);
      tell.one("K", "", static_cast<double>(children.count));
    }
    tell.one("F", how(omega), mean);
  }

  /// How F is told; "" where a weight enters that is no term.
  [[nodiscard]] const char* how(double omega) const {
    const bool by_visits = weights_ == MellowWeights::visits;
    if (omega == 0 && by_visits) return kMeanOfChildren;
    if (by_visits) return "Q + ln(sum(n * exp(o * (q - Q))) / sum(n)) / o";
    const bool is_even = weights_ == MellowWeights::uniform && min_visits_ <= 1 && omega > 0;
    return is_even ? "Q + ln(sum(exp(o * (q - Q))) / K) / o" : "";
  }

  Value of_children(const NodeView& node, const ChildSpan& children, double omega) {
    if (weights_ != MellowWeights::prior) {
      const NodeSums sums = weights_ == MellowWeights::visits
                                ? sums_.exponential_by_visits(children, min_visits_, omega)
                                : sums_.exponential_evenly(children, min_visits_, omega, kNoValue);
      // Near 1 the logarithm loses digits, and where exponents are small the series is wanted.
      constexpr double kFarFromOne = 0.999;
      const double mean = sums.weights / sums.plain;
      if (mean < kFarFromOne) return sums.top + log_exact(mean) / omega;
    }
    return by_gathering(node, children, omega);
  }

  Value by_gathering(const NodeView& node, const ChildSpan& children, double omega) {
    if (!gather(node)) return weighted_mean(children).mean;
    const Value best = scanned_.largest();
    if (omega * (best - scanned_.smallest()) < 1e-5) return series(omega);
    const double sum = sums_.exponential(scanned_.weights(), scanned_.values(), scanned_.padded(), omega, best).weights;
    return best + log_exact(sum / scanned_.total()) / omega;
  }

  bool gather(const NodeView& node) {
    const bool found = scanned_.gather(node, min_visits_, [&](std::uint32_t i) {
      if (weights_ == MellowWeights::visits) return static_cast<double>(node.child_visits[i]);
      if (weights_ == MellowWeights::uniform) return 1.0;
      return node.child_priors == nullptr ? 0.0 : node.prior(i);
    });
    return found || scanned_.gather(node, min_visits_, [](std::uint32_t) { return 1.0; });
  }

  /// mean + (omega / 2) variance: where exponents are so small that the logarithm would lose digits.
  [[nodiscard]] Value series(double omega) const {
    double mean = 0;
    const Value best = scanned_.largest();
    for (std::size_t i = 0; i < scanned_.count(); ++i) mean += scanned_.weights()[i] * (scanned_.values()[i] - best);
    mean /= scanned_.total();
    double variance = 0;
    for (std::size_t i = 0; i < scanned_.count(); ++i) {
      const double gap = scanned_.values()[i] - best - mean;
      variance += scanned_.weights()[i] * (gap * gap);
    }
    return best + (mean + 0.5 * omega * (variance / scanned_.total()));
  }

  double omega_;
  MellowWeights weights_;
  VisitPower growth_;
  std::uint32_t min_visits_;
  const BlockSums& sums_ = block_sums();
  ScannedChildren scanned_;
};

std::vector<ParamSpec> mellowmax_parameters() {
  return {{.key = "omega",
           .help = "sharpness on values in [-1, 1]: 0 is the weighted mean, large ones the maximum",
           .fallback = 5.0,
           .low = 0,
           .high = 1e6,
           .tune_low = 0.5,
           .tune_high = 200,
           .scale = Scale::log,
           .source = "Asadi & Littman 2017, section 4; default and box ours"},
          {.key = "weights",
           .help = "of the children in the mean: their visits, all alike, or the priors (alike where there are none)",
           .type = ParamType::choice,
           .fallback = std::string("visits"),
           .choices = {"visits", "uniform", "prior"},
           .source = "uniform: Asadi & Littman 2017; visits: RENTS in Dam et al.'s code; prior: as a reference policy"},
          rate_spec("omega grows with the visits: omega N^rate"),
          own_spec(),
          min_visits_spec()};
}

}  // namespace

OperatorEntry describe_mellowmax() {
  return {
      .description = {.name = "mellowmax",
                      .help = "logarithm of the mean exponential of the children's values; with weights: visits it is "
                              "the value of RENTS",
                      .source = "Asadi & Littman 2017 (arXiv 1612.05628), section 4; Dam et al. 2021 (RENTS)",
                      .parameters = mellowmax_parameters()},
      .family = OperatorFamily::child_type,
      .formula =
          "F = Q + (1/o) ln sum rho_i e^(o (q_i - Q)),  o = omega N^rate,  Q = max q_i\n"
          "rho_i: n_i, 1 or the prior, normalised;  where o (Q - min q) < 1e-5: F = mean + (o/2) variance\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes =
          "omega = 0 with weights: visits is the average; omega -> inf is the maximum, off by at most ln(1 / rho_b) / "
          "o. At fixed weights it is a non-expansion and monotone in every child; softmax is neither. For small o it "
          "is mean + (o/2) variance where softmax is mean + beta variance, so compare omega = 2 beta. With weights: "
          "uniform or prior at rate 0 it keeps a bias however long the search.",
      .examples = {{R"({"backup":"mellowmax","children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                    R"({"value":0.44568241467016817,"passed_up":0.4166666666666667})"},
                   {R"({"backup":{"name":"mellowmax","weights":"uniform"},"children":[{"visits":6,"value":0.5},)"
                    R"({"visits":3,"value":0.25}]})",
                    R"({"value":0.4117563801570855,"passed_up":0.4166666666666667})"}},
      .regularises =
          [](const Params& params) { return params.text("weights") == "uniform" && params.real("rate") == 0; },
      .reads_priors = true,
      .make = [](const Params& params,
                 const OperatorContext&) { return make_backup_driver(ChildOperator(MellowmaxRule(params), params)); }};
}

}  // namespace rootward::backups
