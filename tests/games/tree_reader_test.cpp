// Trees as users write them: leaves, distributions, exact values, and every error with its place.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "games/perft.h"
#include "games/tree.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

ParamTree of_kind(ParamTree::Kind kind) {
  ParamTree tree;
  tree.kind = kind;
  return tree;
}
ParamTree number(double value) {
  ParamTree tree = of_kind(ParamTree::Kind::number);
  tree.number = value;
  return tree;
}
ParamTree text(const std::string& value) {
  ParamTree tree = of_kind(ParamTree::Kind::text);
  tree.text = value;
  return tree;
}
ParamTree list(std::vector<ParamTree> items) {
  ParamTree tree = of_kind(ParamTree::Kind::list);
  tree.items = std::move(items);
  return tree;
}
ParamTree map(std::initializer_list<std::pair<const char*, ParamTree>> entries) {
  ParamTree tree;
  for (const auto& entry : entries) {
    tree.keys.emplace_back(entry.first);
    tree.items.push_back(entry.second);
  }
  return tree;
}

/// b1 -> {50, 48} %, b2 -> {62, 45, 58} % with MIN replying; 50 % is 0.
ParamTree textbook_map() {
  return map(
      {{"max",
        map({{"b1", map({{"min", map({{"w1", number(0.0)}, {"w2", number(-0.04)}})}})},
             {"b2", map({{"min", map({{"w3", number(0.24)}, {"w4", number(-0.10)}, {"w5", number(0.16)}})}})}})}});
}

ParamTree dice() {
  return map(
      {{"max",
        map({{"hold", number(0.25)},
             {"roll",
              map({{"chance", map({{"six", list({number(0.25), number(1)})},
                                   {"coin", list({number(0.5), map({{"bernoulli", number(0.6)}})})},
                                   {"bell", list({number(0.25),
                                                  map({{"normal", list({number(-0.2), number(0.5)})}})})}})}})}})}});
}

std::vector<std::string> errors_of(const ParamTree& tree) {
  std::vector<std::string> texts;
  try {
    (void)read_tree(tree, "root");
  } catch (const ParamError& error) {
    texts.push_back(error.key() + ": " + error.what());
    for (const ParamError& other : error.others()) texts.push_back(other.key() + ": " + other.what());
  }
  return texts;
}

std::string first_error(const ParamTree& tree) {
  const std::vector<std::string> errors = errors_of(tree);
  return errors.empty() ? "" : errors.front();
}

TEST(TreeReader, TheTextbookExampleIsWorthMinus4Percent) {
  const ExplicitTree::Rules rules = read_tree(textbook_map(), "root");
  ExplicitTree position(rules);
  EXPECT_EQ(position.exact_value(), -0.04);
  EXPECT_EQ(perft(position, 1), 2U);
  EXPECT_EQ(perft(position, 2), 5U);
  EXPECT_EQ(perft(position, 3), 0U);
  position.play(*position.parse_action("b2"));
  EXPECT_EQ(position.to_move(), Seat::second);
  EXPECT_EQ(position.exact_value(), -0.10);
}

TEST(TreeReader, ChanceIsWorthItsMean) {
  const ExplicitTree::Rules rules = read_tree(dice(), "root");
  ExplicitTree position(rules);
  // 1/4 x 1 + 1/2 x (2 x 0.6 - 1) + 1/4 x (-0.2) = 0.3
  EXPECT_NEAR(*position.exact_value(), 0.3, 1e-15);
  position.play(*position.parse_action("roll"));
  EXPECT_TRUE(position.is_chance());
  EXPECT_FALSE(position.is_over());
  EXPECT_EQ(position.probability(1), 0.5);
  EXPECT_EQ(perft(position, 1), 3U);
  Rng rng(4);
  std::vector<int> seen(3);
  for (int i = 0; i < 8000; ++i) ++seen[position.draw_outcome(rng)];
  EXPECT_NEAR(seen[0], 2000, 160);
  EXPECT_NEAR(seen[1], 4000, 180);
}

TEST(TreeReader, NodesWithMovesMayHaveHeuristicValues) {
  const ParamTree inner = map({{"heuristic", number(0.25)}, {"min", map({{"x", number(1)}})}});
  const ExplicitTree::Rules rules =
      read_tree(map({{"max", map({{"a", inner}, {"b", number(0.5)}})}, {"heuristic", number(1)}}), "root", 0, 1);
  ASSERT_EQ(ExplicitTree::judgements(rules).heuristics.size(), 1U);
  ExplicitTree position(rules);
  EXPECT_EQ(position.heuristic(0), 1);
  position.play(*position.parse_action("a"));
  EXPECT_EQ(position.heuristic(0), 0.5) << "-0.5 for MAX, 0.5 for MIN, who moves";
  EXPECT_TRUE(ExplicitTree::judgements(read_tree(textbook_map(), "root")).heuristics.empty());
  const ParamTree plain = map({{"min", map({{"x", number(1)}})}});
  EXPECT_EQ(first_error(map({{"max", map({{"a", plain}})}, {"heuristic", number(0)}})),
            "root.max.a.heuristic: is required: the root has one");
  EXPECT_EQ(first_error(map({{"max", map({{"a", inner}})}})),
            "root.max.a.heuristic: is not allowed: the root has none");
  EXPECT_EQ(first_error(map({{"max", map({{"a", number(0)}})}, {"heuristic", number(2)}})),
            "root.heuristic: 2 is not allowed; allowed: a number in [-1, 1]");
  EXPECT_EQ(first_error(map({{"bernoulli", number(0.5)}, {"heuristic", number(0)}})),
            "root.heuristic: is read beside max, min and chance alone");
}

TEST(TreeReader, KeepsTheProperties) {
  const ParamTree tree = textbook_map();
  testing::check_game_properties<ExplicitTree>(read_tree(tree, "root"), 3, 20);
}

TEST(TreeReader, RangesAreMapped) {
  const ParamTree tree =
      map({{"max", map({{"a", number(0.75)}, {"b", map({{"normal", list({number(0.5), number(0.25)})}})}})}});
  const ExplicitTree::Rules rules = read_tree(tree, "root", 0, 1);
  EXPECT_EQ(rules.nodes()[1].leaf.mean, 0.5);
  EXPECT_EQ(rules.nodes()[2].leaf.mean, 0.0);
  EXPECT_EQ(rules.nodes()[2].leaf.spread, 0.5);
}

TEST(TreeReader, EveryErrorNamesItsPlace) {
  EXPECT_EQ(first_error(text("x")),
            "root: x is not allowed; allowed: a map with one key (max, min, chance, bernoulli or "
            "normal), or a leaf's number");
  EXPECT_EQ(first_error(map({{"max", map({{"a", number(2)}})}})),
            "root.max.a: 2 is not allowed; allowed: a number in [-1, 1]");
  EXPECT_EQ(first_error(map({{"mix", map({{"a", number(1)}})}})),
            "root.mix: unknown kind of node; allowed: a map with one key (max, min, chance, bernoulli or normal), or a "
            "leaf's number; did you mean max?");
  EXPECT_EQ(first_error(map({{"max", map({})}})),
            "root.max: {} is not allowed; allowed: a map from each move's name to a node, with one at least");
  EXPECT_EQ(first_error(map({{"chance", map({{"a", number(1)}})}})),
            "root.chance.a: 1 is not allowed; allowed: [probability, node]");
  EXPECT_EQ(first_error(map({{"chance", map({{"a", list({number(0), number(1)})}})}})),
            "root.chance.a[0]: 0 is not allowed; allowed: a probability in (0, 1]");
  EXPECT_EQ(first_error(
                map({{"chance", map({{"a", list({number(0.4), number(1)})}, {"b", list({number(0.5), number(1)})}})}})),
            "root.chance: the probabilities sum to 0.9; allowed: 1");
  EXPECT_EQ(first_error(map({{"max", map({{"a", map({{"bernoulli", number(1.5)}})}})}})),
            "root.max.a.bernoulli: 1.5 is not allowed; allowed: a probability in [0, 1]");
  EXPECT_EQ(first_error(map({{"max", map({{"a", map({{"normal", number(0)}})}})}})),
            "root.max.a.normal: 0 is not allowed; allowed: [mean, sd], mean in [-1, 1] and sd in [0, 200]");
  EXPECT_EQ(first_error(map({{"max", map({{"a", map({{"normal", list({number(0), number(1e308)})}})}})}})),
            "root.max.a.normal: [0, 1e+308] is not allowed; allowed: [mean, sd], mean in [-1, 1] and sd in [0, 200]");
  EXPECT_EQ(first_error(map({{"max", map({{"a", map({{"normal", list({number(0), number(200)})}})}})}})), "");
  EXPECT_EQ(first_error(map({{"max", map({{"a", number(1)}, {"A", number(0)}})}})),
            "root.max.A: tree: two moves of one node are called A");
}

TEST(TreeReader, AllErrorsAreToldAtOnce) {
  EXPECT_EQ(errors_of(map({{"min", map({{"a", number(2)}, {"b", text("x")}, {"c", number(1)}})}})).size(), 2U);
}

}  // namespace
}  // namespace rootward
