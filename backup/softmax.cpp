// Softmax MCTS: the children's values weighted by visits and by exp(beta value), beta growing with the visits.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "backup/softmax_mean.h"
#include "backup/step_table.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class BetaByNode {
 public:
  explicit BetaByNode(WeightFunction f) : table_(std::move(f)) {}
  double operator()(const NodeView& node) { return table_.at(node.visits); }

 private:
  GrowingTable<WeightFunction> table_;
};

class BetaBySearch {
 public:
  BetaBySearch(WeightFunction f, const ClockSetting& clock) : clock_(std::move(f), clock) {}
  double operator()(const NodeView& node) { return clock_.at(node.simulation); }

 private:
  SearchClock<WeightFunction> clock_;
};

template <class Beta>
class SoftmaxRule {
 public:
  SoftmaxRule(Beta beta, std::uint32_t min_visits) : beta_(std::move(beta)), min_visits_(min_visits) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const double beta = tell.one("beta", "", beta_(node));
    const Value mean = softmax_mean_(children, beta, min_visits_);
    if (mean == kNoValue) return mean_of_all(children, tell);  // no child has min_visits
    tell_counted(children, min_visits_, tell);
    if constexpr (Terms::kHeard) {
      const std::vector<double> shares = softmax_shares(children, beta, min_visits_);
      tell.each("share", "n * exp(beta * q) / sum(n * exp(beta * q))", [&](std::size_t i) { return shares[i]; });
    }
    return tell.one("F", "sum(share * q)", mean);
  }

 private:
  Beta beta_;
  std::uint32_t min_visits_;
  SoftmaxMean softmax_mean_ = softmax_mean_here();
};

std::unique_ptr<Backup> make_softmax(const Params& params, const OperatorContext& context) {
  const ClockSetting clock = resolve_clock(params, context);
  const std::uint32_t min_visits = resolve_min_visits(params);
  WeightFunction f = make_weight_function(params, clock, kSoftmaxConstant);
  if (clock.is_search)
    return make_backup_driver(ChildOperator(SoftmaxRule(BetaBySearch(std::move(f), clock), min_visits), params));
  return make_backup_driver(ChildOperator(SoftmaxRule(BetaByNode(std::move(f)), min_visits), params));
}

}  // namespace

OperatorEntry describe_softmax() {
  return {.description = {.name = "softmax",
                          .help = "children weighted by visits * exp(beta * value); beta grows with the visits",
                          .source = "Li & Lim 2020 (arXiv 2001.09325), section 3 (seen in words; formula from memory)",
                          .parameters = {g_spec({-8, -7, -6, -5, -4}, -11, -3), span_spec(), spacing_spec(),
                                         clock_spec("node"), own_spec(), min_visits_spec()}},
          .family = OperatorFamily::child_type,
          .formula =
              "F = sum w_i q_i / sum w_i,  w_i = n_i exp(beta q_i),  beta = f(N),  f(x) = Int_0^x exp(g(s)) ds\n"
              "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i\n"
              "n_i, q_i: visits and value of child i in the chooser's view, N: the node's visits, n0, m0: number and "
              "mean of its own evaluations",
          .notes =
              "At a minimising node the same rule in its own view: exp(-beta q). beta refers to values in [-1, 1]; on "
              "[0, 1] it would be twice as large. beta = 0 under own: blend is the average, beta -> inf is max. The "
              "paper does not say what becomes of a node's own evaluation: `own` is ours and moves results.",
          .examples = {{R"({"backup":{"name":"softmax","g":[0]},"simulations":100,"visits":10,"children":[)"
                        R"({"visits":6,"value":0},{"visits":4,"value":0.1}]})",
                        R"({"value":0.06444049826448045,"passed_up":0.04})"}},
          .make = make_softmax};
}

}  // namespace rootward::backups
