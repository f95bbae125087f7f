// What an atlas says of a game that it has not seen.
#include "experiments/atlas/advice.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/errors.h"
#include "lab/play/game.h"
#include "tests/experiments/atlas/small_atlas.h"

namespace rootward::atlas {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Advice, RanksByTheModelAndGivesTheTunedPlayerOfTheNearestDomain) {
  const AtlasResults results = small_atlas();
  const Advice advice = advise_on(results, features_for("mine", 13), {.simulations = 400});
  ASSERT_EQ(advice.ranking.size(), 2U);
  EXPECT_EQ(advice.ranking[0].op, "softmax");
  EXPECT_GT(advice.ranking[0].prediction.elo, 0);
  EXPECT_LT(advice.ranking[0].interval.low, advice.ranking[0].prediction.elo);
  EXPECT_EQ(advice.nearest_domain, "c+playouts");
  EXPECT_EQ(advice.ranking[0].player, "{backup: softmax, c: 2}") << "the better of its tunings";
  EXPECT_TRUE(advice.outside.empty());
  const std::string text = advice_text(results, advice, 400);
  EXPECT_THAT(text, HasSubstr("player: {backup: softmax, c: 2}"));
  EXPECT_THAT(text, Not(HasSubstr("unlike")));
}

/// On five games the model's first operator gains for sure. Where Elo has nothing to do with features nobody is told to
/// begin with anything but the average.
TEST(Advice, SaysHowMuchTheModelIsWorth) {
  AtlasResults results = small_atlas();
  const Advice sure = advise_on(results, features_for("mine", 13), {.simulations = 400});
  EXPECT_DOUBLE_EQ(sure.ranking[0].mean_elo, 50) << "5 x (4 + 8 + 12 + 16 + 10) / 5";
  const std::string told = advice_text(results, sure, 400);
  EXPECT_THAT(
      told,
      AllOf(HasSubstr(
                "Held-out games:\n  model: rho 1.00, error 2.0 Elo\n  mean over other games: rho 1.00, error 0.0 Elo"),
            HasSubstr("did not foretell better, in rho and in error, than: mean over other games.\n"),
            HasSubstr("The first of the list as it was tuned there, to paste"),
            Not(HasSubstr("begin with the average")), HasSubstr("measured mean")));
  Advice unplayed = sure;
  unplayed.ranking[0].player = "";
  EXPECT_THAT(advice_text(results, unplayed, 400),
              AllOf(HasSubstr("is foretold to gain, but was not played there"), HasSubstr("{backup: average")));
  double sign = 1;
  for (CellResult& cell : results.cells) {
    cell.is_held_out = false;
    if (!cell.is_control) cell.elo = (sign = -sign) * 60 + 5;
    if (cell.game == "c") sign = -sign;
  }
  const Advice unsure = advise_on(results, features_for("mine", 13), {.simulations = 400});
  const std::string text = advice_text(results, unsure, 400);
  EXPECT_THAT(text, AllOf(HasSubstr("Games that were left out in turn:\n  model: rho"),
                          HasSubstr("did not foretell better, in rho and in error, than: "),
                          HasSubstr("so begin with the average")));
  EXPECT_LT(text.find("{backup: average, c: 2}"), text.find("which may gain, to paste"));
  for (CellResult& cell : results.cells) cell.control_player = "{backup: average, c: 3}";
  EXPECT_EQ(advise_on(results, features_for("mine", 13), {.simulations = 400}).average_player,
            "{backup: average, c: 3}")
      << "Elo is against the first tuning";
}

/// A network's player searches by PUCT: constants of UCB1 say nothing of it.
TEST(Advice, NetworksHaveTheirOwnDomains) {
  AtlasResults results = small_atlas();
  const AdviceRequest net{.evaluator = "net", .simulations = 400};
  const Advice none = advise_on(results, features_for("mine", 13), net);
  EXPECT_EQ(none.nearest_domain, "");
  EXPECT_EQ(none.ranking[0].player, "");
  EXPECT_EQ(none.average_player, "{backup: average, search: {selection: {name: puct}}}");
  EXPECT_THAT(advice_text(results, none, 400),
              AllOf(HasSubstr("No game of this atlas was played under an evaluator of that kind"),
                    HasSubstr("asks the network"), Not(HasSubstr("most like it"))));
  for (CellResult& cell : results.cells)
    if (cell.game == "a")
      cell.players =
          std::vector<std::string>(2, "{backup: " + cell.op + ", search: {selection: {name: puct, c: 0.4}}}");
  const Advice own = advise_on(results, features_for("mine", 13), net);
  EXPECT_EQ(own.nearest_domain, "a+playouts");
  EXPECT_EQ(own.average_player, "{backup: average, search: {selection: {name: puct, c: 0.4}}}");
  EXPECT_EQ(advise_on(results, features_for("mine", 5), {.simulations = 400}).nearest_domain, "b+playouts")
      << "a is nearer, but of the other kind";
}

/// Numbers of 4 to 16 with a deviation of 4: 17.9 is near enough, 18.2 is not. Every such feature is told.
TEST(Advice, ListsEveryFeatureOutOfRange) {
  AtlasResults results = small_atlas();
  for (estimates::FeatureRow& row : results.features) row.values[1] = *row.values[0] + 20;
  estimates::FeatureRow mine = features_for("mine", 17.9);
  mine.values[1] = 30;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside, ::testing::IsEmpty());
  mine.values[0] = 18.2;
  mine.values[1] = 21;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside,
              ::testing::ElementsAre("moves 18.2, seen 4 to 16", "plies 21, seen 24 to 36"));
  mine.values[2] = 0.5;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside,
              ::testing::Contains("losing in 3 0.5, never seen"));
}

TEST(Advice, NamesWhatTheUserTyped) {
  const auto refusal = [](const NamedParams& game, const std::string& evaluator) -> std::string {
    try {
      (void)advise(small_atlas(), {.game = game, .evaluator = evaluator, .simulations = 10});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal({"tictactoe", {}}, "nosuch"),
              AllOf(HasSubstr("--evaluator"), HasSubstr("no evaluator is called nosuch; known: playouts"),
                    Not(HasSubstr("advice"))));
  const auto usual = [](const char* game) {
    const auto described = std::ranges::find(games(), game, &Described::name);
    return NamedParams{game, resolve_params(described->parameters, {})};
  };
  EXPECT_THAT(refusal(usual("hex"), "tactical_playouts"), HasSubstr("--evaluator tactical_playouts: "));
  EXPECT_EQ(refusal(usual("sum"), "playouts"), "GAME sum: seats: 1 is not allowed; allowed: a game of two players");
}

TEST(Advice, SaysWhereAGameIsUnlikeAll) {
  AtlasResults results = small_atlas();
  const Advice far = advise_on(results, features_for("mine", 90), {.simulations = 100'000});
  EXPECT_EQ(far.outside.size(), 2U) << "branching and simulations";
  EXPECT_THAT(advice_text(results, far, 100'000),
              HasSubstr("unlike what the model has seen, so take the order for a guess:\n  moves 90, seen 4 to 16\n  "
                        "simulations 100000, seen 400 to 400"));
  const Advice net =
      advise_on(results, features_for("mine", 13), {.evaluator = "{name: net, cache: 9}", .simulations = 400});
  EXPECT_THAT(net.outside, ::testing::ElementsAre("evaluator {name: net, cache: 9}, never seen"));
  for (CellResult& cell : results.cells) cell.evaluator_name = "net";
  const Advice known =
      advise_on(results, features_for("mine", 13), {.evaluator = "{name: net, cache: 9}", .simulations = 400});
  EXPECT_THAT(known.outside, ::testing::IsEmpty()) << "what the cells call it does not matter";
  EXPECT_THROW((void)advise_on(AtlasResults{}, features_for("mine", 9), {.simulations = 400}), UsageError);
}

/// Measured on a game that is over in no time.
TEST(Advice, MeasuresTheGameItself) {
  AdviceRequest request;
  request.game = {"tictactoe", {}};
  request.simulations = 400;
  request.positions = 6;
  request.threads = 1;
  const Advice advice = advise(small_atlas(), request);
  EXPECT_GT(advice.features.of(estimates::Feature::branching).value(), 1);
  EXPECT_LE(advice.features.of(estimates::Feature::branching).value(), 9);
  EXPECT_EQ(advice.ranking.size(), 2U);
}

}  // namespace
}  // namespace rootward::atlas
