// Wasserstein backups: power means of the children's values and of their deviations.
#include <algorithm>
#include <cmath>

#include "backup/gaussian_moments.h"
#include "backup/power_mean.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class Wasserstein {
 public:
  static constexpr auto kColumns = kOneNumber;  // the variance of the stored value
  static constexpr bool kNeedsTrail = false;

  explicit Wasserstein(const Params& params)
      : mean_(params.real("p"), params.real("rate")),
        blends_(params.text("own") == "blend"),
        min_visits_(resolve_min_visits(params)) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    Gaussian value{childless_value(node), 0};
    const char* how = node.own_visits > 0 ? "m0" : "m";
    if (node.child_count == 0) {
      value.variance = leaves_.of_returns(node, sample);
    } else {
      tell.each("variance_i", "", [&](std::size_t i) { return node.child_columns[0][i]; });
      value = below(node);
      tell.one("F", "", value.mean);
      how = "F";
      const Gaussian own{node.own_mean, leaves_.as_coins(node.own_visits, node.own_mean)};
      if (blends_ && node.own_visits > 0) {
        const double visits = tell.one("S", "", total_visits(children_of(node)));
        value = blended(own, node.own_visits, value, visits);
        how = "F + n0 / (n0 + S) * (m0 - F)";
      }
    }
    *node.columns[0] = tell.one("variance", "", value.variance);
    node.value = tell.one("V", how, value.mean);
    return sample;
  }

  double number_of_mean(const NodeView& node) const { return leaves_.variance_of_mean_of(node); }

 private:
  Gaussian below(const NodeView& node) {
    const double exponent = mean_.exponent(node.visits);
    const auto visits = [&](std::uint32_t i) { return static_cast<double>(node.child_visits[i]); };
    Gaussian value;
    const bool has_some = scanned_.gather(node, min_visits_, visits);
    if (!has_some) scanned_.gather(node, 1, visits);
    value.mean = !has_some || exponent == 1 ? weighted_mean(children_of(node), has_some ? min_visits_ : 1).mean
                 : scanned_.count() == 1    ? scanned_.largest()
                                            : mean_.of_values(scanned_, exponent);
    std::size_t place = 0;
    const std::uint32_t least = has_some ? min_visits_ : 1;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (node.child_visits[i] >= least) scanned_.values()[place++] = std::sqrt(node.child_columns[0][i]);
    }
    const double deviation = mean_.of_numbers(scanned_, exponent);
    value.variance = deviation * deviation;
    return value;
  }

  LeafVariance leaves_;
  PowerMean mean_;
  bool blends_;
  std::uint32_t min_visits_;
  ScannedChildren scanned_;
};

}  // namespace

OperatorEntry describe_wasserstein() {
  ParamSpec p = power_spec();
  p.source = "Dam et al. 2025 (1 and 2); default and box ours";
  return {
      .description = {.name = "wasserstein",
                      .help = "a node is a Gaussian: power means of its children's win rates and deviations",
                      .source = "Dam et al. 2025 (ICML, PMLR 267): Wasserstein MCTS",
                      .parameters = {std::move(p), rate_spec("the exponent grows with the visits: p N^rate"),
                                     own_spec(), min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "mean: F of power_mean;  deviation: sd = (sum (n_i / sum n) sd_i^e)^(1/e),  e = min(p N^rate, 1e6)\n"
          "a node without children: mean and variance as under gaussian_max {prior: 1}\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  the variance of that sum is kept "
          "beside it",
      .notes =
          "The selections `gaussian` and `thompson` read the variance; "
          "other rules read V alone. Unlike under gaussian_max the spread "
          "does not shrink by taking maxima, and the children need not be independent. A proven node has variance 0.",
      .examples = {{R"({"backup":"wasserstein","children":[{"visits":1,"value":1,"variance":0.04},{"visits":1,)"
                    R"("value":-1,"variance":0.16}]})",
                    R"({"value":0.41421356237309515,"variance":0.1,"passed_up":0})"}},
      .keeps_variance = true,
      .make = [](const Params& params, const OperatorContext&) { return make_backup_driver(Wasserstein(params)); }};
}

}  // namespace rootward::backups
