// Coulom's mix of the best child with the mean, in one line.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/mean_weight.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class Coulom {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  Coulom(MeanWeight mean_weight, bool takes_most_visited, std::uint32_t min_visits)
      : mean_weight_(mean_weight), takes_most_visited_(takes_most_visited), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const ChildSpan children = children_of(node);
    const Chosen best = takes_most_visited_ ? most_visited(children, min_visits_) : best_valued(children, min_visits_);
    node.value = best.visits > 0 ? mixed(node, best, tell) : tell.one("V", "m", node.mean);
    return sample;
  }

 private:
  template <class Terms>
  [[nodiscard]] ROOTWARD_INLINE Value mixed(const NodeView& node, const Chosen& best, Terms tell) const {
    tell.one("n_b", "", best.visits);
    tell.one("q_b", "", best.value);
    const double weight = tell.one("w", "", mean_weight_(node.visits));
    return tell.one("V", "(n_b * q_b + w * m) / (n_b + w)",
                    (best.visits * best.value + weight * node.mean) / (best.visits + weight));
  }

  MeanWeight mean_weight_;
  bool takes_most_visited_;
  std::uint32_t min_visits_;
};

}  // namespace

OperatorEntry describe_coulom() {
  ParamSpec min_visits = min_visits_spec();
  min_visits.help = "children with fewer visits cannot be the best child; where none has as many, the value is m";
  return {
      .description = {.name = "coulom",
                      .help = "the best child mixed with the plain mean, whose weight grows slowly",
                      .source = "Coulom 2006 (from memory) as in Li & Lim 2020 (arXiv 2001.09325), eq. 2 (in words)",
                      .parameters = {mean_weight_spec(),
                                     threshold_spec(),
                                     scale_spec(),
                                     {.key = "best",
                                      .help = "the best child: highest value or most visits",
                                      .type = ParamType::choice,
                                      .fallback = std::string("value"),
                                      .choices = {"value", "visits"},
                                      .source =
                                          "value: Li & Lim 2020 (\"best child\"); visits: Coulom 2006 (robust max)"},
                                     std::move(min_visits)}},
      .family = OperatorFamily::child_type,
      .formula =
          "V = (n_b q_b + w m) / (n_b + w),  w = a A,  beyond N = b A: w = N a / b\n"
          "n_b, q_b: visits and value of the best child, m: plain mean of the node's returns, N: their number, a: "
          "mean_weight, b: threshold, A: scale",
      .notes =
          "m holds the node's own evaluations already, so there is no `own`. Ties between best children go to the "
          "more visited (best: value) or higher valued (best: visits). On boards other than Go's the scale is free.",
      .examples = {{R"({"backup":{"name":"coulom","scale":81},"visits":5000,"mean":0.574,"children":[{"visits":4000,)"
                    R"("value":0.6},{"visits":900,"value":0.5},{"visits":100,"value":0.2}]})",
                    R"({"value":0.5964864864864865,"passed_up":0.574})"}},
      .make = [](const Params& params, const OperatorContext& context) {
        return make_backup_driver(
            Coulom(make_mean_weight(params, context), params.text("best") == "visits", resolve_min_visits(params)));
      }};
}

}  // namespace rootward::backups
