// The table of selection rules, read off selections.def, and their common parameters.
#include "search/selection.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/companion.h"
#include "search/guided_selection.h"
#include "search/selection_call.h"
#include "search/selections/all.h"
#include "search/settings.h"

namespace rootward {

ParamSpec reads_spec() {
  return {.key = "reads",
          .help = "which number of a child is read: the operator's stored value or the plain sample mean",
          .type = ParamType::choice,
          .fallback = std::string("value"),
          .choices = {"value", "mean"},
          .source = "ours"};
}

ParamSpec constant_spec(std::string key, std::string help, double fallback, std::string source) {
  return {.key = std::move(key),
          .help = std::move(help),
          .fallback = fallback,
          .low = 0,
          .high = 1000,
          .tune_low = 0.05,
          .tune_high = 5,
          .scale = Scale::log,
          .source = std::move(source)};
}

const std::vector<Described>& selections() {
  static const std::vector<Described> all = {
#define ROOTWARD_SELECTION(Rule) Rule::describe(),
#include "search/selections/selections.def"
#undef ROOTWARD_SELECTION
  };
  return all;
}

namespace {

/// What a rule reads of a node beside values and visits.
struct SelectionNeeds {
  std::string_view name;
  bool variances;
  bool priors;
  bool values;
  bool scores;
  bool unvisited_first;
  bool temperature;
};
constexpr SelectionNeeds kSelectionNeeds[] = {
#define ROOTWARD_SELECTION(Rule)                                                   \
  {Rule::kName,   Rule::kReadsVariances, Rule::kNeedsPriors,   Rule::kReadsValues, \
   Rule::kScores, Rule::kUnvisitedFirst, Rule::kHasTemperature},
#include "search/selections/selections.def"
#undef ROOTWARD_SELECTION
};

const SelectionNeeds& needs_of(const NamedParams& selection) {
  const SelectionNeeds* found = std::ranges::find(kSelectionNeeds, selection.name, &SelectionNeeds::name);
  if (found == std::end(kSelectionNeeds)) throw std::logic_error("no selection rule is called " + selection.name);
  return *found;
}

template <class Rule>
class CallOfRule final : public SelectionCall {
 public:
  explicit CallOfRule(const Params& params) : SelectionCall(Rule::kUnvisitedFirst, Rule::kDraws), rule_(params) {}
  [[nodiscard]] std::uint32_t select(const SelectionNode& node, Rng& rng) const override {
    return rule_.select(node, rng);
  }
  [[nodiscard]] std::uint32_t guided(const SelectionNode& node, Companions& companions, bool takes_unvisited,
                                     Rng& tree_rng, Rng& rule_rng) const override {
    return guided_select(rule_, node, companions, takes_unvisited, tree_rng, rule_rng);
  }

 private:
  Rule rule_;
};

}  // namespace

bool reads_variances(const NamedParams& selection) { return needs_of(selection).variances; }
bool reads_priors(const NamedParams& selection) {
  const Params& params = selection.params;
  return needs_of(selection).priors || (params.has("prior.weight") && params.real("prior.weight") > 0);
}

bool goes_with(const NamedParams& selection, const CompanionNeeds& companion) {
  const SelectionNeeds& rule = needs_of(selection);
  return (rule.values || !companion.values) && (rule.scores || !companion.scores) &&
         (rule.unvisited_first || !companion.urgency) && (rule.temperature || !companion.temperature);
}

/// Null where the selection is another rule's.
template <class Rule>
static std::unique_ptr<SelectionCall> call_of(const NamedParams& selection) {
  if (selection.name != Rule::kName) return nullptr;
  return std::make_unique<CallOfRule<Rule>>(selection.params);
}

std::unique_ptr<SelectionCall> make_selection_call(const NamedParams& selection) {
#define ROOTWARD_SELECTION(Rule) \
  if (auto call = call_of<Rule>(selection)) return call;
#include "search/selections/selections.def"
#undef ROOTWARD_SELECTION
  throw std::logic_error("no selection rule is called " + selection.name);
}

}  // namespace rootward
