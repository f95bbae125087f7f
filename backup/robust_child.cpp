// The most visited child's value: an end point without optimism.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

struct RobustChildRule {
  std::uint32_t min_visits = 1;
  template <class Terms>
  Value operator()(const NodeView&, const ChildSpan& children, Terms tell) const {
    const Chosen chosen = most_visited(children, min_visits);
    if (chosen.visits == 0) return mean_of_all(children, tell);
    tell.one("n_b", "max(n)", chosen.visits);
    tell.one("q_b", "", chosen.value);
    return tell.one("F", "q_b", chosen.value);
  }
};

}  // namespace

OperatorEntry describe_robust_child() {
  return {
      .description = {.name = "robust_child",
                      .help =
                          "the value of the most visited child (leela_lite's MPA); with own: drop A0GB's greedy path",
                      .source = "final-move rule of AlphaZero, used as a backup (ours); Coulom 2006 (Robust max, "
                                "from memory)",
                      .parameters = {own_spec(), min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "F = q_i of the child with the largest n_i, ties by the larger value\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes = "",
      .examples = {{R"({"backup":"robust_child","children":[{"visits":6,"value":0.25},{"visits":3,"value":0.5}]})",
                    R"({"value":0.25,"passed_up":0.3333333333333333})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(RobustChildRule{resolve_min_visits(params)}, params));
      }};
}

}  // namespace rootward::backups
