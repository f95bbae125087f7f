// Companions: their numbers by hand, and what they leave alone.
#include "search/companions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "games/connect4.h"
#include "games/nogo.h"
#include "games/tictactoe.h"
#include "search/backup_driver.h"
#include "search/companions/criticality.h"
#include "search/companions/progressive_bias.h"
#include "search/companions/widening.h"
#include "search/guided_selection.h"
#include "tests/search/search_fixture.h"
#include "tests/search/small_tree.h"

namespace rootward {
namespace {

using testing::companion;
using testing::Fixture;
using testing::named;
using testing::Priors;
using testing::settings_with;
using testing::SmallTree;
using testing::whole_tree;

TEST(Amaf, weights_are_those_of_the_papers) {
  const Amaf hand(companion("amaf", {{"schedule", std::string("hand")}, {"equivalence", 1000.0}}).params);
  EXPECT_NEAR(hand.weight(100, 5, 5), 0.877058, 5e-7);
  EXPECT_NEAR(hand.weight(10000, 5, 5), 0.179605, 5e-7);
  const Amaf min_mse(companion("amaf").params);
  EXPECT_NEAR(min_mse.weight(1, 10, 100), 0.901713, 5e-7);
  EXPECT_NEAR(min_mse.weight(1, 1000, 3000), 0.447761, 5e-7);
  for (const Amaf* amaf : {&hand, &min_mse}) {
    EXPECT_EQ(amaf->weight(100, 0, 3), 1);
    EXPECT_EQ(amaf->weight(100, 3, 0), 0);
  }
}

TEST(Bonuses, are_those_of_the_papers) {
  const History history(companion("history").params);
  EXPECT_NEAR(history.bonus(0.6, 0, 10), 0.3, 1e-15);
  EXPECT_NEAR(history.bonus(0.6, 1.2, 10), 1.8, 1e-15) << "a value beyond 1 counts as 1";
  EXPECT_NEAR(history.bonus(0.6, -1.2, 10), 1.8 / 11, 1e-15) << "and one below -1 as -1";
  EXPECT_NEAR(ProgressiveBias(companion("progressive_bias").params).bonus(0.3, 2), 0.1, 1e-15);
}

TEST(Widening, admits_children_as_published) {
  const Widening power(companion("widening").params);
  EXPECT_EQ(power.eligible(0), 1U);
  EXPECT_EQ(power.eligible(1), 1U);
  EXPECT_EQ(power.eligible(2), 2U);
  EXPECT_EQ(power.eligible(100), 10U);
  EXPECT_EQ(power.eligible(101), 11U);
  const Widening coulom(companion("widening", {{"form", std::string("coulom")}}).params);
  const std::array<std::uint32_t, 5> last_before{39, 95, 174, 284, 437};
  for (std::uint32_t k = 0; k < last_before.size(); ++k) {
    EXPECT_EQ(coulom.eligible(last_before[k]), k + 1);
    EXPECT_EQ(coulom.eligible(last_before[k] + 1), k + 2);
  }
}

// Moves 0 1 | 2 3 2, the first seat to move: at the root the first seat plays 0 and 2; at the node below the second
// seat plays 1 and 3, and 2 is not its own first.
TEST(Amaf, counts_a_move_for_whoever_plays_it_first) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    SmallTree small({companion("amaf")}, seat);
    const double sign = sign_of(seat);
    small.simulate({2, 3, 2}, sign * 1);
    small.simulate({2, 3, kNoMoveKey}, sign * 0.5);
    small.simulate({3, 2}, sign * -1);
    const auto expect = [&](BlockRef ref, std::uint32_t index, double count, double mean) {
      EXPECT_EQ(small.cell(ref, index).count, count) << index;
      EXPECT_NEAR(small.cell(ref, index).mean, mean, 1e-7) << index;
    };
    expect(small.root, 0, 3, 0.5 / 3);
    expect(small.root, 1, 0, 0);
    expect(small.root, 2, 2, 0.75);
    expect(small.below, 0, 3, -0.5 / 3);
    expect(small.below, 1, 1, 1);
    expect(small.below, 2, 2, -0.75);
  }
}

TEST(Amaf, leaves_proven_nodes_alone) {
  SmallTree small({companion("amaf")});
  small.tree.block(small.root).proofs()[0] = 1;
  small.simulate({2, 3}, 1);
  EXPECT_EQ(small.cell(small.root, 0).count, 0);
  EXPECT_EQ(small.cell(small.root, 2).count, 1);
  EXPECT_EQ(small.cell(small.below, 0).count, 0);
}

TEST(Amaf, mixes_values_or_means) {
  for (const char* against : {"value", "mean"}) {
    SmallTree small({companion("amaf", {{"against", std::string(against)}, {"bias", 0.0}})});
    small.simulate({3}, 1);
    const Block block = small.tree.block(small.root);
    block.values()[0] = 0.5;
    block.means()[0] = -0.5;
    block.visits()[0] = 3;  // b = 1 / (3 + 1)
    small.companions.mix(small.node(small.root, 3), 1);
    EXPECT_DOUBLE_EQ(small.companions.scores()[0], (against == std::string("value") ? 0.75 * 0.5 : 0.75 * -0.5) + 0.25);
  }
}

// Below a root of many visits the same player's nodes read the root's numbers; where nobody has many, the topmost's.
TEST(Amaf, grave_borrows_from_above) {
  SmallTree small({companion("amaf", {{"schedule", std::string("grave")}, {"reference", std::int64_t{10}}})});
  small.simulate({2, 3}, 1);
  const BlockRef deep = small.tree.expand({small.below, 0}, Seat::first, std::array<Action, 2>{3, 2});
  for (const std::uint32_t root_visits : {5U, 11U}) {
    small.companions.start();
    (void)small.companions.prepare(small.node(small.root, root_visits));
    (void)small.companions.prepare(small.node(small.below, 4));
    (void)small.companions.prepare(small.node(deep, 10));
    EXPECT_EQ(small.cell(deep, 0).count, 0);
    EXPECT_EQ(small.cell(deep, 1).count, 1) << "the root's move 2";
    EXPECT_EQ(small.cell(small.below, 2).count, 1) << "its own";
  }
  (void)small.companions.prepare(small.node(deep, 11));
  EXPECT_EQ(small.cell(deep, 1).count, 0) << "its own, now that it has seen enough";
}

TEST(Criticality, is_the_covariance_of_owning_and_winning) {
  Criticality criticality(companion("criticality", {{"from", std::int64_t{4}}}).params);
  criticality.begin_with(2);
  const auto count = [&](std::int8_t owner, int winner) {
    criticality.count(std::array<std::int8_t, 2>{owner, 0}, winner);
  };
  count(1, 1);
  count(1, 1);
  count(-1, -1);
  EXPECT_EQ(criticality.wins(0, 10), 0) << "too few playouts";
  count(-1, 1);
  EXPECT_DOUBLE_EQ(criticality.of(0), 0.25);
  EXPECT_DOUBLE_EQ(criticality.wins(0, 10), 1.1 * 0.25 * 10);
  EXPECT_EQ(criticality.wins(kNoMoveKey, 10), 0);
  AmafNumbers numbers{.mean = -0.5, .count = 10};
  numbers.win(2.5);
  EXPECT_DOUBLE_EQ(numbers.mean, -2.5 / 12.5);
  EXPECT_DOUBLE_EQ(numbers.count, 12.5);
}

// Who owns 2 wins, whatever the mean of the leaf's playouts says. b = v = 1/2: crit = 1 - (.5 - .5 - .5 + 1) = .5, so
// the two returns of move 2 count 1.1 .5 2 = 1.1 more.
TEST(Criticality, asks_the_playout_who_won) {
  SmallTree small({companion("amaf"), companion("criticality", {{"from", std::int64_t{1}}})});
  for (const std::int8_t winner : {std::int8_t{1}, std::int8_t{-1}}) {
    small.companions.trace()->owners()[2] = winner;
    small.simulate({2, 3}, winner / -3.0, winner);
  }
  EXPECT_DOUBLE_EQ(small.cell(small.root, 2).count, 3.1);
}

TEST(History, adds_what_a_move_brought_anywhere) {
  SmallTree small({companion("history")});
  small.simulate({2, 3, 2}, 1);  // first seat: 0, 2, 2
  small.simulate({3, 2}, -1);    // first seat: 0, 3; second seat: 1, 2
  const SelectionNode root = small.node(small.root, 2);
  EXPECT_DOUBLE_EQ(small.companions.bonus(root, 0, 0.5, 0), 3 * 0.5);
  EXPECT_DOUBLE_EQ(small.companions.bonus(root, 2, 0.5, 4), 3 * 1.0 / (0.25 * 4 + 1));
  EXPECT_DOUBLE_EQ(small.companions.bonus(root, 1, 0.5, 0), 3 * 0.5) << "unseen";
  EXPECT_DOUBLE_EQ(small.companions.bonus(small.node(small.below, 2), 1, 0, 0), 3 * 1.0) << "second seat's 2";
}

// Room for priors is no prior: the rule or the root asks for it.
TEST(ProgressiveBias, takes_historys_means_where_the_evaluator_gives_no_priors) {
  for (const Priors priors : {Priors::none, Priors::room, Priors::given}) {
    const bool is_given = priors == Priors::given;
    SmallTree small({companion("progressive_bias")}, Seat::first, priors);
    EXPECT_EQ(small.companions.trace() == nullptr, is_given);
    small.simulate({2, 3, 2}, 1);
    const SelectionNode root = small.node(small.root, 1);
    EXPECT_NEAR(small.companions.bonus(root, 2, 0, 0), is_given ? 1.0 / 3 : 1, 1e-7);
    EXPECT_NEAR(small.companions.bonus(root, 1, 0, 1), is_given ? 1.0 / 6 : 0.25, 1e-7) << "unseen";
  }
}

TEST(ProgressiveBias, has_no_priors_of_playouts_under_rules_and_roots_that_read_some) {
  for (const char* root : {"none", "dirichlet"}) {
    SearchSettings settings = settings_with("average", 1);
    settings.selection = named(selections(), "puct");
    settings.root = named(root_rules(), root);
    settings.companions = {companion("progressive_bias")};
    const Fixture<Connect4Small> fixture(settings, 1);
    EXPECT_NE(fixture.search->core().companions()->trace(), nullptr) << root;
  }
}

// Three visits each at a node of six, both worth a draw, the first proven: it has UCB1's score .5 + .7 sqrt(ln 6 / 3)
// and no more; the other, never seen elsewhere, has 3 .5 / (.5 3 + 1) of history and .5 / 4 of the bias on top.
TEST(Bonuses, are_not_for_proven_children) {
  SmallTree small({companion("history"), companion("progressive_bias")});
  small.simulate({2, 3, 2}, 1);
  const Block block = small.tree.block(small.root);
  block.header().visited = 2;
  for (std::uint32_t i = 0; i < 2; ++i) {
    block.visits()[i] = 3;
    block.values()[i] = 0;
  }
  block.proofs()[0] = kProven;
  const Ucb1Selection rule(named(selections(), "ucb1").params);
  const SelectionNode node = small.node(small.root, 6);
  const GuidedScores<Ucb1Selection> scores(rule, node, small.companions, 2);
  const double plain = 0.5 + 0.7 * std::sqrt(std::log(6.0) / 3);
  EXPECT_NEAR(small.companions.scores()[0], plain, 1e-12);
  EXPECT_NEAR(small.companions.scores()[1], plain + 0.6 + 0.125, 1e-12);
}

// One visit each at a node of two, which count 5 and 3 of 8 where selection counts by weights: UCB1's scores are
// .5 + .7 sqrt(ln 8 / n), with a bias of history's .5 / (.5 n + 1) on top.
TEST(Bonuses, count_what_the_rule_counts) {
  SmallTree small({companion("history")});
  const Block block = small.tree.block(small.root);
  block.header().visited = 2;
  for (std::uint32_t i = 0; i < 2; ++i) {
    block.visits()[i] = 1;
    block.values()[i] = 0;
  }
  const std::array<std::uint32_t, 4> counts{5, 3, 0, 0};
  SelectionNode node = small.node(small.root, 8);
  node.counts = counts.data();
  const Ucb1Selection rule(named(selections(), "ucb1").params);
  const GuidedScores<Ucb1Selection> scores(rule, node, small.companions, 2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const double plain = 0.5 + 0.7 * std::sqrt(std::log(8.0) / counts.at(i));
    EXPECT_NEAR(small.companions.scores()[i], plain + small.companions.bonus(node, i, 0, counts.at(i)), 1e-12) << i;
  }
  EXPECT_LT(small.companions.scores()[0], small.companions.scores()[1]);
}

// Moves 0 1 | 2 3 by turns, the first seat to begin.
TEST(Replies, are_kept_of_wins_alone_and_a_pass_is_neither_key_nor_reply) {
  SmallTree small({companion("replies")});
  const auto reply = [&](Seat seat, MoveKey last) { return *small.policy().replies().to_one(seat, last); };
  small.simulate({2, 3}, 1);
  EXPECT_EQ(reply(Seat::first, 1), 2);
  EXPECT_EQ(*small.policy().replies().to_two(Seat::first, 1, 0), 2);
  EXPECT_EQ(reply(Seat::second, 0), kNoMoveKey) << "the loser's";
  small.simulate({3, 2}, 0);
  EXPECT_EQ(reply(Seat::first, 1), 2) << "a draw changes nothing";
  EXPECT_EQ(reply(Seat::second, 3), kNoMoveKey) << "a draw teaches nothing";
  small.simulate({kNoMoveKey, 2, 3}, 1);
  EXPECT_EQ(reply(Seat::first, 1), 2) << "a pass is no reply";
  EXPECT_EQ(reply(Seat::first, 2), 3) << "the move after it has one";
  small.simulate({kNoMoveKey, 2, 3}, -1);
  EXPECT_EQ(reply(Seat::first, 2), kNoMoveKey) << "forgotten";
  EXPECT_EQ(reply(Seat::second, 0), 1);
  for (const MoveKey key : {MoveKey{0}, MoveKey{1}, MoveKey{2}, MoveKey{3}})
    EXPECT_NE(reply(Seat::second, key), 2) << "nor does one answer a pass";
}

// Two of three playouts were lost, and the one whose moves are told was won.
TEST(Replies, are_those_of_the_playouts_own_winner) {
  SmallTree small({companion("replies")});
  const auto reply = [&](Seat seat, MoveKey last) { return *small.policy().replies().to_one(seat, last); };
  small.simulate({2, 3}, -1.0 / 3, 1);
  EXPECT_EQ(reply(Seat::first, 1), 2);
  EXPECT_EQ(reply(Seat::second, 0), kNoMoveKey) << "the loser's";
  small.simulate({3, 2}, 1.0 / 3, 0);
  EXPECT_EQ(reply(Seat::first, 1), 2) << "a drawn playout changes nothing";
  small.simulate({2, 3}, 1.0 / 3, -1);
  EXPECT_EQ(reply(Seat::first, 1), kNoMoveKey) << "forgotten";
  EXPECT_EQ(reply(Seat::second, 0), 1);
}

TEST(Mast, counts_the_tree_alone_where_it_is_told_so) {
  for (const char* where : {"tree", "tree_and_playout"}) {
    SmallTree small({companion("mast", {{"policy", std::string("epsilon")}, {"where", std::string(where)}})});
    EXPECT_EQ(small.companions.trace() == nullptr, where == std::string("tree"));
    small.simulate({2}, -1);
    EXPECT_EQ(small.policy().scores(Seat::first)[0], -1);
    EXPECT_EQ(small.policy().scores(Seat::second)[1], 1);
    EXPECT_EQ(small.policy().scores(Seat::first)[2], where == std::string("tree") ? 1 : -1) << "1: never seen";
  }
}

// A return of -1, then the next search of the game with a return of 1.
TEST(Mast, forgets_between_searches_by_its_decay) {
  for (const auto& [decay, mean] : {std::pair{1.0, 0.0}, std::pair{0.5, 1.0 / 3}, std::pair{0.0, 1.0}}) {
    SmallTree small({companion("mast", {{"policy", std::string("epsilon")}, {"decay", decay}})});
    small.simulate({2}, -1);
    small.companions.begin(keys_of_places(4), false);
    EXPECT_EQ(small.policy().scores(Seat::first)[0], decay == 0 ? 1 : -1);
    small.simulate({3}, 1);
    EXPECT_NEAR(small.policy().scores(Seat::first)[0], mean, 1e-12) << decay;
    small.companions.new_game(2);
    small.companions.begin(keys_of_places(4), false);
    EXPECT_EQ(small.policy().scores(Seat::first)[0], 1) << "unseen in a new game";
  }
}

std::vector<double> tree_of(const SearchSettings& settings, std::uint64_t seed) {
  Fixture<Connect4Small> fixture(settings, seed);
  const Connect4Rules rules;
  (void)fixture.run(Connect4Small(rules));
  return whole_tree(fixture.search->core());
}

SearchSettings settings_for(const std::string& selection, const std::string& backup = "average") {
  const NamedParams rule = named(selections(), selection);
  SearchSettings settings = settings_with(reads_variances(rule) ? "gaussian_max" : backup, 400);
  settings.selection = rule;
  return settings;
}

TEST(Companions, without_weight_leave_every_bit_of_a_search) {
  const std::vector<NamedParams> weightless{
      companion("amaf", {{"random_off", 1.0}}),
      companion("history", {{"weight", 0.0}}),
      companion("progressive_bias", {{"weight", 0.0}}),
      companion("widening", {{"factor", 1000.0}, {"exponent", 0.0}}),
      companion("fpu"),
      companion("entropy", {{"weight", 0.0}}),
  };
  for (const Described& rule : selections()) {
    SearchSettings settings = settings_for(rule.name);
    const std::vector<double> plain = tree_of(settings, 7);
    for (const NamedParams& one : weightless) {
      if (!goes_with(settings.selection, companion_needs(one.name))) continue;
      settings.companions = {one};
      EXPECT_EQ(tree_of(settings, 7), plain) << rule.name << " " << one.name;
    }
  }
}

TEST(Companions, with_weight_change_a_search_and_repeat_it_by_seed) {
  const std::vector<NamedParams> heavy{
      companion("amaf"),
      companion("amaf", {{"schedule", std::string("hand")}, {"random_off", 0.5}}),
      companion("amaf", {{"schedule", std::string("grave")}, {"against", std::string("mean")}}),
      companion("history"),
      companion("progressive_bias"),
      companion("widening"),
      companion("fpu", {{"base", std::string("sample_mean")}, {"reduction", 0.1}}),
      companion("entropy"),
  };
  for (const Described& rule : selections()) {
    for (const char* backup : {"average", "softmax"}) {
      SearchSettings settings = settings_for(rule.name, backup);
      const std::vector<double> plain = tree_of(settings, 7);
      for (const NamedParams& one : heavy) {
        if (!goes_with(settings.selection, companion_needs(one.name))) continue;
        settings.companions = {one};
        const std::vector<double> guided = tree_of(settings, 7);
        EXPECT_NE(guided, plain) << rule.name << " " << one.name;
        EXPECT_EQ(tree_of(settings, 7), guided) << rule.name << " " << one.name;
      }
    }
  }
}

/// Each under each: it acts, and the search repeats by its seed with finite values.
TEST(Companions, act_under_every_operator) {
  const std::vector<NamedParams> acting{companion("amaf"),
                                        companion("history"),
                                        companion("progressive_bias"),
                                        companion("widening"),
                                        companion("fpu", {{"base", std::string("constant")}, {"value", 0.2}}),
                                        companion("entropy"),
                                        companion("mast"),
                                        companion("replies")};
  for (const OperatorEntry& entry : operators()) {
    for (const NamedParams& one : acting) {
      SCOPED_TRACE(entry.description.name + " " + one.name);
      SearchSettings settings = settings_with(entry.description.name, 200);
      if (one.name == "entropy") settings.selection = named(selections(), "boltzmann");
      const std::vector<double> plain = tree_of(settings, 7);
      settings.companions = {one};
      const std::vector<double> guided = tree_of(settings, 7);
      EXPECT_NE(guided, plain);
      EXPECT_EQ(tree_of(settings, 7), guided);
      EXPECT_TRUE(std::ranges::all_of(guided, [](double number) { return std::isfinite(number); }));
    }
  }
}

TEST(Companions, criticality_without_weight_leaves_amaf_as_it_is) {
  const auto tree_with = [](const std::vector<NamedParams>& companions) {
    SearchSettings settings = settings_with("average", 400);
    settings.companions = companions;
    Fixture<NoGoSmall> fixture(settings, 3);
    const NoGoSmall::Rules rules(5);
    (void)fixture.run(NoGoSmall(rules));
    return whole_tree(fixture.search->core());
  };
  const auto criticality = [](double weight) {
    return companion("criticality", {{"weight", weight}, {"from", std::int64_t{50}}});
  };
  const std::vector<double> alone = tree_with({companion("amaf")});
  EXPECT_EQ(tree_with({companion("amaf"), criticality(0)}), alone);
  EXPECT_NE(tree_with({companion("amaf"), criticality(1.1)}), alone);
  EXPECT_EQ(tree_with({companion("amaf"), criticality(1.1)}), tree_with({companion("amaf"), criticality(1.1)}));
}

void expect_values_are_means(const Tree& tree, BlockRef ref) {
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < block.header().visited; ++i) {
    EXPECT_NEAR(block.values()[i], block.means()[i], 1e-12);
    expect_values_are_means(tree, block.children()[i]);
  }
}

TEST(Companions, are_in_no_value) {
  SearchSettings settings = settings_for("ucb1");
  settings.companions = {companion("amaf"), companion("history"), companion("progressive_bias")};
  Fixture<Connect4Small> fixture(settings, 3);
  const Connect4Rules rules;
  (void)fixture.run(Connect4Small(rules));
  const Tree& tree = fixture.search->core().tree();
  expect_values_are_means(tree, tree.child_block(tree.root()));
}

TEST(Companions, leave_the_solver_right) {
  for (const NamedParams& one : {companion("amaf"), companion("widening"), companion("history"),
                                 companion("fpu", {{"base", std::string("constant")}, {"value", 1.2}})}) {
    SearchSettings settings = settings_with("average", 200'000);
    settings.solver = true;
    settings.companions = {one};
    Fixture<TicTacToe> fixture(settings, 5);
    TicTacToe position({});
    for (const Action move : {Action{4}, Action{0}, Action{8}, Action{2}})
      position.play(move);  // a draw, five moves before the end
    const SearchResult result = fixture.run(position);
    EXPECT_TRUE(fixture.search->core().is_root_proven()) << one.name;
    EXPECT_EQ(result.value, 0) << one.name;
  }
}

/// The operator's view of a node: how many unvisited children it may count.
struct CountUnvisited {
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsUnvisited = true;
  std::vector<std::uint32_t>* seen;
  Value update(NodeView& node, Value sample) {
    if (node.plies_to_end > 0) seen->push_back(node.active_unvisited);
    node.value = sample;
    return sample;
  }
};

TEST(Companions, widening_hides_children_from_operators_that_count_the_unvisited) {
  for (const bool widens : {false, true}) {
    SearchSettings settings = settings_for("ucb1");
    settings.budget.simulations = 3;
    if (widens) settings.companions = {companion("widening")};
    std::vector<std::uint32_t> seen;
    SearchOperators operators;
    operators.driver = make_backup_driver(CountUnvisited{&seen});
    const auto search = make_search<Connect4Small>(settings, std::move(operators), false);
    search->core().new_game(3);
    Playouts<Connect4Small> evaluator(settings.evaluator.params);
    (void)run_search(*search, evaluator, Connect4Small(Connect4Rules{}), std::nullopt, nullptr);
    EXPECT_EQ(seen.front(), widens ? 0U : 6U);
    EXPECT_EQ(std::ranges::count(seen, 0U) > 1, widens);
  }
}

TEST(Companions, widening_keeps_late_children_out) {
  SearchSettings settings = settings_for("ucb1");
  settings.budget.simulations = 20;
  settings.companions = {companion("widening", {{"form", std::string("coulom")}})};
  Fixture<Connect4Small> fixture(settings, 3);
  const Connect4Rules rules;
  (void)fixture.run(Connect4Small(rules));
  EXPECT_EQ(fixture.search->core().root_block().header().visited, 1);
  settings.companions = {companion("widening")};
  Fixture<Connect4Small> power(settings, 3);
  (void)power.run(Connect4Small(rules));
  EXPECT_EQ(power.search->core().root_block().header().visited, 5) << "ceil(sqrt(19))";
}

// Under a low constant the first child that wins is gone back to before the others are tried.
TEST(Companions, urgency_compares_unvisited_children) {
  SearchSettings settings = settings_with("average", 60);
  settings.selection = named(selections(), "ucb1", {{"c", 0.0}});
  settings.companions = {companion("fpu", {{"base", std::string("constant")}, {"value", -0.9}})};
  Fixture<Connect4Small> fixture(settings, 2);
  const Connect4Rules rules;
  (void)fixture.run(Connect4Small(rules));
  EXPECT_LT(fixture.search->core().root_block().header().visited, 7);
  settings.companions = {companion("fpu", {{"base", std::string("constant")}, {"value", 1.2}})};
  Fixture<Connect4Small> urgent(settings, 2);
  (void)urgent.run(Connect4Small(rules));
  EXPECT_EQ(urgent.search->core().root_block().header().visited, 7);
}

TEST(Companions, keep_their_numbers_with_a_kept_tree) {
  SearchSettings settings = settings_for("ucb1");
  settings.reuse_tree = true;
  settings.companions = {companion("amaf"), companion("widening")};
  Fixture<Connect4Small> fixture(settings, 3);
  const Connect4Rules rules;
  Connect4Small position(rules);
  const Action move = fixture.run(position).move;
  SearchCore& core = fixture.search->core();
  const Block before = core.root_block();
  const Action* found = std::find(before.actions(), before.actions() + before.count(), move);
  const auto index = static_cast<std::uint32_t>(found - before.actions());
  const auto numbers_of = [&](const Block& block) {
    std::vector<float> numbers;
    for (std::uint32_t i = 0; i < block.count(); ++i)
      numbers.push_back(
          reinterpret_cast<const AmafCell*>(block.real(core.tree().layout().first_kept_column()))[i].mean);
    return numbers;
  };
  const std::vector<float> below = numbers_of(core.tree().block(before.children()[index]));
  core.observe(move);
  EXPECT_EQ(numbers_of(core.root_block()), below);
}

}  // namespace
}  // namespace rootward
