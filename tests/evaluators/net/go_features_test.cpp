// What networks see of Go: worked planes, symmetries, and an encoder that was used against a fresh one.
#include "evaluators/net/go_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluators/net/go_encoder.h"

namespace rootward::testing {
namespace {

using net::Planes;

struct Inputs {
  std::vector<float> planes;
  std::vector<float> globals;
  friend bool operator==(const Inputs&, const Inputs&) = default;
};

template <class Board>
Inputs inputs_of(net::Encoder<Go<Board>>& encoder, const Planes& planes, const Go<Board>& position, int symmetry) {
  Inputs inputs;
  inputs.planes.resize(static_cast<std::size_t>(position.board().points() * net::plane_count(planes)));
  inputs.globals.resize(static_cast<std::size_t>(net::global_count(planes)));
  encoder.encode(position, symmetry, inputs.planes, inputs.globals);
  return inputs;
}

template <class Board>
std::unique_ptr<net::Encoder<Go<Board>>> encoder_for(const Planes& planes, const GoRules& rules) {
  return net::make_go_encoder<Board>(planes, rules);
}

Planes katago() { return *net::parse_planes("katago v7"); }

template <class Board>
void play(Go<Board>& position, const std::string& moves) {
  for (std::size_t begin = 0; begin < moves.size();) {
    const std::size_t end = std::min(moves.find(' ', begin), moves.size());
    const std::optional<Action> action = position.parse_action(moves.substr(begin, end - begin));
    ASSERT_TRUE(action && position.is_legal(*action)) << moves.substr(begin);
    position.play(*action);
    begin = end + 1;
  }
}

/// Points of a plane, "A1 C2", as the board's own rows count them.
std::string points_of(const Inputs& inputs, const Planes& kind, int plane, const Go<SmallBoard>& position,
                      const net::Encoder<Go<SmallBoard>>& encoder) {
  std::string text;
  for (Action point = 0; point < position.pass_action(); ++point) {
    const std::size_t index = encoder.policy_index(point, 0);
    if (inputs.planes[index * static_cast<std::size_t>(net::plane_count(kind)) + static_cast<std::size_t>(plane)] == 0)
      continue;
    text += (text.empty() ? "" : " ") + position.action_text(point);
  }
  return text;
}

TEST(KomiWave, WorkedNumbers) {
  EXPECT_FLOAT_EQ(net::komi_wave(7.5, 81), 0.5F);
  EXPECT_FLOAT_EQ(net::komi_wave(-7.5, 81), -0.5F);
  EXPECT_FLOAT_EQ(net::komi_wave(7, 81), 0.0F);
  EXPECT_FLOAT_EQ(net::komi_wave(6.5, 81), -0.5F);
  EXPECT_FLOAT_EQ(net::komi_wave(8, 81), 0.0F);
  EXPECT_FLOAT_EQ(net::komi_wave(0.5, 64), 0.5F);
  EXPECT_FLOAT_EQ(net::komi_wave(-0.5, 64), -0.5F);
}

TEST(KatagoPlanes, StonesLibertiesKoMovesAndRules) {
  const GoRules rules{.size = 5, .komi = 6.5};
  Go<SmallBoard> position(rules);
  play(position, "B3 C3 A2 D2 B1 C1 C2 pass pass");
  EXPECT_TRUE(position.is_over());
  Go<SmallBoard> ko(rules);
  play(ko, "B3 C3 A2 D2 B1 C1 C2 B2");  // White takes C2
  const auto encoder = encoder_for<SmallBoard>(katago(), rules);
  const Inputs inputs = inputs_of(*encoder, katago(), ko, 0);
  const auto points = [&](int plane) { return points_of(inputs, katago(), plane, ko, *encoder); };
  EXPECT_EQ(points(1), "B1 A2 B3");
  EXPECT_EQ(points(2), "C1 B2 D2 C3");
  EXPECT_EQ(points(3), "B1 B2");
  EXPECT_EQ(points(6), "C2");
  EXPECT_EQ(points(9), "B2");
  EXPECT_EQ(points(10), "C2");
  EXPECT_EQ(points(13), "D2");
  EXPECT_EQ(points(7) + points(8) + points(20) + points(21), "");
  EXPECT_FLOAT_EQ(inputs.globals[5], -6.5F / 20);
  EXPECT_EQ(inputs.globals[6], 1.0F);
  EXPECT_EQ(inputs.globals[7], 0.5F);
  EXPECT_EQ(inputs.globals[8], 0.0F);
  EXPECT_EQ(inputs.globals[14], 0.0F);
  EXPECT_FLOAT_EQ(inputs.globals[18], net::komi_wave(-6.5, 25));
}

TEST(KatagoPlanes, SuperkoBansAfterThePassThatLiftsTheKo) {
  const GoRules rules{.size = 5};
  Go<SmallBoard> position(rules);
  play(position, "B3 C3 A2 D2 B1 C1 C2 B2 pass pass");
  Go<SmallBoard> one(rules);
  play(one, "B3 C3 A2 D2 B1 C1 C2 B2 E5 E4");  // the ko point is free again, superko still forbids it
  const auto encoder = encoder_for<SmallBoard>(katago(), rules);
  Go<SmallBoard> passed(rules);
  play(passed, "B3 C3 A2 D2 B1 C1 C2 B2 pass");
  const Inputs inputs = inputs_of(*encoder, katago(), passed, 0);
  EXPECT_EQ(inputs.globals[0], 1.0F);
  EXPECT_EQ(inputs.globals[1], 0.0F);
  EXPECT_EQ(inputs.globals[14], 1.0F) << "a pass now would end the game";
}

TEST(HistoryPlanes, OwnAndEnemyStonesNowAndBefore) {
  const Planes planes = *net::parse_planes("history 3, black_to_move, white_to_move, ones");
  const GoRules rules{.size = 5};
  Go<SmallBoard> position(rules);
  play(position, "A1 B2 C3");
  const auto encoder = encoder_for<SmallBoard>(planes, rules);
  const Inputs inputs = inputs_of(*encoder, planes, position, 0);
  const auto points = [&](int plane) { return points_of(inputs, planes, plane, position, *encoder); };
  EXPECT_EQ(points(0), "B2");
  EXPECT_EQ(points(1), "A1 C3");
  EXPECT_EQ(points(2), "B2");
  EXPECT_EQ(points(3), "A1");
  EXPECT_EQ(points(4), "");
  EXPECT_EQ(points(5), "A1");
  EXPECT_EQ(points(6), "") << "White is to move";
  EXPECT_EQ(points(7).size(), 25 * 3 - 1U);
  EXPECT_EQ(points(8).size(), 25 * 3 - 1U);
}

TEST(HistoryPlanes, BeforeTheGameTheBoardWasEmpty) {
  const Planes planes = *net::parse_planes("history 8");
  const GoRules rules{.size = 5};
  Go<SmallBoard> position(rules);
  play(position, "A1");
  const auto encoder = encoder_for<SmallBoard>(planes, rules);
  const Inputs inputs = inputs_of(*encoder, planes, position, 0);
  EXPECT_EQ(std::ranges::count(inputs.planes, 1.0F), 1);
}

TEST(HistoryPlanes, ReachSixteenPositionsBack) {
  const Planes planes = *net::parse_planes("history 16");
  const GoRules rules{.size = 5};
  Go<SmallBoard> position(rules);
  for (const char* move :
       {"A1", "B1", "C1", "D1", "E1", "A3", "B3", "C3", "D3", "E3", "A5", "B5", "C5", "D5", "E5", "B2"})
    play(position, move);
  const auto encoder = encoder_for<SmallBoard>(planes, rules);
  const Inputs inputs = inputs_of(*encoder, planes, position, 0);
  // 16 moves were played: the oldest position shown has one stone, the present one all sixteen.
  int stones = 0;
  for (int ago = 0; ago < 16; ++ago) stones += 16 - ago;
  EXPECT_EQ(std::ranges::count(inputs.planes, 1.0F), stones);
}

/// A walk with steps back, as a search makes it: what the used encoder says is what a fresh one says, and every
/// symmetry is the identity with its points renamed.
template <class Board>
void expect_used_encoders_agree(const Planes& planes, int size, std::uint64_t seed) {
  const GoRules rules{.size = size, .suicide = true};
  const auto used = encoder_for<Board>(planes, rules);
  Rng rng(seed);
  Go<Board> position(rules);
  const auto count = static_cast<std::size_t>(net::plane_count(planes));
  for (int walk = 0; walk < 12; ++walk) {
    const auto mark = position.mark();
    for (int step = 0; step < 12 && !position.is_over(); ++step) {
      ActionList actions;
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    const Inputs seen = inputs_of(*used, planes, position, 0);
    ASSERT_EQ(seen, inputs_of(*encoder_for<Board>(planes, rules), planes, position, 0)) << position.drawing();
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      const Inputs turned = inputs_of(*used, planes, position, symmetry);
      ASSERT_EQ(turned.globals, seen.globals);
      for (Action point = 0; point < position.pass_action(); ++point)
        for (std::size_t plane = 0; plane < count; ++plane)
          ASSERT_EQ(turned.planes[used->policy_index(point, symmetry) * count + plane],
                    seen.planes[used->policy_index(point, 0) * count + plane]);
      ASSERT_EQ(used->policy_index(position.pass_action(), symmetry), static_cast<std::size_t>(size * size));
    }
    if (walk % 3 != 0) position.rewind(mark);
    if (position.is_over()) position = Go<Board>(rules);
  }
}

TEST(Encoder, UsedOnesAndSymmetriesAgree) {
  expect_used_encoders_agree<SmallBoard>(katago(), 5, 1);
  expect_used_encoders_agree<SmallBoard>(katago(), 9, 2);
  expect_used_encoders_agree<LargeBoard>(katago(), 13, 3);
  expect_used_encoders_agree<SmallBoard>(*net::parse_planes("history 5, ones"), 7, 4);
  expect_used_encoders_agree<LargeBoard>(*net::parse_planes("history 9"), 12, 5);
  expect_used_encoders_agree<SmallBoard>(*net::parse_planes("history 16"), 6, 6);
}

/// Positions have one key exactly where they are seen alike under a symmetry.
TEST(Encoder, KeysNameTheInputs) {
  const GoRules rules{.size = 3};
  for (const char* text : {"history 1", "history 3", "history 2, black_to_move"}) {
    const Planes planes = *net::parse_planes(text);
    const auto encoder = encoder_for<SmallBoard>(planes, rules);
    std::map<std::array<std::uint64_t, 2>, Inputs> inputs_by_key;
    std::array<std::map<std::vector<float>, net::InputKey>, 8> keys_by_inputs;
    int met_again = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Go<SmallBoard> position(rules);
      Rng rng(seed);
      for (int ply = 0; ply < 12 && !position.is_over(); ++ply) {
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
          const std::optional<net::InputKey> key = encoder->key(position, symmetry);
          ASSERT_TRUE(key.has_value());
          const Inputs inputs = inputs_of(*encoder, planes, position, symmetry);
          EXPECT_EQ(inputs_by_key.emplace(key->words, inputs).first->second, inputs) << text << position.drawing();
          const auto [known, is_new] = keys_by_inputs[static_cast<std::size_t>(symmetry)].emplace(inputs.planes, *key);
          EXPECT_EQ(known->second, *key) << text << position.drawing();
          met_again += is_new ? 0 : 1;
        }
        ActionList actions;
        position.legal_actions(actions);
        position.play(actions[rng.below(std::max(1U, static_cast<std::uint32_t>(actions.size() - 1)))]);
      }
    }
    EXPECT_GT(met_again, 500) << text;
  }
  EXPECT_FALSE(encoder_for<SmallBoard>(katago(), rules)->key(Go<SmallBoard>(rules), 0).has_value());
}

TEST(Encoder, BothBoardsShowTheSame) {
  const GoRules rules{.size = 9};
  const auto small = encoder_for<SmallBoard>(katago(), rules);
  const auto large = encoder_for<LargeBoard>(katago(), rules);
  Go<SmallBoard> a(rules);
  Go<LargeBoard> b(rules);
  Rng rng(4);
  for (int ply = 0; ply < 150 && !a.is_over(); ++ply) {
    ActionList actions;
    a.legal_actions(actions);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    a.play(action);
    b.play(action);
    ASSERT_EQ(inputs_of(*small, katago(), a, 0), inputs_of(*large, katago(), b, 0)) << a.drawing();
  }
}

TEST(Encoder, APositionReadFromTextIsSeenWithItsStonesAndNoPast) {
  const GoRules rules{.size = 5};
  Go<SmallBoard> played(rules);
  play(played, "A1 B2 C3 D4");
  Go<SmallBoard> read = Go<SmallBoard>::from_text(rules, played.to_text());
  const auto encoder = encoder_for<SmallBoard>(katago(), rules);
  const Inputs inputs = inputs_of(*encoder, katago(), read, 0);
  const auto points = [&](int plane) { return points_of(inputs, katago(), plane, read, *encoder); };
  EXPECT_EQ(points(1), "A1 C3");
  EXPECT_EQ(points(9), "") << "no past";
  play(read, "E5");
  const Inputs later = inputs_of(*encoder, katago(), read, 0);
  EXPECT_EQ(points_of(later, katago(), 9, read, *encoder), "E5");
  EXPECT_EQ(points_of(later, katago(), 2, read, *encoder), "A1 C3 E5");
}

}  // namespace
}  // namespace rootward::testing
