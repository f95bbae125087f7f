// MaxMC: beyond a number of visits what goes up moves from the return to the best child's value.
#include "backup/child_operator.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

/// kIsPath: the best child's value goes up, whatever the path's.
template <bool kIsPath>
class ThresholdMax {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  explicit ThresholdMax(double threshold) : threshold_(threshold) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const Value passed = passed_up(node, sample, tell);
    if constexpr (kIsPath) {
      node.value = tell.one("V", "V_old + (R - V_old) / N", node.value + (sample - node.value) / node.visits);
      return passed;
    }
    node.value = tell.one("V", "V_old + (P - V_old) / N", node.value + (passed - node.value) / node.visits);
    return passed;
  }

 private:
  template <class Terms>
  [[nodiscard]] ROOTWARD_INLINE Value passed_up(const NodeView& node, Value sample, Terms tell) const {
    const double visits = node.visits;
    tell.one("T", "", threshold_);
    if constexpr (kIsPath) {
      if (visits < threshold_ || node.child_count == 0) return tell.one("P", "R", sample);
      return tell.one("P", "max(q)", largest_value(children_of(node)));
    }
    if (visits <= threshold_ || node.selected == kNoChild) return tell.one("P", "R", sample);
    tell.one("q_s", "", node.child_values[node.selected]);
    const Value best = tell.one("q_b", "max(q)", largest_value(children_of(node)));
    if (node.child_values[node.selected] >= best) return tell.one("P", "R", sample);
    return tell.one("P", "q_b + T / N * (R - q_b)", best + threshold_ / visits * (sample - best));
  }

  double threshold_;
};

std::vector<ParamSpec> threshold_parameters() {
  return {{.key = "threshold",
           .help = "visits up to which returns go up unchanged; the budget and more is the average",
           .type = ParamType::integer,
           .fallback = std::int64_t{30},
           .low = 0,
           .high = 1'000'000'000,
           .tune_low = 1,
           .tune_high = 1000,
           .scale = Scale::log,
           .source = "30: TabletopGames' test; box ours"},
          {.key = "form",
           .help = "mixed: returns through worse children are mixed with the best child's value; path: from the "
                   "threshold on the best child's value goes up",
           .type = ParamType::choice,
           .fallback = std::string("mixed"),
           .choices = {"mixed", "path"},
           .is_late = true,
           .source = "mixed: TabletopGames' MaxMC; path: Coulom 2006 as in Lanctot et al. 2014"}};
}

}  // namespace

OperatorEntry describe_threshold_max() {
  return {
      .description = {.name = "threshold_max",
                      .help = "beyond a number of visits, returns through worse children are mixed with the best "
                              "child's value (MaxMC)",
                      .source = "TabletopGames' MaxMC (code and test, pull request 283)",
                      .parameters = threshold_parameters()},
      .family = OperatorFamily::path_type,
      .formula =
          "N > T and q_s < max q_i: P = (T R + (N - T) max q_i) / N, else P = R;  T = threshold\n"
          "V = running mean of P;  P goes up\n"
          "form: path   N >= T and there are visited children: P = max q_i, else P = R;  V = running mean of R;  P "
          "goes up\n"
          "R: what the node received, q_s: stored value of the child on the path, updated already",
      .notes =
          "A tie with the best child counts as best; a path's child that is a proven loss lets the return pass. The "
          "source keeps the mean at the parent's action, which is the same number. form: path is the rule that Lanctot "
          "et al. 2014 played against; they count the visits of the move on the path, here the node's count.",
      .examples = {{R"({"backup":"threshold_max","visits":51,"return":0.4,"value":0.5,"selected":1,"children":[)"
                    R"({"visits":20,"value":0.6},{"visits":31,"value":0.4}]})",
                    R"({"value":0.4996539792387543,"passed_up":0.4823529411764706})"},
                   {R"({"backup":{"name":"threshold_max","threshold":50,"form":"path"},"visits":50,"return":0.5,)"
                    R"("value":0,"selected":1,"children":[{"visits":20,"value":0.625},{"visits":30,"value":0.4}]})",
                    R"({"value":0.01,"passed_up":0.625})"}},
      .is_on_policy = true,
      .make = [](const Params& params, const OperatorContext&) {
        const auto threshold = static_cast<double>(params.integer("threshold"));
        return params.text("form") == "path" ? make_backup_driver(ThresholdMax<true>(threshold))
                                             : make_backup_driver(ThresholdMax<false>(threshold));
      }};
}

}  // namespace rootward::backups
