// A Go position against the slow twin along random games: rules, score, hashes, text, rewinding, playouts.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/games/go/boards.h"
#include "tests/games/go/playout_match.h"
#include "tests/games/go/twin.h"

namespace rootward::test {

/// Two texts never share a hash, and one text has one hash.
class HashLedger {
 public:
  void note(std::uint64_t hash, const std::string& text) {
    EXPECT_EQ(text_of_.emplace(hash, text).first->second, text) << "two states with one hash";
    EXPECT_EQ(hash_of_.emplace(text, hash).first->second, hash) << "one state with two hashes";
  }

 private:
  std::map<std::uint64_t, std::string> text_of_;
  std::map<std::string, std::uint64_t> hash_of_;
};

template <class Board>
std::vector<int> legal_actions(const Go<Board>& position) {
  ActionList list;
  position.legal_actions(list);
  return {list.begin(), list.end()};
}

template <class Board>
void expect_same(const Go<Board>& position, const TwinGo& twin) {
  ASSERT_EQ(position.is_over(), twin.is_over());
  ASSERT_EQ(position.to_move(), twin.to_move());
  ASSERT_EQ(position.ko_point(), twin.ko());
  ASSERT_EQ(legal_actions(position), twin.is_over() ? std::vector<int>{} : twin.legal_actions());
  for (int point = 0; point < twin.pass(); ++point) {
    const char stone = ".XO"[static_cast<int>(position.board().at(point))];
    ASSERT_EQ(stone, twin.grid()[static_cast<std::size_t>(point)]);
    ASSERT_EQ(position.board().liberties(point), twin.liberties(point));
    ASSERT_EQ(position.is_legal(static_cast<Action>(point)), twin.is_legal(point));
    for (Seat seat : {Seat::first, Seat::second})
      ASSERT_EQ(position.board().is_own_eye(point, seat), twin.is_own_eye(point, seat));
  }
  ASSERT_EQ(position.area_difference(), twin.area_difference());
}

/// Plays some moves ahead, nested marks included, and comes back to the very same state.
template <class Board>
void expect_rewinds(Go<Board>& position, Rng& rng) {
  const std::string text = position.to_text();
  const std::uint64_t hash = position.hash();
  const std::vector<int> legal = legal_actions(position);
  const auto mark = position.mark();
  for (int round = 0; round < 3; ++round) {
    const auto inner = position.mark();
    for (int ply = 0; ply < 12 && !position.is_over(); ++ply) {
      const std::vector<int> actions = legal_actions(position);
      position.play(static_cast<Action>(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]));
    }
    if (round == 1) position.rewind(inner);
  }
  position.rewind(mark);
  ASSERT_EQ(position.to_text(), text);
  ASSERT_EQ(position.hash(), hash);
  ASSERT_EQ(legal_actions(position), legal);
}

template <class Board>
void play_one_game(const GoRules& rules, std::uint64_t seed, HashLedger& ledger) {
  Rng rng(seed);
  Go<Board> position(rules);
  TwinGo twin(rules);
  while (true) {
    ASSERT_NO_FATAL_FAILURE(expect_same(position, twin)) << position.drawing();
    const std::string text = position.to_text();
    ledger.note(position.hash(), text);
    const Go<Board> read = Go<Board>::from_text(rules, text);
    ASSERT_EQ(read.to_text(), text);
    ASSERT_EQ(read.hash(), position.hash());
    ASSERT_EQ(legal_actions(read), legal_actions(position));
    if (twin.ply() % 16 == 0 || twin.is_over())
      expect_same_playouts(position, twin, seed + static_cast<unsigned>(twin.ply()));
    if (twin.is_over()) break;
    if (twin.ply() % 8 == 0) {
      ASSERT_NO_FATAL_FAILURE(expect_rewinds(position, rng));
    }
    std::vector<int> actions = twin.legal_actions();
    if (actions.size() > 1 && rng.below(8) != 0) actions.pop_back();  // passes are rarer than other moves
    const int action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position.play(static_cast<Action>(action));
    twin.play(action);
  }
  EXPECT_EQ(position.ending(), twin.passes() == 2 ? Ending::rules : Ending::move_limit);
}

struct TwinCase {
  int size;
  int games;
};

/// Under both ko rules, with and without suicide.
template <class Board>
void play_games(const TwinCase& shape) {
  for (KoRule ko : {KoRule::positional, KoRule::simple}) {
    for (bool suicide : {false, true}) {
      GoRules rules = go_rules(shape.size, ko, suicide, ko == KoRule::simple ? 0.0 : 0.5);
      rules.move_limit = shape.size < 5 ? 60 : 3 * shape.size * shape.size;
      HashLedger ledger;
      for (int game = 0; game < shape.games; ++game) {
        const std::uint64_t seed = derive_seed(static_cast<unsigned>(game), "twin");
        ASSERT_NO_FATAL_FAILURE(play_one_game<Board>(rules, seed, ledger))
            << "size " << shape.size << " ko " << static_cast<int>(ko) << " suicide " << suicide << " game " << game;
      }
    }
  }
}

}  // namespace rootward::test
