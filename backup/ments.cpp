// Maximum-entropy search: a soft maximum of the children with the Shannon entropy of the policy as a bonus.
#include <algorithm>

#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/maximum_entropy.h"
#include "backup/registry.h"
#include "core/math.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class MentsRule {
 public:
  static constexpr bool kReadsUnvisited = true;

  explicit MentsRule(const Params& params) : setting_(params), min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const double temperature = tell.one("t", "", setting_.temperature(node.visits));
    const std::uint32_t draws = setting_.draws(node);
    const double scale = 1 / temperature;
    const NodeSums sums = sums_.exponential_evenly(children, min_visits_, scale, draws > 0 ? 0.0 : kNoValue);
    if (sums.top == kNoValue) return mean_of_all(children, tell);
    double sum = sums.weights;
    if (draws > 0) sum += draws * exp_exact(std::max(-sums.top * scale, -700.0));
    const bool is_plain = draws == 0 && min_visits_ <= 1;
    tell.one("Q", is_plain ? "max(q)" : "", sums.top);
    tell.one("Z", is_plain ? "sum(exp((q - Q) / t))" : "", sum);
    return tell.one("F", "Q + t * ln(Z)", sums.top + temperature * log_exact(sum));
  }

 private:
  EntropySetting setting_;
  std::uint32_t min_visits_;
  const BlockSums& sums_ = block_sums();
};

}  // namespace

OperatorEntry describe_ments() {
  return {.description = {.name = "ments",
                          .help = "soft maximum of the children with the policy's entropy as a bonus (MENTS)",
                          .source = "Xiao, Huang, Mei, Schuurmans & Muller 2019 (NeurIPS), rule as in Dam et al.'s and "
                                    "Painter's code",
                          .parameters = entropy_parameters("Dam et al. take 0.1 on [0, 1], which is 0.2 here; box "
                                                           "ours")},
          .family = OperatorFamily::child_type,
          .formula =
              "F = Q + t ln sum e^((q_i - Q) / t),  t = temperature N^-rate,  Q = max q_i\n"
              "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
          .notes =
              "max <= F <= max + t ln K, and not cut: values may leave [-1, 1]. t -> 0 is the maximum; one child: its "
              "value. F - t ln K is mellowmax with uniform weights. Under unvisited: zero the children that may be "
              "chosen and have no visits enter with value 0.",
          .other_limit = kEntropyLimit,
          .examples = {{R"({"backup":"ments","children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                        R"({"value":0.5503858162690746,"passed_up":0.4166666666666667})"}},
          .may_exceed_children = true,
          .may_undercut_children = true,
          .unbounded = true,
          .regularises = keeps_bonus,
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(ChildOperator(MentsRule(params), params));
          }};
}

}  // namespace rootward::backups
