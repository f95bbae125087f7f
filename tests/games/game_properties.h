// Properties that every game has, checked along random games: text reads back, marks rewind, hashes tell states apart.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/game_state.h"
#include "core/rng.h"

namespace rootward::testing {

template <GameState P>
class PropertyChecker {
 public:
  PropertyChecker(const typename P::Rules& rules, std::uint64_t seed) : rules_(rules), rng_(seed) {}

  void play_game(int max_plies) {
    P position(rules_);
    check_state(position);
    for (int ply = 0; ply < max_plies && !position.is_over() && !::testing::Test::HasFailure(); ++ply) {
      check_rewind(position);
      check_copy(position);
      position.play(random_action(position));
      check_state(position);
    }
  }

 private:
  /// Beyond every game's action count, so that numbers off the board are asked for too.
  static constexpr int kActionNumbers = 600;

  Action random_action(const P& position) {
    ActionList actions;
    position.legal_actions(actions);
    return actions[rng_.below(static_cast<std::uint32_t>(actions.size()))];
  }

  void check_state(const P& position) {
    SCOPED_TRACE(position.to_text());
    check_text(position);
    check_hash(position);
    check_legality(position);
    check_playout(position);
    EXPECT_FALSE(position.drawing().empty());
    if (!position.is_over()) return;
    EXPECT_GE(position.result(), -1.0);
    EXPECT_LE(position.result(), 1.0);
  }

  void check_text(const P& position) {
    const std::string text = position.to_text();
    const P read = P::from_text(rules_, text);
    EXPECT_EQ(read.to_text(), text);
    EXPECT_EQ(read.hash(), position.hash());
    EXPECT_EQ(read.canonical_hash(), position.canonical_hash());
    EXPECT_EQ(read.is_over(), position.is_over());
    ActionList here, there;
    position.legal_actions(here);
    read.legal_actions(there);
    EXPECT_TRUE(std::equal(here.begin(), here.end(), there.begin(), there.end()));
    if (!position.is_over() || !read.is_over()) return;
    EXPECT_EQ(read.result(), position.result());
    EXPECT_EQ(read.ending(), position.ending());
  }

  /// Over all states visited so far: the same hash means the same text and the other way round.
  void check_hash(const P& position) {
    const std::string text = position.to_text();
    const auto by_hash = texts_.emplace(position.hash(), text);
    EXPECT_EQ(by_hash.first->second, text) << "two states, one hash";
    const auto by_text = hashes_.emplace(text, std::pair{position.hash(), position.canonical_hash()});
    EXPECT_EQ(by_text.first->second.first, position.hash()) << "one state, two hashes";
    EXPECT_EQ(by_text.first->second.second, position.canonical_hash()) << "one state, two canonical hashes";
  }

  void check_legality(const P& position) {
    ActionList listed;
    position.legal_actions(listed);
    EXPECT_EQ(listed.empty(), position.is_over());
    EXPECT_FALSE(position.is_legal(kNoAction));
    for (int number = 0; number < kActionNumbers; ++number) {
      const auto action = static_cast<Action>(number);
      const auto times = std::count(listed.begin(), listed.end(), action);
      EXPECT_LE(times, 1) << "action " << action << " is listed twice";
      EXPECT_EQ(position.is_legal(action), times == 1) << "action " << action;
    }
    for (Action action : listed) check_action_text(position, action);
  }

  static void check_action_text(const P& position, Action action) {
    std::string text = position.action_text(action);
    EXPECT_EQ(position.parse_action(text), action) << text;
    EXPECT_FALSE(position.parse_action(text + "?").has_value()) << text;
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    EXPECT_EQ(position.parse_action(text), action) << text;
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    EXPECT_EQ(position.parse_action(text), action) << text;
  }

  void check_playout(const P& position) {
    const std::string before = position.to_text();
    const std::uint64_t hash = position.hash();
    const std::uint64_t seed = rng_.next();
    Rng stream(seed), again(seed);
    const PlayoutResult playout = position.random_playout(stream);
    EXPECT_EQ(position.to_text(), before);
    EXPECT_EQ(position.hash(), hash);
    EXPECT_EQ(playout.plies == 0, position.is_over());
    EXPECT_GE(playout.value, -1.0);
    EXPECT_LE(playout.value, 1.0);
    if (position.is_over()) {
      EXPECT_EQ(playout.value, position.result());
    }
    const PlayoutResult repeated = position.random_playout(again);
    EXPECT_EQ(repeated.value, playout.value);
    EXPECT_EQ(repeated.plies, playout.plies);
    EXPECT_EQ(stream.next(), again.next());
  }

  /// Marks nest: two deep, some plies each.
  void check_rewind(P& position) {
    const std::string start = position.to_text();
    const std::uint64_t start_hash = position.hash();
    const typename P::Mark outer = position.mark();
    play_some(position);
    const std::string middle = position.to_text();
    const std::uint64_t middle_hash = position.hash();
    const typename P::Mark inner = position.mark();
    play_some(position);
    position.rewind(inner);
    EXPECT_EQ(position.to_text(), middle);
    EXPECT_EQ(position.hash(), middle_hash);
    position.rewind(outer);
    EXPECT_EQ(position.to_text(), start);
    EXPECT_EQ(position.hash(), start_hash);
  }

  void play_some(P& position) {
    for (int ply = 0; ply < 3 && !position.is_over(); ++ply) position.play(random_action(position));
  }

  void check_copy(P& position) {
    const std::string before = position.to_text();
    P copy = position;
    play_some(copy);
    EXPECT_EQ(position.to_text(), before);
    const std::string played = copy.to_text();
    const typename P::Mark mark = position.mark();
    play_some(position);
    EXPECT_EQ(copy.to_text(), played);
    position.rewind(mark);
  }

  typename P::Rules rules_;
  Rng rng_;
  std::map<std::uint64_t, std::string> texts_;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> hashes_;
};

/// Plays `games` random games to their end, or to `max_plies`, and checks every position on the way.
template <GameState P>
void check_game_properties(const typename P::Rules& rules, std::uint64_t seed, int games,
                           int max_plies = std::numeric_limits<int>::max()) {
  PropertyChecker<P> checker(rules, seed);
  for (int game = 0; game < games && !::testing::Test::HasFailure(); ++game) checker.play_game(max_plies);
}

/// The playout rule of games whose policy is "any legal move": one rng.below(number of legal actions) a move, over
/// legal_actions() in its order. Exactly uniform because below() is.
template <GameState P>
void check_playout_draws(const P& position, std::uint64_t seed) {
  Rng stream(seed), by_hand(seed);
  const PlayoutResult playout = position.random_playout(stream);
  P game = position;
  std::uint32_t plies = 0;
  for (ActionList actions; !game.is_over(); ++plies) {
    game.legal_actions(actions);
    game.play(actions[by_hand.below(static_cast<std::uint32_t>(actions.size()))]);
  }
  EXPECT_EQ(playout.value, game.result());
  EXPECT_EQ(playout.plies, plies);
  EXPECT_EQ(stream.next(), by_hand.next()) << "the playout drew more or fewer numbers";
}

}  // namespace rootward::testing
