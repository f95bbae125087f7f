// The best child's value: the greedy end point of every interpolating operator.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

struct MaxRule {
  std::uint32_t min_visits = 1;
  template <class Terms>
  Value operator()(const NodeView&, const ChildSpan& children, Terms tell) const {
    const Value best = largest_value(children, min_visits);
    if (best == kNoValue) return mean_of_all(children, tell);  // no child has min_visits
    return tell.one("F", min_visits <= 1 ? "max(q)" : "", best);
  }
};

}  // namespace

OperatorEntry describe_max() {
  return {.description =
              {.name = "max",
               .help = "the best child's value (full Bellman backup); with own: blend what BTS backs up, and the V of "
                       "DENTS",
               .source = "Keller & Helmert 2013 (MaxUCT); Coulom 2006 (Max)",
               .parameters = {own_spec(), min_visits_spec()}},
          .family = OperatorFamily::child_type,
          .formula =
              "F = max q_i over the visited children\n"
              "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
          .notes = "A node's own evaluation never competes with its children: a lucky playout would win for ever.",
          .examples = {{R"({"backup":"max","children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                        R"({"value":0.5,"passed_up":0.4166666666666667})"},
                       {R"({"backup":"max","own":{"visits":1,"value":-1},"children":[{"visits":6,"value":0.5},)"
                        R"({"visits":3,"value":0.25}]})",
                        R"({"value":0.35,"passed_up":0.4166666666666667})"}},
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(ChildOperator(MaxRule{resolve_min_visits(params)}, params));
          }};
}

}  // namespace rootward::backups
