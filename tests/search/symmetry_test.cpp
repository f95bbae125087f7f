// Both seats alike: what companions know of a simulation does not depend on who moves first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/search/search_fixture.h"
#include "tests/search/small_tree.h"

namespace rootward {
namespace {

using testing::companion;
using testing::named;
using testing::SmallTree;

/// The settings under which a companion has something to tell of two simulations.
std::vector<NamedParams> telling(const std::string& name) {
  std::vector<NamedParams> settings{companion(name)};
  if (name == "criticality") settings = {companion("amaf"), companion(name, {{"from", std::int64_t{1}}})};
  if (name == "widening") settings.push_back(companion("history"));  // whose means order the children
  return settings;
}

/// Everything that companions know of a node of two visits: eligible children in their order, cells, scores, entropies.
void tell_node(SmallTree& small, BlockRef ref, std::vector<double>& numbers) {
  const SelectionNode node = small.node(ref, 2);
  numbers.push_back(small.companions.prepare(node));
  std::vector<double> entropies(node.block.header().visited, 0.0);
  small.companions.change_draws(node.block, 2, entropies);
  numbers.insert(numbers.end(), entropies.begin(), entropies.end());
  for (std::uint32_t i = 0; i < node.block.count(); ++i) {
    numbers.push_back(node.block.actions()[i]);
    numbers.push_back(small.companions.bonus(node, i, 0.25, 2));
    if (!small.companions.mixes()) continue;
    const AmafNumbers cell = small.cell(ref, i);
    numbers.insert(numbers.end(), {cell.mean, cell.count});
  }
}

/// The same of playouts, by the seat that moves first and the other.
void tell_policy(SmallTree& small, Seat seat, std::vector<double>& numbers) {
  if (!small.companions.guides_playouts()) return;
  PlayoutPolicy& policy = small.policy();
  for (const Seat each : {seat, other(seat)}) {
    const std::vector<double>& scores = policy.scores(each);
    numbers.insert(numbers.end(), scores.begin(), scores.end());
    for (MoveKey last = 0; last < policy.replies().keys(); ++last) {
      numbers.push_back(*policy.replies().to_one(each, last));
      for (MoveKey before = 0; before < policy.replies().keys(); ++before)
        if (const MoveKey* reply = policy.replies().to_two(each, last, before)) numbers.push_back(*reply);
    }
  }
}

/// What a companion knows where `seat` moves first: a win for that player after 2, a loss after 1, or the other way
/// round where the results are not mirrored.
std::vector<double> told_by(const std::string& name, Seat seat, bool mirrors) {
  SearchSettings search;
  search.selection = named(selections(), "boltzmann");
  SmallTree small(telling(name), seat, testing::Priors::none, search);
  for (const BlockRef ref : {small.root, small.below}) {
    const Block block = small.tree.block(ref);
    std::fill_n(block.values(), block.count(), 0.25);
    std::fill_n(block.visits(), block.count(), 2U);
  }
  const double sign = mirrors ? sign_of(seat) : 1;
  const auto simulate = [&](std::initializer_list<MoveKey> trace, int result) {
    if (PlayoutTrace* playout = small.companions.trace(); playout != nullptr && !playout->owners().empty())
      playout->owners()[2] = static_cast<std::int8_t>(sign * result);
    small.simulate(trace, sign * result, sign * result);
  };
  simulate({2, 3, 2}, 1);
  simulate({1, 3}, -1);
  std::vector<double> numbers;
  for (const BlockRef ref : {small.root, small.below}) {
    small.companions.made(small.tree.block(ref));
    tell_node(small, ref, numbers);
  }
  tell_policy(small, seat, numbers);
  return numbers;
}

TEST(Companions, know_the_same_of_both_seats) {
  for (const Described& one : companions()) {
    const std::vector<double> first = told_by(one.name, Seat::first, true);
    EXPECT_EQ(told_by(one.name, Seat::second, true), first) << one.name;
    const bool counts_results = one.name == "amaf" || one.name == "criticality" || one.name == "history" ||
                                one.name == "progressive_bias" || one.name == "widening" || one.name == "mast" ||
                                one.name == "replies";
    EXPECT_EQ(told_by(one.name, Seat::second, false) != first, counts_results) << one.name;
  }
}

}  // namespace
}  // namespace rootward
