// The plain average of all returns: the baseline of every comparison.
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

struct Average {
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    node.value = tell.one("V", "V_old + (R - V_old) / N", node.value + (sample - node.value) / node.visits);
    return sample;
  }
};

}  // namespace

OperatorEntry describe_average() {
  return {.description = {.name = "average",
                          .help = "the plain mean of all returns; what AR-BTS and AR-DENTS back up",
                          .source = "Kocsis & Szepesvari 2006; Li & Lim 2020 (arXiv 2001.09325), eq. 1",
                          .parameters = {}},
          .family = OperatorFamily::return_type,
          .formula = "m_n = m_{n-1} + (R_n - m_{n-1}) / n        R_n: the node's n-th return, m_n: its value after it",
          .notes = "Equals the visit-weighted mean of the children and the node's own evaluations.",
          .examples = {{R"({"backup":"average","returns":[1,0,0,1,1]})",
                        R"({"values":[1,0.5,0.3333333333333333,0.5,0.6]})"}},
          .make = [](const Params&, const OperatorContext&) { return make_backup_driver(Average{}); }};
}

}  // namespace rootward::backups
