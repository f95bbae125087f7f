// Labels by what differs.
#include "lab/play/operator_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/errors.h"

namespace rootward {
namespace {

std::string param_of(const NamedParams& op, const std::string& key) {
  const auto& values = op.params.values();
  const auto found = values.find(key);
  return found == values.end() ? "" : param_text(found->second);
}

/// "g=[0], own=blend": the operator's parameters that are not the same in all of the group.
std::string differing_params(const NamedParams& op, std::span<const LabelledOperator> group) {
  std::string text;
  for (const auto& [key, value] : op.params.values()) {
    const auto is_same = [&op, &name = key](const LabelledOperator& other) {
      return other.op.name != op.name || param_of(other.op, name) == param_of(op, name);
    };
    if (std::ranges::all_of(group, is_same)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", key, param_text(value));
  }
  return text;
}

/// `name` is what an operator without a label is called.
void refuse_given(const std::string& name, std::span<const LabelledOperator> operators) {
  const auto found = std::ranges::find(operators, name, &LabelledOperator::label);
  if (found != operators.end())
    throw UsageError(fmt::format("{} is labelled {}, and another operator of this search is {}; labels must differ",
                                 found->op.name, name, name));
}

}  // namespace

std::vector<std::string> operator_labels(std::span<const LabelledOperator> operators) {
  std::set<std::string> taken;
  std::vector<LabelledOperator> unnamed;
  for (const LabelledOperator& one : operators) {
    if (one.label.empty())
      unnamed.push_back(one);
    else if (!taken.insert(one.label).second)
      throw UsageError(fmt::format("two operators are labelled {}; labels must differ", one.label));
  }
  std::vector<std::string> labels;
  for (const LabelledOperator& one : operators) {
    if (!one.label.empty()) {
      labels.push_back(one.label);
      continue;
    }
    const std::string differences = differing_params(one.op, unnamed);
    const std::string wanted = differences.empty() ? one.op.name : fmt::format("{}({})", one.op.name, differences);
    refuse_given(wanted, operators);
    std::string label = wanted;
    for (int number = 2; !taken.insert(label).second; ++number) label = fmt::format("{}-{}", wanted, number);
    labels.push_back(label);
  }
  return labels;
}

}  // namespace rootward
