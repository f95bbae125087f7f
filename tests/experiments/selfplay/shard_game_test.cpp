// Records: what goes in comes out, and what cannot be a game is refused.
#include "experiments/selfplay/shard_game.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "tests/experiments/selfplay/made_games.h"

namespace rootward::selfplay {
namespace {

constexpr ShardShape kSmallShape{.actions = 26, .points = 25};
constexpr ShardShape kLargeShape{.actions = 362, .points = 361};
constexpr ShardShape kPointless{.actions = 7, .points = 0};

TEST(ShardGame, is_the_same_after_writing_and_reading) {
  for (const ShardShape& shape : {kSmallShape, kLargeShape, kPointless}) {
    for (std::uint64_t number = 0; number < 50; ++number) {
      const ShardGame game = testing::made_game(number, shape);
      EXPECT_EQ(decode_game(encode_game(game, shape), shape), game);
    }
  }
}

TEST(ShardGame, can_be_read_with_one_policy_alone) {
  for (const ShardShape& shape : {kSmallShape, kLargeShape, kPointless}) {
    const ShardGame whole = testing::made_game(3, shape);
    for (std::size_t only = 0; only < whole.plies.size(); ++only) {
      ShardGame expected = whole;
      for (std::size_t ply = 0; ply < expected.plies.size(); ++ply)
        if (ply != only) expected.plies[ply].policy.clear();
      EXPECT_EQ(decode_game(encode_game(whole, shape), shape, only), expected);
    }
  }
}

TEST(ShardGame, has_the_documented_bytes) {
  ShardGame game;
  game.number = 0x0102;
  game.ending = Ending::move_limit;
  game.opening_plies = 1;
  game.score_halves = -3;
  game.owner = {Owner::first, Owner::second, Owner::nobody, Owner::second, Owner::first};
  game.plies = {{.action = 5, .kind = PlyKind::opening, .weight = 0, .root_value = 0, .policy = {}},
                {.action = 3, .kind = PlyKind::coast, .weight = 20, .root_value = -2, .policy = {{3, 65535}}}};
  const std::string expected(
      "\x02\x01\0\0\0\0\0\0"        // number
      "\x02\0\x01\x01\xFD\xFF"      // plies, ending, opening plies, score
      "\x89\x01"                    // owners
      "\x05\0\0\0\0\0\0"            // the opening's move
      "\x03\0\x02\x14\xFE\xFF\x01"  // action, kind, weight, root value, entries
      "\x03\xFF\xFF",
      8 + 6 + 2 + 7 + 7 + 3);
  EXPECT_EQ(encode_game(game, {.actions = 6, .points = 5}), expected);
}

TEST(ShardGame, that_cannot_be_stored_is_refused) {
  const auto changed = [](auto change) {
    ShardGame game = testing::made_game(7, kSmallShape);
    change(game);
    return game;
  };
  const std::vector<ShardGame> wrong = {
      changed([](ShardGame& game) { game.owner.pop_back(); }),
      changed([](ShardGame& game) { game.plies.back().action = 26; }),
      changed([](ShardGame& game) {
        game.plies.back().policy = {{1, 65534}};
      }),
      changed([](ShardGame& game) {
        game.plies.back().policy = {{26, 65535}};
      }),
      changed([](ShardGame& game) {
        game.plies.back().policy = {{2, 35}, {1, 65500}};
      }),
      changed([](ShardGame& game) { game.plies.back().weight = 201; }),
      changed([](ShardGame& game) { game.plies.back().root_value = -32768; }),
      changed([](ShardGame& game) { game.plies.back() = {.kind = PlyKind::opening, .policy = {}}; }),
  };
  for (const ShardGame& game : wrong) EXPECT_THROW(encode_game(game, kSmallShape), std::invalid_argument);
}

TEST(ShardGame, of_mutated_bytes_is_refused_or_another_game) {
  const std::string bytes = encode_game(testing::made_game(1, kSmallShape), kSmallShape);
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    std::string mutated = bytes;
    mutated[place] = static_cast<char>(mutated[place] ^ 0x81);
    try {
      EXPECT_EQ(encode_game(decode_game(mutated, kSmallShape), kSmallShape), mutated);
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("offset"), std::string::npos) << error.what();
    }
  }
}

TEST(PolicyShares, sum_to_65535_and_leave_out_what_is_below_one_in_1024) {
  const std::vector<std::pair<Action, double>> policy = {{4, 0.5}, {0, 0.3}, {7, 0.1991}, {9, 0.0009}};
  const std::vector<PolicyShare> shares = policy_shares(policy);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].action, 0);
  EXPECT_EQ(shares[1].action, 4);
  EXPECT_EQ(shares[2].action, 7);
  const auto add = [](int sum, const PolicyShare& share) { return sum + share.share; };
  EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), 0, add), kShareUnit);
  EXPECT_NEAR(shares[1].share / 65535.0, 0.5 / 0.9991, 1e-5);
}

/// A proof may end a search before any move was visited.
TEST(PolicyShares, are_all_of_the_chosen_move_where_none_was_visited) {
  const std::vector<std::pair<Action, double>> policy = {{4, 0.0}, {0, 0.0}};
  const std::vector<PolicyShare> shares = policy_shares(policy, 4);
  ASSERT_EQ(shares.size(), 1U);
  EXPECT_EQ(shares[0].action, 4);
  EXPECT_EQ(shares[0].share, kShareUnit);
}

TEST(PolicyShares, keep_255_moves_at_most) {
  std::vector<std::pair<Action, double>> policy;
  for (Action action = 0; action < 362; ++action) policy.emplace_back(action, 1.0);
  EXPECT_EQ(policy_shares(policy).size(), 255U);
}

}  // namespace
}  // namespace rootward::selfplay
