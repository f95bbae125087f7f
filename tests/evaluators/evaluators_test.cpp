// Evaluators other than plain playouts: nested choices, exact values with noise, mixtures, which game has tactics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/errors.h"
#include "experiments/config/parts.h"
#include "experiments/play/game.h"
#include "experiments/tournament/config.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Mean and deviation of repeated evaluations of a position.
struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments evaluate(const std::string& game_text, const std::vector<std::string>& moves, const std::string& evaluator,
                 int count) {
  const std::unique_ptr<Game> game = make_game(parse_game(game_text, {}));
  const std::unique_ptr<Position> position = game->start();
  for (const std::string& move : moves) position->play(*position->parse_action(move));
  SearchSettings settings = parse_search_player("", "", {}, game->id()).search;
  settings.evaluator = parse_evaluator(evaluator);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(1);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < count; ++i) {
    const double value = searcher->evaluate(*position).value;
    sum += value;
    squares += value * value;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

std::string error_of(const std::function<void()>& run) {
  try {
    run();
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Evaluators, ExactIsTheTruthAndItsNoiseHasTheSizeAsked) {
  // X a1, O b1: a mistake, X to move wins.
  EXPECT_EQ(evaluate("tictactoe", {"a1", "b1"}, "exact+noise", 1).mean, 1);
  EXPECT_EQ(evaluate("tictactoe", {"a1"}, "exact+noise", 1).mean, 0);
  const Moments noisy = evaluate("tictactoe", {"a1", "b1"}, "{name: exact+noise, sd: 0.5, bias: -0.25}", 4000);
  EXPECT_NEAR(noisy.mean, 0.75, 5 * 0.5 / std::sqrt(4000.0));
  EXPECT_NEAR(noisy.deviation, 0.5, 0.03);
  // The bias is in the first seat's view: with the second to move it turns around.
  EXPECT_EQ(evaluate("tictactoe", {"a1"}, "{name: exact+noise, bias: 0.25}", 1).mean, -0.25);
}

TEST(Evaluators, AMixIsTheWeightedMean) {
  const std::string good = "{name: exact+noise, bias: 0.5}";
  const std::string bad = "{name: exact+noise, bias: -0.5}";
  EXPECT_EQ(evaluate("tictactoe", {}, "{name: mix, a: " + good + ", b: " + bad + ", weight: 0.75}", 1).mean, 0.25);
  EXPECT_EQ(evaluate("tictactoe", {}, "{name: mix, a: " + good + ", b: exact+noise, weight: 0}", 1).mean, 0);
  const std::string nested = "{name: mix, a: {name: mix, a: " + good + ", b: " + bad + "}, b: " + bad + "}";
  EXPECT_EQ(evaluate("tictactoe", {}, nested, 1).mean, -0.25);
}

TEST(Evaluators, TacticalPlayoutsSeeAWinAtOnce) {
  // Three in a column: whoever sees it wins at once.
  const std::vector<std::string> moves = {"1", "2", "1", "2", "1", "2"};
  EXPECT_EQ(evaluate("connect4", moves, "tactical_playouts", 50).mean, 1);
  EXPECT_LT(evaluate("connect4", moves, "{name: tactical_playouts, lines: false}", 50).mean, 1);
  EXPECT_EQ(evaluate("{name: connect4, width: 12, height: 12}", moves, "tactical_playouts", 20).mean, 1);
  EXPECT_NO_THROW((void)evaluate("{name: nogo, size: 5}", {}, "tactical_playouts", 3));
  EXPECT_NO_THROW((void)evaluate("{name: go, size: 13}", {}, "tactical_playouts", 2));
}

TEST(Evaluators, MistakesAreToldWithTheirPlace) {
  EXPECT_THAT(error_of([] { (void)parse_evaluator("{name: mix, a: plaiouts}"); }),
              AllOf(HasSubstr("a: no evaluator is called plaiouts"), HasSubstr("did you mean playouts?")));
  EXPECT_THAT(error_of([] { (void)parse_evaluator("{name: mix, b: {name: playouts, count: 0}}"); }),
              AllOf(StartsWith("--evaluator:1:"), HasSubstr("b.count: 0 is not allowed")));
  EXPECT_THAT(error_of([] { (void)parse_evaluator("{name: mix, b: {name: mix, a: {name: playouts, cuont: 1}}}"); }),
              HasSubstr("b.a.cuont: "));
  const NamedParams sum = parse_game("sum", {});
  EXPECT_THAT(error_of([&] { (void)parse_search_player("{evaluator: tactical_playouts}", "", {}, sum); }),
              AllOf(HasSubstr("search.evaluator: "), HasSubstr("this game has no tactics")));
}

}  // namespace
}  // namespace rootward
