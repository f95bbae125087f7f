// The best child counts as far as the search already believes in it: by its share of the visits.
#include <algorithm>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "core/math.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class VisitShareMax {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  VisitShareMax(double exponent, std::uint32_t min_visits) : exponent_(exponent), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const Chosen best = best_valued(children_of(node), min_visits_);
    node.value = best.visits > 0 ? drawn(node, best, tell) : tell.one("V", "m", node.mean);
    return sample;
  }

 private:
  template <class Terms>
  [[nodiscard]] ROOTWARD_INLINE Value drawn(const NodeView& node, const Chosen& best, Terms tell) const {
    tell.one("n_b", "", best.visits);
    tell.one("q_b", "", best.value);
    tell.one("exponent", "", exponent_);
    const double share = tell.one("w", "(n_b / N) ^ exponent", weight(std::min(1.0, best.visits / node.visits)));
    return tell.one("V", "m + w * (q_b - m)", node.mean + share * (best.value - node.mean));
  }

  [[nodiscard]] double weight(double share) const { return exponent_ == 1 ? share : power(share, exponent_); }

  double exponent_;
  std::uint32_t min_visits_;
};

}  // namespace

OperatorEntry describe_visit_share_max() {
  ParamSpec min_visits = min_visits_spec();
  min_visits.help = "children with fewer visits cannot be the best child; where none has as many, the value is m";
  return {.description = {.name = "visit_share_max",
                          .help = "the plain mean, drawn to the best child by that child's share of the visits",
                          .source = "lc0's minimax component (pull request 243, issue 193: description with games)",
                          .parameters = {{.key = "exponent",
                                          .help = "of the best child's share: 0 is its value alone, large ones m",
                                          .fallback = 1.0,
                                          .low = 0,
                                          .high = 1000,
                                          .tune_low = 0.1,
                                          .tune_high = 8,
                                          .scale = Scale::log,
                                          .source = "1: lc0; box ours"},
                                         std::move(min_visits)}},
          .family = OperatorFamily::child_type,
          .formula =
              "V = m + (n_b / N)^exponent (q_b - m);  b: the best child, ties by visits\n"
              "m: plain mean of the node's returns, N: their number",
          .notes =
              "m holds the node's own evaluations already, so there is no `own`. exponent 1 is Coulom's rule with the "
              "mean weight N - n_b. At a change of leader V jumps by the difference of the visit shares.",
          .examples = {{R"({"backup":"visit_share_max","visits":10,"mean":0.4,"return":0.4,"children":[{"visits":6,)"
                        R"("value":0.5},{"visits":3,"value":0.25}]})",
                        R"({"value":0.46,"passed_up":0.4})"}},
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(VisitShareMax(params.real("exponent"), resolve_min_visits(params)));
          }};
}

}  // namespace rootward::backups
