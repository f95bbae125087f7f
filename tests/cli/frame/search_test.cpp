// `rootward search` as a stranger meets it: names of shadows, traces, game records, texts that say what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kSmallTree =
    "'{name: tree, root: {max: {b1: {min: {w1: 0.0, w2: -0.04}}, b2: {min: {w3: 0.24, w4: -0.10, w5: 0.16}}}}}'";
const std::string kQuick = " --set search.budget.simulations=200 ";

/// A folder of its own; the commands run in it.
std::string in_folder(const std::string& commands) {
  return "d=$(mktemp -d) && cd $d && " + commands + "; code=$?; rm -rf $d; exit $code";
}

json parsed(const Outcome& outcome) {
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

TEST(Search, TwoShadowsOfOneOperatorAreToldByWhatDiffers) {
  const std::string call =
      "rootward search connect4" + kQuick + "--shadow '{name: softmax, g: [0]}' '{name: softmax, g: [-4]}' max";
  const json result = parsed(run_shell(call + " --json"));
  const std::set<std::string> names = {"max", "softmax(g=[0])", "softmax(g=[-4])"};
  EXPECT_EQ(keys_of(result.at("shadows")), names);
  EXPECT_EQ(keys_of(result.at("children").at(0).at("shadows")), names);
  EXPECT_NE(result.at("shadows").at("softmax(g=[0])"), result.at("shadows").at("softmax(g=[-4])"));
  const std::string table = run_shell(call).out;
  EXPECT_THAT(table, HasSubstr("shadow softmax(g=[0]): root value"));
  EXPECT_THAT(table, HasSubstr("shadow softmax(g=[-4]): root value"));
}

TEST(Search, ARecordGoesIntoAFifoAndThroughALinkAndBothStay) {
  const std::string record = "rootward search tictactoe" + kQuick + "--record ";
  const Outcome fifo = run_shell(in_folder("mkfifo p && { timeout 60 cat p > got & " + record +
                                           "p > table; code=$?; wait; test -p p && grep -c tictactoe got && "
                                           "(exit $code); }"));
  EXPECT_EQ(fifo.exit_code, 0) << fifo.out << fifo.err;
  const Outcome link = run_shell(in_folder("echo old > file && ln -s file link && " + record +
                                           "link > table && test -L link && grep -c tictactoe file"));
  EXPECT_EQ(link.exit_code, 0) << link.out << link.err;
}

TEST(Search, ShadowsThatAreTheSameAreNumberedAndTheDriverCountsToo) {
  const json result =
      parsed(run_shell("rootward search connect4" + kQuick + "--backup max --shadow max average average --json"));
  EXPECT_EQ(result.at("operator"), "max");
  EXPECT_EQ(keys_of(result.at("shadows")), (std::set<std::string>{"max-2", "average", "average-2"}));
}

TEST(Search, AShadowsLabelIsWhatTheUserSays) {
  const json result = parsed(
      run_shell("rootward search connect4" + kQuick + "--shadow mine='{name: softmax, g: [-4]}' plain=average --json"));
  EXPECT_EQ(keys_of(result.at("shadows")), (std::set<std::string>{"mine", "plain"}));
  EXPECT_THAT(refusal("rootward search connect4 --shadow mine=max mine=average"),
              HasSubstr("two operators are labelled mine"));
  EXPECT_THAT(refusal("rootward search connect4 --backup average --shadow average=max"),
              HasSubstr("max is labelled average, and another operator of this search is average"));
}

TEST(Search, AShadowIsCheckedAsADriverIs) {
  const std::string odd = "--shadow '{name: formula, value: sum(n * qq)}'";
  const auto is_told =
      AllOf(HasSubstr("--shadow:1:32: value: unknown name 'qq' (column 9 of the expression); known: n"),
            HasSubstr("did you mean q?"));
  EXPECT_THAT(refusal("rootward search connect4 " + odd), is_told);
  EXPECT_THAT(refusal("rootward explore connect4 --record /dev/null " + odd), is_told);
  EXPECT_THAT(refusal("rootward search connect4 --shadow mine='{name: formula, value: \"dot(P, q)\"}'"),
              HasSubstr("value: 'P' are priors (column 5 of the expression); the evaluator at hand gives none"));
  EXPECT_THAT(refusal("rootward search connect4 --shadow max '{name: tail_mean, share: 0.75, trim: 0.5}'"),
              HasSubstr("trim: "));
  EXPECT_THAT(refusal("rootward search connect4 --search '{budget: {seconds: 1}}' --shadow softmax"),
              HasSubstr("--shadow:1:1: span: is required where there is no budget"));
  EXPECT_THAT(refusal("rootward search connect4 --shadow uncertainty_weighted"), HasSubstr("asks how far"));
  EXPECT_THAT(refusal(in_folder("echo '{name: x, seed: 1, games: {t: tictactoe}, shadow: true, checkpoints: [10], "
                                "players: {mine: {shadows: {odd: {name: formula, value: sum(n * qq)}}}}}' > s.yaml; "
                                "rootward check s.yaml")),
              HasSubstr("players.mine.shadows.odd.value: unknown name 'qq'"));
}

// Nothing but the root has 300 returns, and there 0 / 0 is no number.
TEST(Search, FallbacksAreShownWhereThereAreAny) {
  const std::string odd = "'{name: formula, kind: return, value: v + (r - v) / N + 0 / (N - 300)}'";
  const std::string call = "rootward search connect4 --set search.budget.simulations=400 --backup ";
  const std::string both = call + odd + " --shadow odd=" + odd + " mean=average";
  const json result = parsed(run_shell(both + " --json"));
  EXPECT_EQ(result.at("fallbacks"), 1);
  EXPECT_EQ(keys_of(result.at("shadow_fallbacks")), (std::set<std::string>{"odd"}));
  EXPECT_EQ(result.at("shadow_fallbacks").at("odd"), 1);
  EXPECT_THAT(run_shell(both).out, AllOf(HasSubstr("\nformula: fallbacks 1 (updates without a finite value"),
                                         HasSubstr("\nshadow odd: fallbacks 1 ("), Not(HasSubstr("mean: fallbacks"))));
  const json plain = parsed(run_shell(call + "average --shadow max --json"));
  EXPECT_FALSE(plain.contains("fallbacks"));
  EXPECT_FALSE(plain.contains("shadow_fallbacks"));
  EXPECT_THAT(run_shell(call + "average --shadow max").out, Not(HasSubstr("fallbacks")));
}

TEST(Search, NoiseAtTheRootIsToldBesideThePriors) {
  const std::string call = "rootward search connect4" + kQuick + "--json --search '{selection: puct";
  const json noisy = parsed(run_shell(call + ", root: {name: dirichlet, share: 0.5}}'"));
  double sum = 0;
  double distance = 0;
  for (const json& child : noisy.at("children")) {
    EXPECT_NEAR(child.at("prior"), 1.0 / 7, 1e-7);
    const double prior = child.at("noisy_prior");
    sum += prior;
    distance += std::abs(prior - 1.0 / 7);
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_GT(distance, 0.01);
  const json plain = parsed(run_shell(call + "}'"));
  for (const json& child : plain.at("children")) EXPECT_FALSE(child.contains("noisy_prior"));
  EXPECT_THAT(refusal("rootward search connect4 --search '{root: dirichlet}'"),
              HasSubstr("rules that do: puct, improved_policy, regularized"));
}

json trace_of(const std::string& arguments) {
  return parsed(run_shell(in_folder("rootward search " + arguments + " --trace t.json > /dev/null && cat t.json")));
}

// The leaf of -0.04 is worth -0.04 to MAX wherever it stands, and so is the node of MIN above it.
TEST(Trace, AllValuesAreInTheViewOfTheRootsPlayer) {
  const json trace = trace_of(kSmallTree + " --set search.budget.simulations=2000 --shadow max");
  EXPECT_THAT(trace.at("frame").get<std::string>(), HasSubstr("view of the player to move at the root"));
  EXPECT_EQ(trace.at("operators").at("driver"), "average");
  EXPECT_EQ(trace.at("operators").at("shadows"), json::array({"max"}));
  int leaves = 0;
  for (const json& reply : trace.at("root").at("children")) {
    if (reply.at("move") != "b1") continue;
    EXPECT_NEAR(reply.at("shadows").at("max"), -0.04, 1e-4);  // its own first evaluation weighs 1 in 1000
    for (const json& leaf : reply.at("children")) {
      if (leaf.at("move") != "w2") continue;
      EXPECT_NEAR(leaf.at("value"), -0.04, 1e-9);
      ++leaves;
    }
  }
  EXPECT_EQ(leaves, 1);
}

TEST(Trace, IsWholeUnlessLimitsAreGivenAndTellsWhatTheyLeaveOut) {
  const json whole = trace_of("connect4" + kQuick);
  EXPECT_FALSE(whole.contains("limits"));
  EXPECT_FALSE(whole.at("root").contains("left_out"));
  const json top = trace_of("connect4" + kQuick + "--trace-depth 1 --min-visits 20");
  EXPECT_EQ(top.at("limits"), (json{{"depth", 1}, {"min_visits", 20}}));
  std::uint64_t shown = 0;
  for (const json& child : top.at("root").at("children")) {
    EXPECT_GE(child.at("visits"), 20);
    EXPECT_TRUE(child.at("children").empty());
    EXPECT_GT(child.at("left_out").at("visits"), 0);
    shown += child.at("visits").get<std::uint64_t>();
  }
  const std::uint64_t hidden =
      top.at("root").contains("left_out") ? top.at("root").at("left_out").at("visits").get<std::uint64_t>() : 0;
  EXPECT_EQ(shown + hidden, 200);
  EXPECT_EQ(top.at("statistics"), whole.at("statistics"));
}

TEST(Trace, AMoveWithAQuoteIsStillJson) {
  const json trace =
      trace_of("'{name: tree, root: {max: {\"say\\\"x\\\"\": 0.5, b: 0}}}' --set search.budget.simulations=9");
  std::set<std::string> moves;
  for (const json& child : trace.at("root").at("children")) moves.insert(child.at("move"));
  EXPECT_EQ(moves, (std::set<std::string>{"b", "say\"x\""}));
}

std::string dot_of(const std::string& arguments) {
  const Outcome outcome =
      run_shell(in_folder("rootward search " + arguments + " --trace t.dot > /dev/null && cat t.dot"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Trace, APictureShowsShadowsSidesAndALegend) {
  const std::string dot = dot_of("go:9 --set search.budget.simulations=500 --shadow softmax max");
  EXPECT_THAT(dot, ContainsRegex("1: [+-]0\\.[0-9]{3}"));
  EXPECT_THAT(dot, ContainsRegex("n0 \\[shape=house, "));
  EXPECT_THAT(dot, ContainsRegex("n1 \\[shape=invhouse, "));
  EXPECT_THAT(dot, HasSubstr("view of the player to move at the root"));
  EXPECT_THAT(dot, HasSubstr("value by average (the driver)\\nshadows: 1: softmax, 2: max\\n"));
  EXPECT_THAT(dot, ContainsRegex("shown: [0-9]+ of [0-9]+ visited nodes, those with [0-9]+ visits or more"));
}

TEST(Trace, APictureStaysSmallUnlessAskedFor) {
  EXPECT_LE(count_of(dot_of("connect4 --set search.budget.simulations=5000"), " -> "), 40);
  const std::string all = dot_of("connect4" + kQuick + "--min-visits 1 --trace-depth 100");
  EXPECT_EQ(count_of(all, " -> "), 200);
  EXPECT_EQ(count_of(dot_of("connect4" + kQuick + "--trace-depth 1 --min-visits 1"), " -> "), 7);
}

TEST(Trace, APathThatCannotBeWrittenIsToldBeforeTheSearch) {
  const Outcome outcome = run_shell("rootward search connect4 --trace /no/such/folder/t.json");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("/no/such/folder/t.json: cannot write the trace: No such file or directory"));
  (void)refusal("rootward search connect4 --trace t.png");
  (void)refusal("rootward search connect4 --min-visits 3");
}

const std::string kRecord =
    "echo '(;FF[4]GM[1]SZ[7]KM[4.5];B[dd];W[cc];B[ee];W[bb])' > g.sgf; rootward search go --set "
    "search.budget.simulations=50 --sgf g.sgf ";

TEST(Search, ARecordGivesThePositionItsSizeAndItsKomi) {
  const Outcome end = run_shell(in_folder(kRecord));
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(count_of(end.out, "X"),
            2 + count_of(run_shell("rootward search go:7 --set search.budget.simulations=1").out, "X"));
  const Outcome before_second = run_shell(in_folder(kRecord + "--move 2 --json"));
  const json played = parsed(
      run_shell("rootward search go:7 --set search.budget.simulations=50 --set game.komi=4.5 --moves D4 --json"));
  json from_record = parsed(before_second);
  EXPECT_EQ(from_record.at("children"), played.at("children"));
  EXPECT_THAT(run_shell(in_folder(kRecord + "--move 6")).err, HasSubstr("has 4 moves, so N is at most 5"));
  EXPECT_THAT(refusal(in_folder("echo '(;GM[1]SZ[7];B[dd])' > g.sgf; rootward search go:9 --sgf g.sgf")),
              HasSubstr("is played on 7 lines, GAME has 9; say go or go:7"));
  EXPECT_THAT(run_shell(in_folder("echo '(;GM[1];B[dd];W[dd])' > g.sgf; rootward search go --sgf g.sgf")).err,
              HasSubstr("g.sgf:1:15: move 2 (D16): is illegal"));
}

TEST(Search, ARecordIsReadInItsEncodingAndItsKomiIsChecked) {
  const std::string command = " > g.sgf; rootward search go --set search.budget.simulations=1 --sgf g.sgf";
  const auto board = [](const Outcome& outcome) { return outcome.out.substr(0, outcome.out.find("\n\n")); };
  const std::string plain = board(run_shell(in_folder("echo '(;SZ[9];B[ee];W[dd];B[ff])'" + command)));
  EXPECT_EQ(count_of(plain, "O"), 2U) << "a stone, and whose turn it is\n" << plain;
  const Outcome japanese =
      run_shell(in_folder("printf '(;SZ[9]CA[Shift_JIS];B[ee]C[\\203\\134];W[dd];B[ff])'" + command));
  EXPECT_EQ(board(japanese), plain) << japanese.err;
  const Outcome guessed = run_shell(in_folder("printf '(;SZ[9];B[ee]C[\\351];W[dd];B[ff])'" + command));
  EXPECT_EQ(board(guessed), plain);
  EXPECT_THAT(guessed.err, HasSubstr("g.sgf: 1 game names no encoding (CA) and is not UTF-8; read as ISO-8859-1"));
  EXPECT_EQ(board(run_shell(in_folder("echo '(;SZ[9]KM[];B[ee];W[dd];B[ff])'" + command))), plain);
  EXPECT_THAT(refusal(in_folder("echo '(;SZ[9]KM[375])'" + command)),
              HasSubstr("g.sgf:1:8: KM: 375 is not allowed; allowed: a number in [-361, 361]"));
  EXPECT_THAT(refusal(in_folder("echo '(;SZ[9]CA[foo])'" + command)), HasSubstr("g.sgf:1:8: CA: foo is not read"));
}

TEST(Search, MovesWithACommaAreToldOfBlanks) {
  EXPECT_THAT(refusal("rootward search connect4 --moves '4,4'"),
              HasSubstr("4,4 (move 1) is not a move of connect4; moves are separated by blanks"));
}

TEST(Search, AMovesControlCharactersDoNotReachTheTerminal) {
  const std::string message = refusal("rootward search connect4 --moves \"$(printf 'a\\033[31mb')\"");
  EXPECT_THAT(message, Not(HasSubstr("\033")));
  EXPECT_THAT(message, HasSubstr("a\\x1b[31mb"));
}

/// Names of a tree's moves are the user's.
TEST(Search, ControlCharactersInNamesOfMovesDoNotReachTheTerminal) {
  const std::string tree = R"('{name: tree, root: {max: {"b\x1b[31m": 0.5, w: 0.1}}}')";
  for (const std::string& command : {"search " + tree + kQuick, "evaluate " + tree + " --evaluator playouts",
                                     "tool perft " + tree + " --depth 1 --divide"}) {
    const Outcome outcome = run_shell("rootward " + command);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b"))) << command;
    EXPECT_THAT(outcome.out, HasSubstr("b\\x1b[31m")) << command;
  }
}

}  // namespace
}  // namespace rootward::testing
