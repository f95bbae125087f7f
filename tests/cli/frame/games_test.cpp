// The games as a user meets them: searches that must find the truth, units, chance, errors with their places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string kTextbook =
    "'{name: tree, root: {max: {b1: {min: {w1: 0.0, w2: -0.04}}, b2: {min: {w3: 0.24, w4: -0.10, w5: 0.16}}}}}'";
const std::string kDice =
    "'{name: tree, root: {max: {hold: 0.2, roll: {chance: {hit: [0.5, {bernoulli: 0.9}], miss: [0.5, -0.5]}}}}}'";

json search(const std::string& arguments) {
  const Outcome outcome = run_shell("rootward search " + arguments + " --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

// Plain Monte Carlo prefers b2 (55 v 49 %), minimax b1 (48 v 45 %).
TEST(Games, TheTextbookTreeGoesFromTheWrongMoveToTheRightOne) {
  EXPECT_EQ(search(kTextbook + " --set search.budget.simulations=20 --set 'search.selection=uniform'").at("move"),
            "b2");
  for (const int seed : {1, 2, 3}) {
    const json result = search(kTextbook + " --set search.budget.simulations=20000 --seed " + std::to_string(seed));
    EXPECT_EQ(result.at("move"), "b1");
    EXPECT_NEAR(result.at("value"), -0.04, 0.02);
  }
  EXPECT_EQ(run_shell("rootward tool perft --depth 3 " + kTextbook).out, "1\t2\n2\t5\n3\t0\n");
}

TEST(Games, SumIsReportedInItsOwnUnits) {
  const json result = search("sum --set game.rounds=3 --moves '+2 -2' --set search.budget.simulations=500");
  EXPECT_EQ(result.at("move"), "+1");
  for (const json& child : result.at("children")) {
    const int total = std::stoi(child.at("move").get<std::string>());
    EXPECT_NEAR(child.at("value"), -std::abs(1 - total), 1e-9) << total;
  }
  EXPECT_EQ(search("sum --set search.budget.simulations=4000 --backup max").at("simulations"), 4000);
  const Outcome text = run_shell("rootward search sum --set search.budget.simulations=50");
  EXPECT_THAT(text.out, HasSubstr("the game's own units, in [-21, 0]"));
}

TEST(Games, ChanceOutcomesArePlayedByName) {
  EXPECT_EQ(search(kDice + " --set search.budget.simulations=3000").at("move"), "hold");
  const json at_chance = search(kDice + " --moves roll --set search.budget.simulations=3000");
  EXPECT_TRUE(at_chance.at("move").is_null());
  EXPECT_NEAR(at_chance.at("value"), 0.5 * 0.8 - 0.5 * 0.5, 0.06);
  EXPECT_EQ(run_shell("rootward tool perft --depth 3 " + kDice).out, "1\t2\n2\t2\n3\t0\n");
  const Outcome judged = run_shell("rootward evaluate --evaluator playouts --json --moves roll " + kDice);
  EXPECT_EQ(json::parse(judged.out).at("to_move"), "chance");
  EXPECT_EQ(json::parse(judged.out).at("priors").at("hit"), 0.5);
}

TEST(Games, AWrongTreeIsToldWithItsPlaces) {
  const std::string message =
      refusal("rootward tool perft --depth 1 '{name: tree, root: {max: {a: 2, b: {mni: {c: 0}}}}}'");
  EXPECT_THAT(message, HasSubstr("GAME:1:30: game.root.max.a: 2 is not allowed; allowed: a number in [-1, 1]"));
  EXPECT_THAT(message, HasSubstr("game.root.max.b.mni: unknown kind of node"));
  EXPECT_THAT(message, HasSubstr("did you mean min?"));
  EXPECT_THAT(refusal("rootward tool perft --depth 1 tree"), HasSubstr("game.root: is required: a map"));
}

TEST(Games, ATournamentNeedsTwoPlayersAndWinsAndLosses) {
  const std::string rest =
      ", players: {a: {player: random}, b: {backup: max}}, schedule: {type: round_robin, pairs: 1}, seed: 1}";
  const auto check = [&](const std::string& game) {
    return run_shell("f=$(mktemp) && echo '{name: t, game: " + game + rest +
                     "' > $f && rootward run $f --out $f.d; "
                     "code=$?; rm -rf $f $f.d; exit $code");
  };
  const Outcome single = check("sum");
  EXPECT_EQ(single.exit_code, 2);
  EXPECT_THAT(single.err, HasSubstr("sum is for a single agent"));
  const Outcome graded = check("{name: tree, root: {max: {a: 0.5, b: 1}}}");
  EXPECT_EQ(graded.exit_code, 2);
  EXPECT_THAT(graded.err, HasSubstr("win, draw and loss"));
  const Outcome chance = check("{name: tree, root: {max: {a: {chance: {x: [0.5, 1], y: [0.5, -1]}}, b: 0}}}");
  EXPECT_EQ(chance.exit_code, 0) << chance.err;
}

}  // namespace
}  // namespace rootward::testing
