// Families of results, and their verdicts.
#include "experiments/comparison/families.h"

#include <algorithm>
#include <set>

namespace rootward::comparison {
namespace {

/// The places of a family's results: all of this variant number, and the published players' that have none.
std::vector<std::size_t> family_of(std::span<const Reading> readings, std::size_t variant) {
  const auto is_replaced = [&](const Reading& reading) {
    return std::ranges::any_of(readings, [&](const Reading& other) {
      return other.variant == variant && other.published == reading.published;
    });
  };
  std::vector<std::size_t> family;
  for (std::size_t i = 0; i < readings.size(); ++i)
    if (readings[i].variant == variant || (readings[i].variant == 0 && !is_replaced(readings[i]))) family.push_back(i);
  return family;
}

std::set<std::size_t> variants_of(std::span<const Reading> readings) {
  std::set<std::size_t> variants;
  for (const Reading& reading : readings) variants.insert(reading.variant);
  return variants;
}

}  // namespace

std::size_t variant_number(const Published& published, const std::string& method, int board) {
  const std::string original = published.published_name(method, board);
  std::size_t number = 0;
  for (const Variant& variant : published.variants) {
    if (variant.of != original || std::ranges::find(variant.boards, board) == variant.boards.end()) continue;
    ++number;
    if (variant.name == method) return number;
  }
  return 0;
}

std::vector<std::size_t> family_sizes(std::span<const Reading> readings) {
  std::vector<std::size_t> sizes(readings.size());
  for (const std::size_t variant : variants_of(readings)) {
    const std::vector<std::size_t> family = family_of(readings, variant);
    for (const std::size_t i : family)
      if (readings[i].variant == variant) sizes[i] = family.size();
  }
  return sizes;
}

std::vector<AgreementVerdict> judge_families(std::span<const Reading> readings,
                                             std::span<const AnsweredTwice> answers) {
  std::vector<AgreementVerdict> verdicts(answers.size());
  for (const std::size_t variant : variants_of(readings)) {
    const std::vector<std::size_t> family = family_of(readings, variant);
    std::vector<AnsweredTwice> together;
    for (const std::size_t i : family) together.push_back(answers[i]);
    const std::vector<AgreementVerdict> judged = judge_agreement(together);
    for (std::size_t k = 0; k < family.size(); ++k)
      if (readings[family[k]].variant == variant) verdicts[family[k]] = judged[k];
  }
  return verdicts;
}

}  // namespace rootward::comparison
