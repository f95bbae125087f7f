// The table of evaluators, read off evaluators.def.
#include "evaluators/registry.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "evaluators/guests.h"
#include "evaluators/make_evaluator.h"

namespace rootward {

namespace {

/// What the table knows of an evaluator whatever the game.
struct EvaluatorFacts {
  std::string_view name;
  bool (*gives_priors)(const Params&);
  bool (*plays_out)(const Params&);
  bool (*knows_uncertainty)(const Params&, const std::string&);
  std::string (*network)(const Params&, const std::string&);
};

const EvaluatorFacts& facts_of(std::string_view name) {
  static constexpr EvaluatorFacts kRows[] = {
#define ROOTWARD_EVALUATOR(Entry) \
  {Entry::kName, &Entry::gives_priors, &Entry::plays_out, &Entry::knows_uncertainty, &Entry::network},
#include "evaluators/evaluators.def"
#undef ROOTWARD_EVALUATOR
  };
  const EvaluatorFacts* row = std::ranges::find(kRows, name, &EvaluatorFacts::name);
  if (row == std::end(kRows)) throw std::logic_error("no evaluator is called " + std::string(name));
  return *row;
}

/// One of a host language, here or elsewhere.
bool is_function(const NamedParams& evaluator) {
  return find_guest_evaluator(evaluator.name) != nullptr || is_foreign_evaluator(evaluator);
}

}  // namespace

const std::vector<Described>& evaluators() {
  static const std::vector<Described> all = {
#define ROOTWARD_EVALUATOR(Entry) Entry::describe(),
#include "evaluators/evaluators.def"
#undef ROOTWARD_EVALUATOR
  };
  return all;
}

bool is_foreign_evaluator(const NamedParams& evaluator) {
  return std::ranges::find(evaluators(), evaluator.name, &Described::name) == evaluators().end() &&
         find_guest_evaluator(evaluator.name) == nullptr && evaluator.params.has("source");
}

NamedParams default_evaluator() {
  const Described& first = evaluators().front();
  return {first.name, resolve_params(first.parameters, {})};
}

bool gives_priors(const NamedParams& evaluator) {
  if (is_foreign_evaluator(evaluator)) return false;  // stored configurations have every default written out
  if (const GuestEvaluator* guest = find_guest_evaluator(evaluator.name)) return guest->gives_priors;
  return facts_of(evaluator.name).gives_priors(evaluator.params);
}

bool plays_out(const NamedParams& evaluator) {
  return !is_function(evaluator) && facts_of(evaluator.name).plays_out(evaluator.params);
}

bool knows_uncertainty(const NamedParams& evaluator, const std::string& folder) {
  return !is_function(evaluator) && facts_of(evaluator.name).knows_uncertainty(evaluator.params, folder);
}

std::string network_of(const NamedParams& evaluator, const std::string& folder) {
  if (is_function(evaluator)) return "";
  return facts_of(evaluator.name).network(evaluator.params, folder);
}

}  // namespace rootward
