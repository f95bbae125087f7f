// Explicit trees as a game: moves, texts and the rules' checks.
#include "games/tree.h"

#include <gtest/gtest.h>

#include "core/errors.h"

namespace rootward {
namespace {

/// MAX chooses b1 or b2, MIN replies.
ExplicitTree::Rules textbook() {
  ExplicitTree::Rules rules;
  rules.set_chooser(0, Seat::first);
  const std::uint32_t b1 = rules.add(0, "b1");
  const std::uint32_t b2 = rules.add(0, "b2");
  rules.set_chooser(b1, Seat::second);
  rules.set_chooser(b2, Seat::second);
  rules.set_value(rules.add(b1, "w1"), 0.0);
  rules.set_value(rules.add(b1, "w2"), -0.04);
  rules.set_value(rules.add(b2, "w3"), 0.24);
  return rules;
}

TEST(ExplicitTree, PlaysAndRewinds) {
  const ExplicitTree::Rules rules = textbook();
  ExplicitTree position(rules);
  ActionList actions;
  position.legal_actions(actions);
  EXPECT_EQ(actions.size(), 2U);
  EXPECT_EQ(position.to_move(), Seat::first);
  EXPECT_FALSE(position.is_legal(2));
  const auto mark = position.mark();
  position.play(0);
  EXPECT_EQ(position.to_move(), Seat::second);
  position.play(1);
  EXPECT_TRUE(position.is_over());
  EXPECT_EQ(position.result(), -0.04);
  EXPECT_FALSE(position.is_legal(0));
  position.legal_actions(actions);
  EXPECT_TRUE(actions.empty());
  position.rewind(mark);
  EXPECT_EQ(position.hash(), ExplicitTree(rules).hash());
}

TEST(ExplicitTree, TextReadsBackAtEveryNode) {
  const ExplicitTree::Rules rules = textbook();
  for (const char* text : {"-", "b1", "b1 w2", "b2", "b2 w3"}) {
    EXPECT_EQ(ExplicitTree::from_text(rules, text).to_text(), text);
  }
  EXPECT_EQ(ExplicitTree::from_text(rules, "B1 W2").to_text(), "b1 w2");
  EXPECT_THROW(ExplicitTree::from_text(rules, "b3"), UsageError);
  EXPECT_THROW(ExplicitTree::from_text(rules, "b1 w1 w1"), UsageError);
  EXPECT_THROW(ExplicitTree::from_text(rules, "b1 "), UsageError);
  EXPECT_THROW(ExplicitTree::from_text(rules, ""), UsageError);
}

TEST(ExplicitTree, PlayoutsAreUniform) {
  const ExplicitTree::Rules rules = textbook();
  const ExplicitTree position(rules);
  Rng rng(1);
  double sum = 0;
  constexpr int kPlayouts = 40'000;
  for (int i = 0; i < kPlayouts; ++i) {
    const PlayoutResult playout = position.random_playout(rng);
    EXPECT_EQ(playout.plies, 2U);
    sum += playout.value;
  }
  EXPECT_NEAR(sum / kPlayouts, (-0.02 + 0.24) / 2, 0.004);
  EXPECT_EQ(position.to_text(), "-");
}

TEST(ExplicitTree, RefusesBadNames) {
  ExplicitTree::Rules rules = textbook();
  for (const char* name : {"", "-", "two words", "b1", "B2"}) EXPECT_THROW(rules.add(0, name), UsageError) << name;
  for (std::size_t i = rules.nodes()[0].children.size(); i < ActionList::kUsual; ++i)
    rules.add(0, "m" + std::to_string(i));
  EXPECT_THROW(rules.add(0, "onemore"), UsageError);
}

}  // namespace
}  // namespace rootward
