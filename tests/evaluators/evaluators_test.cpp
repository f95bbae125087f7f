// Evaluators other than plain playouts: nested choices, exact values with noise, mixtures, noise on values, which game
// has tactics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/errors.h"
#include "evaluators/noisy.h"
#include "evaluators/playouts.h"
#include "evaluators/registry.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

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

TEST(Evaluators, SayHowFarTheyMayBeOff) {
  PlayoutResults results;
  for (const double value : {1.0, 1.0, -1.0, 0.0}) results.add({.value = value, .plies = 4});
  EXPECT_EQ(results.mean_of(4).value, 0.25);
  EXPECT_NEAR(results.mean_of(4).uncertainty, std::sqrt((0.75 - 0.0625) / 3), 1e-15);
  PlayoutResults lone;
  lone.add({.value = 1, .plies = 4});
  EXPECT_EQ(lone.mean_of(1).uncertainty, 0);
  const auto known = [](const std::string& text) { return knows_uncertainty(parse_evaluator(text), ""); };
  EXPECT_FALSE(known("playouts"));
  EXPECT_TRUE(known("{name: playouts, count: 2}"));
  EXPECT_TRUE(known("exact+noise"));
  EXPECT_TRUE(known("{name: mix, a: exact+noise, b: {name: playouts, count: 2}}"));
  EXPECT_FALSE(known("{name: mix, a: exact+noise, b: playouts}"));
  EXPECT_FALSE(known("{name: noisy, of: exact+noise}"));
}

/// The values of repeated evaluations by one searcher, each in its mover's view.
std::vector<double> values_of(const std::string& evaluator, const std::vector<std::string>& moves, std::size_t count,
                              std::uint64_t seed) {
  const std::unique_ptr<Game> game = make_game(parse_game("tictactoe", {}));
  const std::unique_ptr<Position> position = game->start();
  for (const std::string& move : moves) position->play(*position->parse_action(move));
  SearchSettings settings = parse_search_player("", "", {}, game->id()).search;
  settings.evaluator = parse_evaluator(evaluator);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(searcher->evaluate(*position).value);
  return values;
}

std::string noisy(const std::string& rest) { return "{name: noisy, " + rest + "}"; }

constexpr const char* kBiased = "of: {name: exact+noise, bias: 0.25}";

TEST(Noisy, AValueIsMovedInTheFrameOfAtanhAndOneStaysOne) {
  EXPECT_NEAR(with_noise(0, 0.5), 0.4621171572600098, 1e-15);
  for (const double value : {-0.9, -0.3, 0.0, 0.25, 0.99}) {
    for (const double noise : {-7.0, -0.5, 0.1, 3.0}) {
      EXPECT_NEAR(with_noise(value, noise), std::tanh(std::atanh(value) + noise), 1e-14);
      EXPECT_NEAR(with_noise(-value, -noise), -with_noise(value, noise), 1e-15);
    }
  }
  for (const double noise : {-120.0, -1.0, 0.0, 1.0, 120.0}) {
    EXPECT_EQ(with_noise(1, noise), 1);
    EXPECT_EQ(with_noise(-1, noise), -1);
  }
}

TEST(Noisy, BeyondOneAValueStays) {
  for (const double noise : {-120.0, -1.0, 0.5, 120.0}) {
    EXPECT_EQ(with_noise(1.25, noise), 1.25);
    EXPECT_EQ(with_noise(-3, noise), -3);
  }
  const std::string beyond = noisy("of: {name: exact+noise, bias: 1.5}, sd: 1");
  EXPECT_EQ(values_of(beyond, {}, 20, 1), std::vector<double>(20, 1.5));
}

TEST(Noisy, IndependentNoiseHasTheMeanAndDeviationAskedInTheFrameOfAtanh) {
  constexpr std::size_t kCount = 4000;
  double sum = 0;
  double squares = 0;
  for (const double value : values_of(noisy(std::string(kBiased) + ", sd: 0.8"), {}, kCount, 1)) {
    const double shift = std::atanh(value) - std::atanh(0.25);
    sum += shift;
    squares += shift * shift;
  }
  EXPECT_NEAR(sum / kCount, 0, 5 * 0.8 / std::sqrt(kCount));
  EXPECT_NEAR(std::sqrt(squares / kCount), 0.8, 5 * 0.8 / std::sqrt(2.0 * kCount));
}

TEST(Noisy, NoiseFollowsTheSearchesSeedOrThePosition) {
  const std::string drawn = noisy(std::string(kBiased) + ", sd: 0.8");
  const std::string fixed = noisy(std::string(kBiased) + ", sd: 0.8, kind: by_position");
  EXPECT_EQ(values_of(drawn, {}, 20, 1), values_of(drawn, {}, 20, 1));
  EXPECT_NE(values_of(drawn, {}, 20, 1), values_of(drawn, {}, 20, 2));
  const std::vector<double> values = values_of(fixed, {}, 5, 1);
  EXPECT_EQ(values, std::vector<double>(5, values[0])) << "at each visit";
  EXPECT_EQ(values, values_of(fixed, {}, 5, 2)) << "in another game";
  EXPECT_NE(values, values_of(noisy(std::string(kBiased) + ", sd: 0.8, kind: by_position, seed: 2"), {}, 5, 1));
  EXPECT_EQ(values_of(fixed, {"a1", "b2", "c1"}, 1, 1), values_of(fixed, {"c1", "b2", "a1"}, 1, 1))
      << "whatever led there";
}

TEST(Noisy, NoiseByPositionIsSpreadAsAskedOverPositions) {
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 400;
  for (int seed = 1; seed <= kCount; ++seed) {
    const std::string one = noisy(std::string(kBiased) + ", sd: 0.5, kind: by_position, seed: " + std::to_string(seed));
    const double shift = std::atanh(values_of(one, {}, 1, 1)[0]) - std::atanh(0.25);
    sum += shift;
    squares += shift * shift;
  }
  EXPECT_NEAR(sum / kCount, 0, 5 * 0.5 / std::sqrt(kCount));
  EXPECT_NEAR(std::sqrt(squares / kCount), 0.5, 5 * 0.5 / std::sqrt(2.0 * kCount));
}

TEST(Noisy, WithoutNoiseASearchIsTheSameBitForBit) {
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  const auto search = [&](const std::string& evaluator) {
    SearchSettings settings = parse_search_player("{budget: {simulations: 500}}", "", {}, game->id()).search;
    settings.evaluator = parse_evaluator(evaluator);
    const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
    searcher->new_game(3);
    return searcher->think(*game->start(), std::nullopt, [] { return false; });
  };
  const std::string of = "{name: playouts, count: 2}";
  const SearchResult plain = search(of);
  for (const char* kind : {"independent", "by_position"}) {
    const SearchResult same = search(noisy("of: " + of + ", sd: 0, kind: " + kind));
    EXPECT_EQ(same.value, plain.value);
    ASSERT_EQ(same.children.size(), plain.children.size());
    for (std::size_t i = 0; i < plain.children.size(); ++i) {
      EXPECT_EQ(same.children[i].visits, plain.children[i].visits);
      EXPECT_EQ(same.children[i].value, plain.children[i].value);
    }
    EXPECT_NE(search(noisy("of: " + of + ", sd: 1, kind: " + kind)).value, plain.value);
  }
}

TEST(Evaluators, TacticalPlayoutsSeeAWinAtOnce) {
  // Three in a column: whoever sees it wins at once.
  const std::vector<std::string> moves = {"1", "2", "1", "2", "1", "2"};
  EXPECT_EQ(evaluate("connect4", moves, "tactical_playouts", 50).mean, 1);
  EXPECT_LT(evaluate("connect4", moves, "{name: tactical_playouts, lines: false}", 50).mean, 1);
  EXPECT_EQ(evaluate("{name: connect4, width: 12, height: 12}", moves, "tactical_playouts", 20).mean, 1);
  EXPECT_NO_THROW((void)evaluate("{name: nogo, size: 5}", {}, "tactical_playouts", 3));
  EXPECT_NO_THROW((void)evaluate("{name: go, size: 13}", {}, "tactical_playouts", 2));
  EXPECT_NO_THROW((void)evaluate("othello", {}, "tactical_playouts", 3));
  // Pawns run past each other; the one that is a step ahead arrives.
  const std::vector<std::string> race = {"a3b2*", "d2c3*", "a4a3", "d1d2"};
  EXPECT_EQ(evaluate("{name: breakthrough, size: 4}", race, "tactical_playouts", 20).mean, 1) << "b2 takes a1 or c1";
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
  const NamedParams othello = parse_game("othello", {});
  EXPECT_THAT(
      error_of([&] { (void)parse_search_player("{evaluator: {name: tactical_playouts, takes: 4}}", "", {}, othello); }),
      AllOf(HasSubstr("search.evaluator: "), HasSubstr("takes is read in breakthrough alone")));
}

}  // namespace
}  // namespace rootward
