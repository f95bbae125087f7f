// What guides playouts: last good replies and MAST, by hand and in searches.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <type_traits>

#include "core/playout_policy.h"
#include "games/connect4.h"
#include "games/go/go.h"
#include "games/line_tactics.h"
#include "games/nogo.h"
#include "games/othello.h"
#include "games/tictactoe.h"
#include "search/companions.h"
#include "search/companions/mast.h"
#include "search/companions/replies.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::companion;
using testing::Fixture;
using testing::settings_with;
using testing::whole_tree;

constexpr auto kAnything = [](MoveKey) { return true; };

TEST(Replies, are_those_of_the_winner_and_forgotten_by_the_loser) {
  for (const bool forgets : {true, false}) {
    const Replies replies(companion("replies", {{"forget", forgets}}).params);
    ReplyTable table;
    table.resize(9, replies.depth());
    replies.count(table, Seat::first, 5, 3, 2, true);
    EXPECT_EQ(*table.to_one(Seat::first, 3), 5);
    EXPECT_EQ(*table.to_two(Seat::first, 3, 2), 5);
    EXPECT_EQ(*table.to_one(Seat::second, 3), kNoMoveKey);
    EXPECT_EQ(*table.to_two(Seat::first, 2, 3), kNoMoveKey);
    replies.count(table, Seat::first, 6, 3, 1, true);
    replies.count(table, Seat::first, 5, 3, 2, false);  // another reply to 3 stands there by now
    EXPECT_EQ(*table.to_one(Seat::first, 3), 6);
    EXPECT_EQ(*table.to_two(Seat::first, 3, 2), forgets ? kNoMoveKey : 5);
    replies.count(table, Seat::first, 4, kNoMoveKey, 2, true);
  }
}

TEST(Replies, of_two_moves_come_before_those_of_one) {
  PlayoutPolicy policy;
  policy.reply_by_table(true);
  policy.replies().resize(9, 2);
  *policy.replies().to_one(Seat::first, 3) = 5;
  *policy.replies().to_two(Seat::first, 3, 2) = 7;
  const auto proposal = [&](MoveKey last, MoveKey before, auto can_play) {
    policy.start(last, before);
    policy.begin();
    return policy.propose(Seat::first, {}, can_play);
  };
  EXPECT_EQ(proposal(3, 2, kAnything), 7);
  EXPECT_EQ(proposal(3, 2, [](MoveKey key) { return key != 7; }), 5);
  EXPECT_EQ(proposal(3, 1, kAnything), 5);
  EXPECT_EQ(proposal(2, 3, kAnything), kNoMoveKey);
  EXPECT_EQ(proposal(kNoMoveKey, 3, kAnything), kNoMoveKey);
}

TEST(Mast, draws_by_the_means_of_moves) {
  const Mast mast(companion("mast", {{"temperature", 0.5}}).params);
  MoveTable moves;
  moves.resize(3);
  moves.add(Seat::first, 0, 1);
  moves.add(Seat::first, 0, -1);
  moves.add(Seat::first, 1, -1);
  PlayoutPolicy policy;
  mast.set_up(policy);
  mast.fill(moves, 3, policy);
  policy.seed(1);
  std::map<MoveKey, int> drawn;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    std::array<MoveKey, 3> candidates{0, 1, 2};
    ++drawn[policy.propose(Seat::first, candidates, kAnything)];
  }
  // exp(-2), exp(-4) and, never seen, exp(0).
  const double sum = 1 + 0.135335 + 0.018316;
  EXPECT_NEAR(drawn[0] / double{kDraws}, 0.135335 / sum, 0.01);
  EXPECT_NEAR(drawn[1] / double{kDraws}, 0.018316 / sum, 0.004);
}

TEST(Mast, epsilon_plays_the_best_move_that_can_be_played) {
  const Mast mast(companion("mast", {{"policy", std::string("epsilon")}, {"epsilon", 0.0}}).params);
  MoveTable moves;
  moves.resize(3);
  for (const MoveKey key : {MoveKey{0}, MoveKey{1}, MoveKey{2}}) moves.add(Seat::second, key, 0.1 * key);
  PlayoutPolicy policy;
  mast.set_up(policy);
  mast.fill(moves, 3, policy);
  std::array<MoveKey, 3> candidates{0, 1, 2};
  EXPECT_EQ(policy.propose(Seat::second, candidates, kAnything), 2);
  EXPECT_EQ(policy.propose(Seat::second, candidates, [](MoveKey key) { return key == 0; }), 0);
  EXPECT_EQ(policy.propose(Seat::second, candidates, [](MoveKey) { return false; }), kNoMoveKey);
}

/// The first move of a playout, as a key.
MoveKey first_move(const TicTacToe& position, std::size_t tactical_moves, PlayoutPolicy* policy) {
  Rng rng(3);
  PlayoutTrace trace;
  (void)line_tactical_playout(position, tactical_moves, rng, &trace, policy);
  return trace.moves().front();
}

// X on a1 and b1 wins on c1; O has answered there before; MAST likes another cell.
TEST(Policies, come_after_tactics_and_replies_before_mast) {
  const TicTacToe position = testing::after({"a1", "a3", "b1", "b3"});
  const std::vector<MoveKey> keys = position.move_keys();
  const auto key = [&](const char* cell) { return keys[*position.parse_action(cell)]; };
  const Mast mast(companion("mast", {{"policy", std::string("epsilon")}, {"epsilon", 0.0}}).params);
  MoveTable moves;
  moves.resize(keys.size());
  for (const MoveKey each : keys) moves.add(Seat::first, each, each == key("c2") ? 0.5 : -0.5);
  PlayoutPolicy policy;
  mast.set_up(policy);
  mast.fill(moves, keys.size(), policy);
  policy.replies().resize(keys.size(), 1);
  *policy.replies().to_one(Seat::first, key("b3")) = key("a2");
  policy.start(key("b3"), kNoMoveKey);
  EXPECT_EQ(first_move(position, 0, &policy), key("c2")) << "mast alone";
  policy.reply_by_table(true);
  EXPECT_EQ(first_move(position, 0, &policy), key("a2")) << "a reply comes before it";
  EXPECT_EQ(first_move(position, 9, &policy), key("c1")) << "and a win at once before that";
}

// Black owns an eye at a1, and has answered c5 there once; then at e1, where he may play.
TEST(Replies, fill_no_eye_of_ones_own) {
  GoRules rules;
  rules.size = 5;
  Go<SmallBoard> position(rules);
  for (const char* move : {"a2", "pass", "b1", "pass", "b2", "c5"}) position.play(*position.parse_action(move));
  const std::vector<MoveKey> keys = position.move_keys();
  const auto key = [&](const char* point) { return keys[*position.parse_action(point)]; };
  const auto starts_with = [&](MoveKey reply) {
    PlayoutPolicy policy;
    policy.reply_by_table(true);
    policy.replies().resize(25, 1);
    *policy.replies().to_one(Seat::first, key("c5")) = reply;
    policy.start(key("c5"), kNoMoveKey);
    int played = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng rng(seed);
      PlayoutTrace trace;
      (void)position.tactical_playout({.atari = false, .patterns = false}, rng, &trace, &policy);
      played += trace.moves().front() == reply ? 1 : 0;
    }
    return played;
  };
  EXPECT_EQ(starts_with(key("e1")), 20);
  EXPECT_EQ(starts_with(key("a1")), 0);
}

// Of three playouts the last one's moves are told, and its own result beside the mean.
TEST(Policies, are_told_who_won_the_playout_whose_moves_are_told) {
  for (const char* name : {"playouts", "tactical_playouts"}) {
    const auto evaluator = make_evaluator<TicTacToe>(testing::named(evaluators(), name, {{"count", std::int64_t{3}}}),
                                                     testing::kTicTacToe, "");
    int differing = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      TicTacToe position = testing::after({});
      Rng rng(seed);
      PlayoutTrace trace;
      const EvaluationRequest<TicTacToe> request{.position = &position, .rng = &rng, .trace = &trace};
      Evaluation evaluation;
      evaluator->evaluate({&request, 1}, {&evaluation, 1});
      for (const MoveKey key : trace.moves()) position.play(key);
      ASSERT_TRUE(position.is_over());
      EXPECT_EQ(trace.result(), position.result()) << name << " " << seed;
      differing += evaluation.value != position.result() ? 1 : 0;
    }
    EXPECT_GT(differing, 10) << name;
  }
}

// Playouts of every kind tell cells alone: a pass is the 65th action, beyond the tables of what has a key.
TEST(Policies, a_pass_of_othello_has_no_key) {
  const OthelloRules rules{.size = 4};
  const Othello start(rules);
  EXPECT_EQ(start.move_keys()[kOthelloPass], kNoMoveKey);
  for (const char* guide : {"history", "replies", "mast"}) {
    SearchSettings settings;
    settings.companions = {companion(guide)};
    Companions companions(settings);
    companions.place(kFirstExtraColumn, false, false);
    companions.new_game(1);
    companions.begin(start.move_keys(), false);
    const Tree tree(TreeLayout{});
    for (const int look_ahead : {0, 2}) {
      int passes = 0;
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Othello leaf = start;
        Rng rng(seed);
        PlayoutTrace trace;
        EvaluationRequest<Othello> request{.position = &leaf, .rng = &rng, .trace = &trace};
        request.policy = companions.policy(tree, {});
        request.look_ahead = look_ahead;
        (void)random_playout(request);
        for (const MoveKey key : trace.moves()) {
          EXPECT_TRUE(key < kOthelloPass || key == kNoMoveKey) << key;
          passes += key == kNoMoveKey ? 1 : 0;
        }
      }
      EXPECT_GT(passes, 0) << guide << " " << look_ahead;
    }
  }
}

template <GameState P>
std::vector<double> tree_with(const typename P::Rules& rules, const std::vector<NamedParams>& companions) {
  SearchSettings settings = settings_with("average", 200);
  settings.companions = companions;
  Fixture<P> fixture(settings, 3);
  (void)fixture.run(P(rules));
  return whole_tree(fixture.search->core());
}

template <GameState P>
void expect_guided(const typename P::Rules& rules) {
  const std::vector<double> plain = tree_with<P>(rules, {});
  // Nothing but uniform moves. The large board's plain playouts draw in another order.
  const NamedParams weightless = companion("mast", {{"policy", std::string("epsilon")}, {"epsilon", 1.0}});
  if constexpr (!std::is_same_v<P, Go<LargeBoard>>) {
    EXPECT_EQ(tree_with<P>(rules, {weightless}), plain);
  }
  for (const NamedParams& one : {companion("mast"), companion("mast", {{"policy", std::string("epsilon")}}),
                                 companion("replies"), companion("replies", {{"depth", std::int64_t{1}}})}) {
    const std::vector<double> guided = tree_with<P>(rules, {one});
    EXPECT_NE(guided, plain) << one.name;
    EXPECT_EQ(tree_with<P>(rules, {one}), guided) << one.name;
  }
}

TEST(Policies, guide_playouts_of_every_game_and_leave_them_without_weight) {
  expect_guided<Connect4Small>({});
  expect_guided<Connect4Large>({.width = 12});
  expect_guided<TicTacToe>({});
  const NoGoSmall::Rules nogo(5);
  expect_guided<NoGoSmall>(nogo);
  GoRules go;
  go.size = 5;
  expect_guided<Go<SmallBoard>>(go);
  expect_guided<Go<LargeBoard>>(go);
}

}  // namespace
}  // namespace rootward
