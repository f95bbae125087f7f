// Which heuristic a configuration means.
#include "evaluators/static_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/math.h"
#include "core/text.h"
#include "evaluators/heuristic.h"

namespace rootward {

double tanh_exact(double x) {
  const double times = exp_exact(2 * std::min(std::abs(x), 40.0));
  return std::copysign((times - 1) / (times + 1), x);
}

std::optional<Params> heuristic_of(const NamedParams& backup) {
  if (!backup.params.has("leaf") || backup.params.text("leaf") != "heuristic") return std::nullopt;
  const Described about = HeuristicEntry::describe();
  GivenParams given;
  for (const ParamSpec& spec : about.parameters)
    if (backup.params.has("heuristic." + spec.key)) given[spec.key] = backup.params.value("heuristic." + spec.key);
  return resolve_params(about.parameters, given);
}

std::optional<Params> heuristic_of(const SearchSettings& settings) {
  std::optional<Params> found = heuristic_of(settings.backup);
  for (const NamedParams& shadow : settings.shadows) {
    const std::optional<Params> other = heuristic_of(shadow);
    if (found && other && *found != *other)
      throw UsageError("operators of one search look at children by one heuristic; " + shadow.name +
                       " asks for another than an operator before it");
    if (!found) found = other;
  }
  return found;
}

std::string heuristic_text(const Params& params) {
  std::vector<std::string> given;
  for (const auto& [key, value] : params.values())
    if (!std::holds_alternative<std::monostate>(value)) given.push_back(fmt::format("{}: {}", key, param_text(value)));
  return fmt::format("{}", fmt::join(given, ", "));
}

void refuse_unjudged() {
  throw UsageError(
      "heuristic: this game has no heuristics; games that have: breakthrough, connect4, hex, kalah, othello, plugin "
      "(one that judges), tree (with heuristic beside its moves)");
}

HeuristicChoice choose_heuristic(const Params& params, const Judgements& judgements) {
  if (judgements.heuristics.empty() && judgements.features.empty()) refuse_unjudged();
  HeuristicChoice choice;
  if (params.has("value")) {
    if (params.has("by")) throw ParamError("by", "stands beside `value`, which takes its place; allowed: one of both");
    choice.value.emplace(params.text("value"), judgements.features);
    choice.scale = params.has("scale") ? params.real("scale") : 1;
    return choice;
  }
  std::vector<std::string> names;
  for (const HeuristicFacts& one : judgements.heuristics) names.push_back(one.name);
  if (names.empty()) throw ParamError("value", "is required: this game has features and no heuristic of its own");
  if (params.has("by")) {
    const auto found = std::ranges::find(names, params.text("by"));
    if (found == names.end())
      throw ParamError("by", fmt::format("no heuristic of this game is called {}; it has: {}{}", params.text("by"),
                                         fmt::join(names, ", "), hint_text(params.text("by"), names)));
    choice.which = static_cast<std::size_t>(found - names.begin());
  }
  choice.scale = params.has("scale") ? params.real("scale") : judgements.heuristics[choice.which].scale;
  return choice;
}

}  // namespace rootward
