// Decision processes: truth against a twin that tries everything, published values, what is refused.
#include "games/mdp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "games/mdp_reader.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;

ParamTree mdp_text(const std::string& words) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::text;
  tree.text = words;
  return tree;
}
ParamTree mdp_number(double value) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::number;
  tree.number = value;
  return tree;
}
ParamTree mdp_list(std::vector<ParamTree> items) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::list;
  tree.items = std::move(items);
  return tree;
}
ParamTree mdp_map(std::vector<std::pair<std::string, ParamTree>> entries) {
  ParamTree tree;
  for (auto& [key, value] : entries) {
    tree.keys.push_back(key);
    tree.items.push_back(std::move(value));
  }
  return tree;
}

MdpRules rules_of(ParamTree process) {
  const GivenParams given{{"process", ParamValue(std::move(process))}};
  return make_mdp_rules(resolve_params(mdp_description().parameters, given));
}

ParamTree mdp_rows(const std::vector<std::string>& given) {
  std::vector<ParamTree> items;
  for (const std::string& row : given) items.push_back(mdp_text(row));
  return mdp_list(items);
}

ParamTree frozen_lake(const std::vector<std::string>& lake, double discount, double horizon) {
  const ParamTree turns =
      mdp_map({{"straight", mdp_text("1/3")}, {"left", mdp_text("1/3")}, {"right", mdp_text("1/3")}});
  return mdp_map({{"discount", mdp_number(discount)},
                  {"horizon", mdp_number(horizon)},
                  {"grid", mdp_map({{"rows", mdp_rows(lake)},
                                    {"turns", turns},
                                    {"ends", mdp_map({{"H", mdp_number(0)}, {"G", mdp_number(1)}})}})}});
}
const std::vector<std::string> kLake4{"S...", ".H.H", "...H", "H..G"};
const std::vector<std::string> kLake8{"S.......", "........", "...H....", ".....H..",
                                      "...H....", ".HH...H.", ".H..H.H.", "...H...G"};

/// The mean return of best play, by trying everything through the game's own moves.
double tried(Mdp& position, const MdpRules& rules) {
  if (position.is_over()) return position.result();
  ActionList actions;
  position.legal_actions(actions);
  const bool is_chance = position.is_chance();
  double sum = 0, best = -2;
  for (const Action action : actions) {
    const double share = is_chance ? position.probability(action) : 0;
    const Mdp::Mark mark = position.mark();
    position.play(action);
    const double value = tried(position, rules);
    position.rewind(mark);
    sum += share * value;
    best = std::max(best, value);
  }
  return is_chance ? sum : best;
}

void expect_truth(ParamTree process) {
  const MdpRules rules = rules_of(std::move(process));
  Mdp start(rules);
  EXPECT_NEAR(*start.exact_value(), tried(start, rules), 1e-12);
}

ParamTree outcome(double probability, const std::string& to, double reward) {
  return mdp_list({mdp_number(probability), mdp_text(to), mdp_number(reward)});
}

/// Two states; `stay` pays 1, `go` wins 5 or loses 3 and ends.
ParamTree gamble(double horizon, double discount) {
  return mdp_map(
      {{"horizon", mdp_number(horizon)},
       {"discount", mdp_number(discount)},
       {"start", mdp_text("here")},
       {"states", mdp_map({{"here", mdp_map({{"stay", mdp_list({outcome(1, "here", 1)})},
                                             {"go", mdp_list({outcome(0.5, "end", 5), outcome(0.5, "end", -3)})}})},
                           {"end", mdp_map({})}})}});
}

TEST(Mdp, ATableByHand) {
  const MdpRules rules = rules_of(gamble(3, 0.5));
  // Stay three times: 1 + 1/2 + 1/4; stay twice and go: 1 + 1/2 + 1/4 (5 - 3) / 2 as well.
  EXPECT_EQ(rules.best_return(0, 3), 1.75);
  EXPECT_EQ(rules.mean_return(0, 1, 3), 1);
  EXPECT_EQ(rules.lowest_return(), -3);
  EXPECT_EQ(rules.highest_return(), 5);
  Mdp walk(rules);
  EXPECT_NEAR(*walk.exact_value(), 2 * (1.75 + 3) / 8 - 1, 1e-15);
  walk.play(0);
  EXPECT_EQ(walk.to_text(), "here 1 1");
  walk.play(1);
  EXPECT_TRUE(walk.is_chance());
  EXPECT_EQ(walk.to_text(), "here 1 1 go");
  EXPECT_EQ(walk.action_text(0), "end#0");
  EXPECT_EQ(walk.parse_action("end#1"), Action{1});
  EXPECT_EQ(Mdp::from_text(rules, "here 1 1 go").hash(), walk.hash());
  walk.play(0);
  EXPECT_TRUE(walk.is_over());
  EXPECT_EQ(walk.to_text(), "end 2 3.5");
  EXPECT_EQ(walk.result(), 2 * (3.5 + 3) / 8 - 1);
}

TEST(Mdp, OutcomesAreDrawnByTheirProbabilities) {
  const MdpRules rules = rules_of(frozen_lake(kLake4, 0.95, 5));
  Mdp walk(rules);
  walk.play(1);
  ASSERT_TRUE(walk.is_chance());
  ActionList outcomes;
  walk.legal_actions(outcomes);
  std::vector<int> drawn(outcomes.size(), 0);
  Rng rng(8);
  for (int i = 0; i < 6000; ++i) ++drawn[walk.draw_outcome(rng)];
  for (const Action outcome : outcomes) EXPECT_NEAR(drawn[outcome] / 6000.0, walk.probability(outcome), 0.03);
}

TEST(Mdp, TruthIsThatOfATwinThatTriesEverything) {
  expect_truth(gamble(5, 0.9));
  expect_truth(frozen_lake(kLake4, 0.95, 5));
  expect_truth(mdp_map({{"horizon", mdp_number(3)}, {"sailing", mdp_map({{"size", mdp_number(3)}})}}));
  const ParamTree track = mdp_rows({"..G", "S#.", "..."});
  expect_truth(
      mdp_map({{"horizon", mdp_number(3)}, {"racetrack", mdp_map({{"rows", track}, {"speed", mdp_number(1)}})}}));
  const ParamTree taxi = mdp_map(
      {{"rows", mdp_rows({"SF", ".G"})},
       {"turns", mdp_map({{"straight", mdp_number(0.9)}, {"left", mdp_number(0.05)}, {"right", mdp_number(0.05)}})},
       {"collect", mdp_text("F")},
       {"ends", mdp_map({{"G", mdp_list({mdp_number(0), mdp_number(2)})}})}});
  expect_truth(mdp_map({{"horizon", mdp_number(4)}, {"discount", mdp_number(0.9)}, {"grid", taxi}}));
}

/// The values of Gym's slippery lakes: with a discount of 0.99 those of Gym's value iteration, without one the chances
/// to come to the goal at all.
TEST(Mdp, FrozenLakesHaveTheirPublishedValues) {
  EXPECT_NEAR(rules_of(frozen_lake(kLake4, 0.99, 3000)).best_return(0, 3000), 0.54202593, 1e-7);
  EXPECT_NEAR(rules_of(frozen_lake(kLake4, 1, 3000)).best_return(0, 3000), 14.0 / 17, 1e-6);
  EXPECT_NEAR(rules_of(frozen_lake(kLake8, 0.99, 3000)).best_return(0, 3000), 0.41464, 1e-5);
}

TEST(Mdp, PassengersAreCollectedOnceAndPaidAtTheGoal) {
  const ParamTree taxi = mdp_map({{"rows", mdp_rows({"SFG"})},
                                  {"collect", mdp_text("F")},
                                  {"step", mdp_number(-1)},
                                  {"ends", mdp_map({{"G", mdp_list({mdp_number(0), mdp_number(7)})}})}});
  const MdpRules rules = rules_of(mdp_map({{"horizon", mdp_number(9)}, {"grid", taxi}}));
  EXPECT_EQ(rules.best_return(rules.table().start, 9), 5);
  EXPECT_EQ(rules.state(rules.table().start).name, "0,0/0");
  Mdp walk(rules);
  walk.play(*walk.parse_action("right"));
  EXPECT_EQ(walk.to_text(), "1,0/1 1 -1");
}

TEST(Mdp, ACarThatLeavesTheTrackIsBackAtTheStart) {
  const ParamTree track = mdp_map({{"rows", mdp_rows({"S..G"})}, {"slip", mdp_number(0)}, {"speed", mdp_number(3)}});
  const MdpRules rules = rules_of(mdp_map({{"horizon", mdp_number(9)}, {"racetrack", track}}));
  // 1, then 2 more: past the goal's cell counts as there.
  EXPECT_EQ(rules.best_return(rules.table().start, 9), -2);
  Mdp car(rules);
  car.play(*car.parse_action("0,1"));
  EXPECT_EQ(car.to_text(), "0,0/0,0 1 -1");
}

TEST(Mdp, SailingAwayFromTheWindIsCheapAndIntoItImpossible) {
  const MdpRules rules =
      rules_of(mdp_map({{"horizon", mdp_number(4)}, {"sailing", mdp_map({{"size", mdp_number(3)}})}}));
  const MdpState& start = rules.state(rules.table().start);
  EXPECT_EQ(start.name, "0,0/n");
  // To the north there is no lake; east is 90 degrees to the wind, south-east 135, south straight into it.
  ASSERT_EQ(start.actions.size(), 2U);
  EXPECT_EQ(start.actions[0].name, "e");
  EXPECT_EQ(start.actions[0].outcomes[0].reward, -3);
  EXPECT_EQ(start.actions[1].name, "se");
  EXPECT_EQ(start.actions[1].outcomes[0].reward, -4);
}

/// The keys and messages of all that is wrong.
std::string mdp_errors_of(ParamTree process) {
  std::string found;
  try {
    (void)rules_of(std::move(process));
  } catch (const ParamError& error) {
    found = error.key() + ": " + error.what() + "\n";
    for (const ParamError& other : error.others()) found += other.key() + ": " + other.what() + "\n";
  }
  return found;
}

TEST(Mdp, WhatIsWrongIsNamedByItsKey) {
  ParamTree bad = gamble(3, 0.5);
  bad.items[3].items[0].items[0] = mdp_list({outcome(0.5, "heer", 1), outcome(2, "end", 0)});
  const std::string found = mdp_errors_of(bad);
  EXPECT_THAT(found, HasSubstr("process.states.here.stay[0][1]: no state is called heer; did you mean here?"));
  EXPECT_THAT(found, HasSubstr("process.states.here.stay[1][0]: 2 is not allowed; allowed: a number in [0, 1]"));
  bad = gamble(3, 0.5);
  bad.items[3].items[0].items[0] = mdp_list({outcome(0.5, "here", 1)});
  EXPECT_THAT(mdp_errors_of(bad), HasSubstr("process.states.here.stay: has probabilities that sum to 0.5; allowed: 1"));
  EXPECT_THAT(mdp_errors_of(mdp_map({{"horizon", mdp_number(0)}})),
              HasSubstr("process.horizon: 0 is not allowed; allowed: an integer in [1, 10000]"));
  EXPECT_THAT(mdp_errors_of(mdp_map({{"stats", mdp_number(0)}})),
              HasSubstr("process.stats: unknown key; known keys: discount"));
  EXPECT_THAT(mdp_errors_of(mdp_map({{"horizon", mdp_number(5)}})), HasSubstr("process: has 0 of these keys"));
  EXPECT_THAT(mdp_errors_of(frozen_lake({"S.", "HX"}, 1, 5)),
              HasSubstr("process.grid.rows[1]: has the letter X in column 1"));
  EXPECT_THAT(mdp_errors_of(frozen_lake({"S.", "H.."}, 1, 5)), HasSubstr("process.grid.rows[1]: H.. is not allowed"));
  EXPECT_THAT(mdp_errors_of(frozen_lake({"..", "H."}, 1, 5)), HasSubstr("process.grid.rows: has 0 cells S"));
}

}  // namespace
}  // namespace rootward
