// Q(sigma) in a tree: returns mixed with what a sampled and an expected bootstrap make of the children.
#include <algorithm>

#include "backup/lambda_operator.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

enum class ExpectedPolicy : std::uint8_t { greedy, visits, prior };

class QSigma {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsPriors = true;
  static constexpr bool kReadsSelectedBefore = true;

  explicit QSigma(const Params& params)
      : sigma_(params.real("sigma")),
        lambda_(params.real("lambda")),
        policy_(params.text("policy") == "greedy"   ? ExpectedPolicy::greedy
                : params.text("policy") == "visits" ? ExpectedPolicy::visits
                                                    : ExpectedPolicy::prior),
        reads_before_(params.text("child") == "before") {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const Value mixed = node.selected == kNoChild ? tell.one("mixed", "R", sample) : mix(node, sample, tell);
    node.value = tell.one("V", "V_old + (mixed - V_old) / N", node.value + (mixed - node.value) / node.visits);
    return mixed;
  }

 private:
  template <class Terms>
  [[nodiscard]] Value mix(const NodeView& node, Value sample, Terms tell) const {
    Value child = node.child_values[node.selected];
    if (reads_before_) {
      const bool is_first_visit = node.child_visits[node.selected] == 1 || node.selected_before != node.selected_before;
      child = is_first_visit ? sample : node.selected_before;
    }
    tell.one("sigma", "", sigma_);
    tell.one("lambda", "", lambda_);
    tell.one("q_s", "", child);
    const Value mean = tell.one("E", "", expected(node));
    const Value bootstrap = tell.one("boot", "sigma * q_s + (1 - sigma) * E", sigma_ * child + (1 - sigma_) * mean);
    return tell.one("mixed", "lambda * R + (1 - lambda) * boot", lambda_ * sample + (1 - lambda_) * bootstrap);
  }

  [[nodiscard]] Value expected(const NodeView& node) const {
    if (policy_ == ExpectedPolicy::greedy) return largest_value(children_of(node));
    if (policy_ == ExpectedPolicy::visits) return weighted_mean(children_of(node)).mean;
    double total = 0;
    double sum = 0;
    double plain = 0;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const double prior = node.child_priors == nullptr ? 0.0 : node.prior(i);
      total += prior;
      sum += prior * node.child_values[i];
      plain += node.child_values[i];
    }
    return total > 0 ? sum / total : plain / node.child_count;
  }

  double sigma_;
  double lambda_;
  ExpectedPolicy policy_;
  bool reads_before_;
};

std::vector<ParamSpec> q_sigma_parameters() {
  return {
      {.key = "sigma",
       .help = "share of the sampled bootstrap, the path's child; the rest is the expected one",
       .fallback = 0.5,
       .low = 0,
       .high = 1,
       .tune_low = 0,
       .tune_high = 1,
       .source = "De Asis et al. 2018; default ours"},
      lambda_spec(),
      {.key = "policy",
       .help = "whose expectation: the best child alone, or all by visits or by priors (alike where there are none)",
       .type = ParamType::choice,
       .fallback = std::string("greedy"),
       .choices = {"greedy", "visits", "prior"},
       .source = "De Asis et al. 2018 (any policy); choices ours"},
      {.key = "child",
       .help = "the path's child after this simulation, or before it (on its first visit the return)",
       .type = ParamType::choice,
       .fallback = std::string("after"),
       .choices = {"after", "before"},
       .source = "before: Vodopivec, Samothrakis & Ster 2017; after: as lambda"}};
}

}  // namespace

OperatorEntry describe_q_sigma() {
  return {
      .description = {.name = "q_sigma",
                      .help = "returns mixed with a sampled and an expected value of the children (Q(sigma))",
                      .source = "De Asis et al. 2018 (Q(sigma)), in the node's frame (ours); Vodopivec, Samothrakis & "
                                "Ster 2017 (Sarsa-UCT(lambda))",
                      .parameters = q_sigma_parameters()},
      .family = OperatorFamily::path_type,
      .formula =
          "boot = sigma q_s + (1 - sigma) E,  E = max q_i, or the visit- or prior-weighted mean of the children\n"
          "mixed = lambda R + (1 - lambda) boot;  at the path's end, or where its child is a proven loss: mixed = R\n"
          "V = running mean of mixed;  mixed goes up\n"
          "R: what the node received, q_s: stored value of the child on the path",
      .notes =
          "lambda = 1 is the average, sigma 1 with child: after is `lambda`, sigma 0 with policy: greedy is "
          "`max_lambda`, sigma 1 with child: before is Sarsa-UCT(lambda).",
      .examples = {{R"({"backup":{"name":"q_sigma","lambda":0.5},"visits":3,"mean":0.5,"return":1,"selected":0,)"
                    R"("children":[{"visits":2,"value":0.6},{"visits":1,"value":0.9}]})",
                    R"({"value":0.625,"passed_up":0.875})"}},
      .is_on_policy = true,
      .reads_priors = true,
      .reads_selected_before = true,
      .make = [](const Params& params, const OperatorContext&) { return make_backup_driver(QSigma(params)); }};
}

}  // namespace rootward::backups
