// What operators tell of an update: the same update, bit for bit, whose last term is the value that it stored.
#include <gtest/gtest.h>

#include <array>

#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

using kit::RandomNode;

/// One update of a node made from `seed`, told or not.
struct Updated {
  Value value = 0;
  Value passed_up = 0;
  std::vector<double> weights;
  double weight = 0;
  friend bool operator==(const Updated&, const Updated&) = default;
};

Updated update(const NamedParams& id, std::uint64_t seed, std::size_t children, Explanation* told) {
  const std::unique_ptr<Backup> backup = make_backup(id, kit::usual_context());
  Rng rng(seed);
  RandomNode node(rng, children);
  Updated result;
  result.passed_up =
      told != nullptr ? backup->update_told(node.view, node.sample, *told) : backup->update(node.view, node.sample);
  result.value = node.view.value;
  result.weights = node.weights;
  result.weight = node.weight;
  return result;
}

TEST(Terms, AreToldByTheVeryUpdateAndEndWithItsValue) {
  for (const OperatorEntry& entry : operators()) {
    for (const NamedParams& id : kit::settings_of(entry)) {
      for (const std::size_t children : {0U, 1U, 2U, 7U, 20U}) {
        const std::uint64_t seed = 17 * children + 1;
        Explanation told;
        const Updated with = update(id, seed, children, &told);
        EXPECT_EQ(with, update(id, seed, children, nullptr)) << kit::label(id) << ", " << children << " children";
        ASSERT_FALSE(told.inputs.empty());
        if (entry.description.name == "formula") continue;  // kind: return tells none
        ASSERT_FALSE(told.terms.empty()) << kit::label(id);
        EXPECT_EQ(told.terms.back().numbers, std::vector<double>{with.value}) << kit::label(id);
      }
    }
  }
}

TEST(Terms, ColumnsHaveANumberAChild) {
  Explanation told;
  update(kit::resolved("softmax"), 5, 7, &told);
  std::size_t columns = 0;
  for (const std::vector<Term>* list : {&told.inputs, &told.terms})
    for (const Term& term : *list) {
      EXPECT_EQ(term.numbers.size(), term.is_of_children ? 7U : 1U) << term.name;
      columns += term.is_of_children ? 1 : 0;
    }
  EXPECT_EQ(columns, 3U) << "n, q and the shares";
}

}  // namespace
}  // namespace rootward
