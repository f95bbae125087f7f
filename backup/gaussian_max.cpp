// A node is a Gaussian: the largest of its children's Gaussians, by Clark's approximation.
#include <algorithm>
#include <vector>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/gaussian_moments.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class GaussianMax {
 public:
  static constexpr auto kColumns = kOneNumber;  // the variance of the stored value
  static constexpr bool kNeedsTrail = false;

  GaussianMax(const Params& params, std::uint32_t min_visits)
      : leaves_{params.real("prior")}, blends_(params.text("own") == "blend"), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    Gaussian value{childless_value(node), 0};
    const char* how = node.own_visits > 0 ? "m0" : "m";
    if (node.child_count == 0) {
      value.variance = leaves_.of_returns(node, sample);
    } else {
      const Gaussian own{node.own_mean, leaves_.as_coins(node.own_visits, node.own_mean)};
      tell.each("variance_i", "", [&](std::size_t i) { return node.child_columns[0][i]; });
      value = largest_child(node);
      tell.one("F", "", value.mean);
      how = "F";
      if (blends_ && node.own_visits > 0) {
        const double visits = tell.one("S", "", total_visits(children_of(node)));
        value = blended(own, node.own_visits, value, visits);
        how = "F + n0 / (n0 + S) * (m0 - F)";
      }
    }
    *node.columns[0] = tell.one("variance", "", value.variance);
    node.value = std::clamp(value.mean, -1.0, 1.0);
    tell.one("V", node.value == value.mean ? how : "", node.value);
    return sample;
  }

  double number_of_mean(const NodeView& node) const { return leaves_.variance_of_mean_of(node); }

 private:
  Gaussian largest_child(const NodeView& node) {
    gather(node, min_visits_);
    if (sorted_.empty()) gather(node, 1);
    // The fold depends on its order; a fixed one makes the value a function of the set of children.
    std::ranges::sort(sorted_, [](const Gaussian& a, const Gaussian& b) {
      return a.mean != b.mean ? a.mean > b.mean : a.variance > b.variance;
    });
    Gaussian largest = sorted_.front();
    for (std::size_t i = 1; i < sorted_.size(); ++i) largest = larger_of(largest, sorted_[i]);
    return largest;
  }

  void gather(const NodeView& node, std::uint32_t min_visits) {
    sorted_.clear();
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (node.child_visits[i] >= min_visits) sorted_.push_back({node.child_values[i], node.child_columns[0][i]});
    }
  }

  LeafVariance leaves_;
  bool blends_;
  std::uint32_t min_visits_;
  std::vector<Gaussian> sorted_;  // scratch
};

ParamSpec prior_spec() {
  return {.key = "prior",
          .help =
              "imagined wins, and as many losses, before a leaf's first return; they widen its variance and leave "
              "its mean",
          .fallback = 1.0,
          .low = 0,
          .high = 1e6,
          .low_open = true,
          .tune_low = 0.1,
          .tune_high = 10,
          .scale = Scale::log,
          .source = "a uniform prior (1): Tesauro et al. 2010 (from memory); as a parameter ours"};
}

}  // namespace

OperatorEntry describe_gaussian_max() {
  return {
      .description =
          {.name = "gaussian_max",
           .help = "a node is a Gaussian, the largest of its children's (Clark's approximation), with its variance",
           .source = "Tesauro, Rajan & Segal 2010 (Bayes-UCT; rule from memory); fold of Clark 1961",
           .parameters = {prior_spec(), own_spec(), min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "F = N(mu, v): children N(q_i, v_i) folded from the largest mean down,\n"
          "s^2 = v1 + v2, a = (m1 - m2) / s: mean m1 Phi(a) + m2 Phi(-a) + s phi(a), variance from the second "
          "moment\n"
          "a node without children: N(m, ((2 prior + sum R^2) / M - x^2) / (M + 1)), M = n + 2 prior, x = n m / M\n"
          "V = (n0 m0 + S mu) / (n0 + S), S = sum n_i, under own: blend, mu under own: drop, cut to [-1, 1];  the "
          "variance of "
          "that sum is kept beside it",
      .notes =
          "Unlike the other child-type operators V may exceed every child: the expected largest of several "
          "uncertain values does. The children count as independent; own evaluations of a node with children count as "
          "wins and losses. The selections `gaussian` and `thompson` read the variance; other "
          "rules read V alone. A proven node has variance 0.",
      .examples =
          {{R"({"backup":{"name":"gaussian_max","own":"drop"},"children":[{"visits":9,"value":0.6,"variance":0.01},)"
            R"({"visits":9,"value":0.5,"variance":0.09}]})",
            R"({"value":0.6824124131407211,"variance":0.02504013820808504,"passed_up":0.55})"},
           {R"({"backup":"gaussian_max","returns":[1,-1]})", R"({"values":[1.0,0.0]})"}},
      .may_exceed_children = true,
      .keeps_variance = true,
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(GaussianMax(params, resolve_min_visits(params)));
      }};
}

}  // namespace rootward::backups
