// `rootward tool perft` as printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;

TEST(PerftCommand, PrintsEveryDepthAlsoWhereNothingIsLeft) {
  const Outcome outcome = run_shell("rootward tool perft tictactoe --depth 10");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "1\t9\n2\t72\n3\t504\n4\t3024\n5\t15120\n6\t54720\n7\t148176\n8\t200448\n9\t127872\n10\t0\n");
}

TEST(PerftCommand, TakesGameSettingsInAnyForm) {
  const std::string by_colon = run_shell("rootward tool perft go:3 --depth 2").out;
  EXPECT_EQ(by_colon, "1\t10\n2\t91\n");
  EXPECT_EQ(run_shell("rootward tool perft '{name: go, size: 3}' --depth 2").out, by_colon);
  EXPECT_EQ(run_shell("rootward tool perft --set game.size=3 --depth 2 go").out, by_colon);
}

TEST(PerftCommand, CountsFromAPosition) {
  EXPECT_EQ(run_shell("rootward tool perft tictactoe --moves 'b2 a1' --depth 3").out, "1\t7\n2\t42\n3\t210\n");
  EXPECT_EQ(run_shell("rootward tool perft tictactoe --moves 'a1 a2 b1 b2 c1' --depth 2").out, "1\t0\n2\t0\n");
}

TEST(PerftCommand, DividesByTheLegalMoves) {
  EXPECT_EQ(run_shell("rootward tool perft connect4 --moves '4 4 4 4 4 4' --depth 2 --divide").out,
            "1\t6\n2\t6\n3\t6\n5\t6\n6\t6\n7\t6\n");
  EXPECT_EQ(run_shell("rootward tool perft go:2 --depth 1 --divide").out, "A1\t1\nB1\t1\nA2\t1\nB2\t1\npass\t1\n");
  const Outcome over = run_shell("rootward tool perft tictactoe --moves 'a1 a2 b1 b2 c1' --depth 2 --divide");
  EXPECT_EQ(over.exit_code, 0);
  EXPECT_EQ(over.out, "");
}

/// b1, c1, d3 and a1 leave the first player no disc of the other's that a line of his own would close.
TEST(PerftCommand, OthelloPassesWhereItMust) {
  const std::string perft = "rootward tool perft '{name: othello, size: 4}' --depth 1 --divide --moves ";
  EXPECT_EQ(run_shell(perft + "'b1 c1 d3 a1'").out, "pass\t1\n");
  EXPECT_EQ(run_shell(perft + "'b1 c1 d3 a1 pass'").out, "a3\t1\nb4\t1\nc4\t1\nd4\t1\n");
  const Outcome refused = run_shell(perft + "'b1 c1 d3 pass'");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("pass"));
}

TEST(PerftCommand, KalahMovesAgainAfterAStoneInTheStore) {
  EXPECT_EQ(run_shell("rootward tool perft kalah --moves 3 --depth 1 --divide").out, "1\t1\n2\t1\n4\t1\n5\t1\n6\t1\n");
  EXPECT_THAT(run_shell("rootward tool perft kalah --moves 3 --depth 1 --json").out, HasSubstr(R"("to_move":"first")"));
  EXPECT_THAT(run_shell("rootward tool perft kalah --moves 1 --depth 1 --json").out,
              HasSubstr(R"("to_move":"second")"));
  // One pit of one stone each: it goes into the store, the other side keeps its own, and nobody has more.
  EXPECT_THAT(run_shell("rootward tool perft '{name: kalah, pits: 1, seeds: 1}' --moves 1 --depth 1 --json").out,
              HasSubstr(R"("to_move":null,"result":0.0)"));
}

TEST(PerftCommand, BreakthroughTakesACaptureWithAndWithoutItsMark) {
  const std::string perft = "rootward tool perft breakthrough --depth 1 --divide --moves ";
  EXPECT_THAT(run_shell(perft + "'b7b6 a2a3 b6b5 a3a4'").out,
              ::testing::AllOf(HasSubstr("b5a4*\t1\n"), HasSubstr("b5b4\t1\n"), HasSubstr("b5c4\t1\n")));
  const std::string marked = run_shell(perft + "'b7b6 a2a3 b6b5 a3a4 b5a4*'").out;
  EXPECT_EQ(run_shell(perft + "'b7b6 a2a3 b6b5 a3a4 b5a4'").out, marked);
  EXPECT_THAT(marked, HasSubstr("b2b3\t1\n"));
}

TEST(PerftCommand, HexOffersTheSwapOnceAndWhereItIsAsked) {
  const std::string perft = "rootward tool perft '{name: hex, size: 3, swap: true}' --depth 1 --divide --moves ";
  EXPECT_THAT(run_shell(perft + "a1").out, ::testing::EndsWith("c3\t1\nswap\t1\n"));
  EXPECT_THAT(run_shell(perft + "'a1 b2'").out, ::testing::Not(HasSubstr("swap")));
  EXPECT_THAT(run_shell("rootward tool perft hex:3 --depth 1 --divide --moves a1").out,
              ::testing::Not(HasSubstr("swap")));
}

TEST(PerftCommand, TheDividedCountsAddUpInEveryGame) {
  const nlohmann::json listed = nlohmann::json::parse(run_shell("rootward list games --json").out);
  ASSERT_GE(listed.at("games").size(), 12U);
  for (const auto& game : listed.at("games")) {
    std::string name = game.at("name");
    if (name == "tree") name = "'{name: tree, root: {max: {a: {min: {x: 0, y: 1}}, b: {min: {x: 1}}}}}'";
    if (name == "mdp") name = "'{name: mdp, file: shipped:nchain_5}'";
    if (name == "plugin") continue;  // a file of one's own: tests/cli/plugins
    if (name == "bandit") name = "'{name: bandit, means: [0.1, 0.9]}'";
    const std::string whole = run_shell("rootward tool perft " + name + " --depth 2").out;
    std::istringstream divided(run_shell("rootward tool perft " + name + " --depth 2 --divide").out);
    std::uint64_t moves = 0;
    std::uint64_t sum = 0;
    std::string move;
    for (std::uint64_t sequences = 0; std::getline(divided, move, '\t') && divided >> sequences; ++moves) {
      sum += sequences;
      divided.ignore(1);
    }
    EXPECT_EQ(whole, "1\t" + std::to_string(moves) + "\n2\t" + std::to_string(sum) + "\n") << name;
  }
}

TEST(PerftCommand, JsonTellsWhoMovesOrHowItEnded) {
  using nlohmann::json;
  EXPECT_EQ(json::parse(run_shell("rootward tool perft tictactoe --depth 2 --json").out),
            json::parse(R"({"schema":"rootward.perft/1","to_move":"first","result":null,
                            "depths":[{"depth":1,"sequences":9},{"depth":2,"sequences":72}]})"));
  const json over =
      json::parse(run_shell("rootward tool perft tictactoe --moves 'c3 a1 c2 b1 a3 c1' --depth 3 --divide --json").out);
  EXPECT_EQ(over, json::parse(R"({"schema":"rootward.perft/1","to_move":null,"result":-1,"depth":3,"moves":[]})"));
  const json go = json::parse(run_shell("rootward tool perft go:2 --moves A1 --depth 1 --divide --json").out);
  EXPECT_EQ(go.at("to_move"), "white");
  EXPECT_EQ(go.at("moves").at(0), json::parse(R"({"move":"B1","sequences":1})"));
}

TEST(PerftCommand, RefusesWhatItCannotUse) {
  EXPECT_THAT(refusal("rootward tool perft tictactoe --depth 1 --moves 'a1 a1'"), HasSubstr("a1 (move 2) is illegal"));
  EXPECT_THAT(refusal("rootward tool perft tictactoe --depth 1 --moves 'a1 a2 b1 b2 c1 c2'"),
              HasSubstr("the game is over"));
  EXPECT_THAT(refusal("rootward tool perft go --depth 1 --set search.budget.simulations=5"),
              HasSubstr("begin with 'game.'"));
  EXPECT_THAT(refusal("rootward tool perft go --depth 1 --set game.size"), HasSubstr("PATH=VALUE"));
  EXPECT_THAT(refusal("rootward tool perft go"), HasSubstr("--depth"));
  EXPECT_THAT(refusal("rootward tool perft og --depth 1"), HasSubstr("og"));
}

}  // namespace
}  // namespace rootward::testing
