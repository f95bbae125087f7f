// The expectile of the children's visits: a soft maximum that is smooth in visits and has no temperature.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class ExpectileRule {
 public:
  explicit ExpectileRule(const Params& params)
      : level_(params.real("level")), min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView&, const ChildSpan& children, Terms tell) const {
    const VisitsAndMean plain = weighted_mean(children, min_visits_);
    if (plain.visits == 0) return mean_of_all(children, tell);
    tell_counted(children, min_visits_, tell);
    Value value = tell.one("mean", kMeanOfChildren, plain.mean);
    if (level_ == 0.5 || children.count == 1) return tell.one("F", "mean", value);
    tell.one("level", "", level_);
    constexpr int kMostSteps = 200;  // the set above the value shrinks with every step: one a child at most
    for (int i = 0; i < kMostSteps; ++i) {
      const Value next = value + step(children, plain.visits, value);
      if (!(next > value)) break;
      value = tell.one("next", "", next);
    }
    return tell.one("F", "", value);
  }

 private:
  /// From `value` to the mean with weights n level above it and n (1 - level) below.
  [[nodiscard]] Value step(const ChildSpan& children, double total, Value value) const {
    const TwoReals none{};
    Eight<TwoReals> visits_above, above, below;
    const auto add = [&](std::size_t i, const TwoReals& visits, const TwoReals& values) ROOTWARD_INLINED {
      const TwoReals gaps = values - value;
      const TwoReals products = visits * gaps;
      visits_above.vectors[i] += gaps > none ? visits : none;
      above.vectors[i] += gaps > none ? products : none;
      below.vectors[i] += gaps > none ? none : products;
    };
    for_each_vector<TwoReals, TwoWords>(children, min_visits_, add);
    const double high = visits_above.sum();
    return (level_ * above.sum() + (1 - level_) * below.sum()) / (level_ * high + (1 - level_) * (total - high));
  }

  double level_;
  std::uint32_t min_visits_;
};

}  // namespace

OperatorEntry describe_expectile() {
  return {
      .description = {.name = "expectile",
                      .help = "the expectile of the children's values: weights grow by a factor above it",
                      .source = "Newey & Powell 1987 (from memory); as a soft maximum Kostrikov et al. 2021 (IQL)",
                      .parameters = {{.key = "level",
                                      .help = "1/2 is the average, towards 1 the maximum",
                                      .fallback = 0.8,
                                      .low = 0.5,
                                      .high = 1,
                                      .high_open = true,
                                      .tune_low = 0.5,
                                      .tune_high = 0.99,
                                      .source = "ours"},
                                     own_spec(),
                                     min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "F solves level sum n_i max(q_i - F, 0) = (1 - level) sum n_i max(F - q_i, 0)\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes =
          "From the mean upwards in a few passes, each the mean with weights n level above the last value and n (1 - "
          "level) below. Scale and shift of the values carry over, as under tail_mean.",
      .examples = {{R"({"backup":{"name":"expectile","level":0.75},"children":[{"visits":1,"value":1},{"visits":1,)"
                    R"("value":-1}]})",
                    R"({"value":0.5,"passed_up":0})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(ExpectileRule(params), params));
      }};
}

}  // namespace rootward::backups
