// Families of results, and their verdicts.
#include "experiments/comparison/families.h"

#include <algorithm>
#include <set>

namespace rootward::comparison {
namespace {

/// The places of a family's results: all of this label, and the cells' own that have none of it.
std::vector<std::size_t> family_of(std::span<const Standing> results, const std::string& label) {
  const auto is_replaced = [&](const Standing& result) {
    return std::ranges::any_of(
        results, [&](const Standing& other) { return other.label == label && other.published == result.published; });
  };
  std::vector<std::size_t> family;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].label == label || (results[i].label.empty() && !is_replaced(results[i]))) family.push_back(i);
  return family;
}

std::set<std::string> labels_of(std::span<const Standing> results) {
  std::set<std::string> labels;
  for (const Standing& result : results) labels.insert(result.label);
  return labels;
}

}  // namespace

std::vector<std::size_t> family_sizes(std::span<const Standing> results) {
  std::vector<std::size_t> sizes(results.size());
  for (const std::string& label : labels_of(results)) {
    const std::vector<std::size_t> family = family_of(results, label);
    for (const std::size_t i : family)
      if (results[i].label == label) sizes[i] = family.size();
  }
  return sizes;
}

std::vector<AgreementVerdict> judge_families(std::span<const Standing> results,
                                             std::span<const AnsweredTwice> answers) {
  std::vector<AgreementVerdict> verdicts(answers.size());
  for (const std::string& label : labels_of(results)) {
    const std::vector<std::size_t> family = family_of(results, label);
    std::vector<AnsweredTwice> together;
    for (const std::size_t i : family) together.push_back(answers[i]);
    const std::vector<AgreementVerdict> judged = judge_agreement(together);
    for (std::size_t k = 0; k < family.size(); ++k)
      if (results[family[k]].label == label) verdicts[family[k]] = judged[k];
  }
  return verdicts;
}

}  // namespace rootward::comparison
