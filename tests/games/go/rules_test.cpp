// Parameters, captures, ko, superko, suicide, eyes, scoring and endings of Go on positions small enough to read.
#include "games/go/rules.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/games/go/boards.h"

namespace rootward::test {
namespace {

GoRules resolved(const GivenParams& given) { return make_go_rules(resolve_params(go_description().parameters, given)); }

TEST(GoRulesParams, DefaultsAreWrittenOut) {
  const GoRules rules = resolved({});
  EXPECT_EQ(rules, (GoRules{.size = 9, .komi = 7.5, .suicide = false, .ko = KoRule::positional, .move_limit = 243}));
  EXPECT_EQ(resolved({{"size", std::int64_t{19}}}).move_limit, 1083);
  EXPECT_EQ(resolved({{"move_limit", std::int64_t{50}}}).move_limit, 50);
  EXPECT_EQ(resolved({{"ko", std::string("simple")}}).ko, KoRule::simple);
  EXPECT_EQ(resolved({{"komi", -0.5}}).komi, -0.5);
}

TEST(GoRulesParams, RefusesWhatIsOutside) {
  EXPECT_THROW(resolved({{"size", std::int64_t{1}}}), ParamError);
  EXPECT_THROW(resolved({{"size", std::int64_t{20}}}), ParamError);
  EXPECT_THROW(resolved({{"komi", 7.25}}), ParamError);
  EXPECT_THROW(resolved({{"komi", 361.5}}), ParamError);
  EXPECT_THROW(resolved({{"ko", std::string("situational")}}), ParamError);
  EXPECT_THROW(resolved({{"move_limit", std::int64_t{0}}}), ParamError);
}

template <class Board>
class GoPosition : public ::testing::Test {
 protected:
  static Go<Board> read(const GoRules& rules, const std::string& rows, const std::string& to_move = "black",
                        const std::string& ko = "none") {
    return Go<Board>::from_text(rules, state_text(rules, rows, to_move, ko));
  }
  static bool is_legal(const Go<Board>& position, const std::string& move) {
    return position.is_legal(position.parse_action(move).value());
  }
};
TYPED_TEST_SUITE(GoPosition, BothBoards);

TYPED_TEST(GoPosition, TakesSeveralChainsAtOnce) {
  const GoRules rules = go_rules(5, KoRule::simple);
  auto position = this->read(rules, "..O../.OXO./OX.XO/.OXO./..O..", "white");
  play_text(position, "C3");
  EXPECT_NE(position.to_text().find("..O..\n.O.O.\nO.O.O\n.O.O.\n..O.."), std::string::npos) << position.to_text();
  EXPECT_EQ(position.ko_point(), kNoPoint) << "four stones were taken";
}

TYPED_TEST(GoPosition, SimpleKoForbidsTheImmediateRetake) {
  const GoRules rules = go_rules(5, KoRule::simple);
  auto position = this->read(rules, "...../.XO../XO.O./.XO../.....");
  play_text(position, "C3");
  EXPECT_EQ(position.action_text(static_cast<Action>(position.ko_point())), "B3");
  EXPECT_FALSE(this->is_legal(position, "B3"));
  play_text(position, "E5");
  play_text(position, "E1");
  EXPECT_EQ(position.ko_point(), kNoPoint);
  EXPECT_TRUE(this->is_legal(position, "B3")) << "after an exchange elsewhere";
}

/// White throws in a second stone, Black takes the two, White takes one back: the first board again, though with the
/// other side to move. That is no simple ko, but positional superko forbids it.
TYPED_TEST(GoPosition, SuperkoForbidsSendingTwoReturningOne) {
  for (KoRule ko : {KoRule::positional, KoRule::simple}) {
    const GoRules rules = go_rules(5, ko);
    auto position = this->read(rules, "...../...../.X.../XXOO./.O.O.", "white");
    play_text(position, "A1");
    play_text(position, "C1");
    EXPECT_EQ(position.ko_point(), kNoPoint);
    EXPECT_EQ(this->is_legal(position, "B1"), ko == KoRule::simple);
    EXPECT_TRUE(this->is_legal(position, "A1")) << "another board";
  }
}

TYPED_TEST(GoPosition, SingleSuicideIsNeverAllowed) {
  for (bool suicide : {false, true}) {
    for (KoRule ko : {KoRule::positional, KoRule::simple}) {
      const GoRules rules = go_rules(3, ko, suicide);
      const auto position = this->read(rules, ".X./X../...", "white");
      EXPECT_FALSE(this->is_legal(position, "A3"));
    }
  }
}

TYPED_TEST(GoPosition, SuicideOfSeveralStonesIsAnOption) {
  const std::string rows = ".OX/XX./...";
  const GoRules usual = go_rules(3);
  EXPECT_FALSE(this->is_legal(this->read(usual, rows, "white"), "A3"));
  const GoRules rules = go_rules(3, KoRule::positional, true);
  auto position = this->read(rules, rows, "white");
  play_text(position, "A3");
  EXPECT_EQ(position.board().at(6), Stone::empty);
  EXPECT_EQ(position.board().at(7), Stone::empty);
  EXPECT_EQ(position.to_move(), Seat::first);
}

TYPED_TEST(GoPosition, FillingTheLastLibertyIsLegalWhenItTakes) {
  const GoRules rules = go_rules(3);
  const auto position = this->read(rules, ".XO/XO./O..", "white");
  EXPECT_TRUE(this->is_legal(position, "A3")) << "takes B3 and A2";
}

TYPED_TEST(GoPosition, OwnEyes) {
  struct Case {
    std::string rows;
    Point point;
    bool is_eye;
  };
  const Case cases[] = {{"...../.XXX./.X.X./.XXX./.....", 12, true},   // no enemy on a diagonal
                        {"...../.XXO./.X.X./.XXX./.....", 12, true},   // one is allowed in the middle
                        {"...../.XXO./.X.X./.OXX./.....", 12, false},  // two are not
                        {"...../.X.X./.X.X./.XXX./.....", 12, false},  // an open side
                        {"...../.XOX./.X.X./.XXX./.....", 12, false},  // an enemy side
                        {".X.../XX.../...../...../.....", 20, true},   // the corner
                        {".X.../XO.../...../...../.....", 20, false},  // one enemy spoils it
                        {"..X../.X.../...../...../.....", 20, false},
                        {"X.X../.X.../...../...../.....", 21, true},   // the edge
                        {"X.X../OX.../...../...../.....", 21, false},  // one enemy spoils it
                        {"X.X../OXO../...../...../.....", 21, false}};
  const GoRules rules = go_rules(5);
  for (const Case& test : cases) {
    const auto position = this->read(rules, test.rows);
    EXPECT_EQ(position.board().is_own_eye(test.point, Seat::first), test.is_eye) << test.rows;
    EXPECT_FALSE(position.board().is_own_eye(test.point, Seat::second)) << test.rows;
  }
}

TYPED_TEST(GoPosition, AreaCountsRegionsThatReachOneColour) {
  const GoRules rules = go_rules(5);
  EXPECT_EQ(this->read(rules, "...../...../...../...../.....").area_difference(), 0);
  EXPECT_EQ(this->read(rules, "...../...../..X../...../.....").area_difference(), 25);
  EXPECT_EQ(this->read(rules, ".X.O./.X.O./.X.O./.X.O./.X.O.").area_difference(), 0) << "the middle column is neutral";
  EXPECT_EQ(this->read(rules, ".XO../.XO../.XO../.XO../.XO..").area_difference(), 10 - 15);
}

TYPED_TEST(GoPosition, TwoPassesEndAndKomiDecides) {
  struct Case {
    double komi;
    Value result;
  };
  for (const Case& test : {Case{0, 0}, Case{0.5, -1}, Case{-0.5, 1}, Case{-1, 1}}) {
    const GoRules rules = go_rules(5, KoRule::positional, false, test.komi);
    Go<TypeParam> position(rules);
    play_text(position, "PASS");
    EXPECT_FALSE(position.is_over());
    play_text(position, "Pass");
    ASSERT_TRUE(position.is_over());
    EXPECT_EQ(position.ending(), Ending::rules);
    EXPECT_EQ(position.result(), test.result) << test.komi;
    ActionList actions;
    position.legal_actions(actions);
    EXPECT_TRUE(actions.empty());
    EXPECT_FALSE(position.is_legal(position.pass_action()));
  }
}

TYPED_TEST(GoPosition, TheMoveLimitEndsTheGameAsItStands) {
  GoRules rules = go_rules(5);
  rules.move_limit = 3;
  Go<TypeParam> position(rules);
  for (const char* move : {"C3", "pass", "D3"}) play_text(position, move);
  ASSERT_TRUE(position.is_over());
  EXPECT_EQ(position.ending(), Ending::move_limit);
  EXPECT_EQ(position.result(), 1);
}

TYPED_TEST(GoPosition, OutsideNumbersAreNoLegalActions) {
  const GoRules rules = go_rules(5);
  const Go<TypeParam> position(rules);
  EXPECT_TRUE(position.is_legal(25));
  EXPECT_FALSE(position.is_legal(26));
  EXPECT_FALSE(position.is_legal(kNoAction));
}

}  // namespace
}  // namespace rootward::test
