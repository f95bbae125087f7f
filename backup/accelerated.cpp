// Accelerated UCT: children weighted by velocities, which fade with every return that went elsewhere.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "core/math.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class Accelerated {
 public:
  static constexpr std::array<OwnColumn, 1> kColumns{{{.owner = OwnColumn::Owner::parent, .is_value = false}}};
  static constexpr bool kNeedsTrail = false;

  explicit Accelerated(const Params& params)
      : keeps_(1 - params.real("decay")),
        log_keeps_(keeps_ > 0 ? log_exact(keeps_) : 0),
        blends_(params.text("own") == "blend") {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    if (node.child_count == 0) {
      node.value = childless_value(node, tell);
      return sample;
    }
    double total = tell.one("v_0", "", blends_ && node.own_visits > 0 ? own_velocity(node) : 0);
    const bool has_own = total > 0;
    double sum = has_own ? total * node.own_mean : 0;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const double velocity = faded(node.child_columns[0][i], i == node.selected);
      node.child_columns[0][i] = velocity;
      total += velocity;
      sum += velocity * node.child_values[i];
    }
    tell.each("v", "", [&](std::size_t i) { return node.child_columns[0][i]; });
    const char* how = has_own ? "(v_0 * m0 + sum(v * q)) / (v_0 + sum(v))" : "sum(v * q) / sum(v)";
    if (total > 0)
      node.value = tell.one("V", how, sum / total);
    else
      node.value = tell.one("V", kMeanOfChildren, weighted_mean(children_of(node)).mean);
    return sample;
  }

 private:
  [[nodiscard]] double faded(double velocity, bool is_selected) const {
    const double next = keeps_ * velocity + (is_selected ? 1.0 : 0.0);
    return next < 1e-300 ? 0 : next;
  }

  /// l^(N - n0) (1 - l^n0) / (1 - l), l = 1 - decay: what the n0 first returns have left; n0 at l = 1.
  [[nodiscard]] double own_velocity(const NodeView& node) const {
    const double own = node.own_visits;
    const double later = node.visits - own;
    if (keeps_ == 1) return own;
    if (keeps_ == 0) return later == 0 ? 1 : 0;
    return exp_exact(later * log_keeps_) * -expm1_exact(own * log_keeps_) / (1 - keeps_);
  }

  double keeps_;
  double log_keeps_;
  bool blends_;
};

}  // namespace

OperatorEntry describe_accelerated() {
  return {
      .description = {.name = "accelerated",
                      .help = "mean of the children by velocities: a child not visited for long fades (Accelerated "
                              "UCT)",
                      .source = "Hashimoto et al. 2011, rule as in Pepels' code",
                      .parameters = {{.key = "decay",
                                      .help = "what a velocity loses with every return; 0 is the average, 1 the "
                                              "child just visited",
                                      .fallback = 0.001,
                                      .low = 0,
                                      .high = 1,
                                      .tune_low = 1e-5,
                                      .tune_high = 0.2,
                                      .scale = Scale::log,
                                      .source = "the paper's values were not to be had; default and box ours"},
                                     own_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "l = 1 - decay;  before F: v_i <- l v_i for every visited child, + 1 for the path's child\n"
          "v_0 = l^(N - n0) (1 - l^n0) / (1 - l), n0 at decay 0 (own: blend; 0 under drop)\n"
          "V = (v_0 m0 + sum v_i q_i) / (v_0 + sum v_i);  all velocities 0: the visit-weighted mean",
      .notes =
          "It converges in the mean: each exploring visit shakes V by about decay times that child's gap. Unlike under "
          "erwa no return's noise stays, since leaves keep plain means: what is forgotten are children visited long "
          "ago. Where the path's child is a proven loss, all velocities fade.",
      .examples = {{R"({"backup":{"name":"accelerated","decay":0.5},"selected":1,"children":[{"visits":6,)"
                    R"("value":0.5,"weight":1},{"visits":3,"value":0.25,"weight":1}]})",
                    R"({"value":0.3125,"passed_up":0.4166666666666667})"}},
      .is_on_policy = true,
      .make = [](const Params& params, const OperatorContext&) { return make_backup_driver(Accelerated(params)); }};
}

}  // namespace rootward::backups
