// Tunings in YAML: limits from the operators' boxes, pools with weights, strictness, round trips, candidates at points.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "tests/experiments/tuning/tuning_texts.h"

namespace rootward::tuning {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string problems_of(const std::string& text) {
  try {
    (void)parse_tuning(text, "s.yaml");
  } catch (const UsageError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem_text(problem) + "\n";
    return all;
  }
  return "";
}

TEST(TuningReader, ReadsPlayersGamesAndParameters) {
  const TuningConfig tuning = testing::small_tuning();
  EXPECT_EQ(tuning.name, "small");
  EXPECT_EQ(tuning.games, 16U);
  EXPECT_EQ(tuning.test_games, 20U);
  EXPECT_EQ(tuning.candidate.search.budget.simulations, 20U);
  ASSERT_EQ(tuning.opponents.size(), 1U);
  EXPECT_EQ(tuning.opponents[0].player.search.budget.simulations, 20U);
  ASSERT_EQ(tuning.parameters.size(), 2U);
  EXPECT_EQ(tuning.parameters[0].count, std::optional<std::size_t>(2));
  EXPECT_EQ(tuning.parameters[0].low, -9);
  EXPECT_EQ(tuning.parameters[0].high, -3) << "softmax's own box";
  EXPECT_EQ(tuning.parameters[1].scale, Scale::log);
}

TEST(TuningReader, WithoutLimitsTheOperatorsOwnBoxAndScaleHold) {
  const TuningConfig tuning = parse_tuning(R"(name: box
seed: 1
game: tictactoe
candidate: {backup: erwa}
opponent: {player: random}
parameters: {backup.alpha: , search.selection.c: {}, search.budget.simulations: {low: 10, high: 50}}
)",
                                           "box.yaml");
  EXPECT_EQ(tuning.games, 400U);
  EXPECT_EQ(tuning.test_games, 1000U);
  EXPECT_EQ(tuning.parameters[0].low, 0.001);
  EXPECT_EQ(tuning.parameters[0].scale, Scale::log);
  EXPECT_LT(tuning.parameters[1].low, tuning.parameters[1].high);
  EXPECT_EQ(tuning.parameters[2].scale, Scale::integer);
}

TEST(TuningReader, APoolHasWeights) {
  const TuningConfig tuning = parse_tuning(R"(name: pool
seed: 1
game: tictactoe
candidate: {backup: average}
opponents: {dice: {player: random, weight: 3}, greedy: {backup: max}}
parameters: {search.selection.c: {}}
)",
                                           "pool.yaml");
  EXPECT_EQ(tuning.opponents[0].player.name, "dice");
  EXPECT_EQ(tuning.opponents[0].share, 0.75);
  EXPECT_EQ(tuning.opponents[1].share, 0.25);
}

TEST(TuningReader, TellsEverythingThatIsWrongAtOnce) {
  const std::string text = problems_of(R"(name: bad
game: connect4
candidate: {backup: {name: softmax, g: [-7, -6]}}
opponents: {a: {backup: average, weight: 0}, candidate: {backup: max}}
games: 3
parameters:
  backup.h: {low: 0}
  backup.min_visits: {low: 0, high: 4.5}
  search.budget.simulations: {}
  search.selection.c: {low: 3, high: 1, scale: log}
  backup.g: {low: -1000}
extra: 1
)");
  for (const char* part :
       {"seed: is required", "4:42: opponents.a.weight: 0", "opponents.candidate: is the candidate's own name",
        "5:8: games: 3 is not allowed", "backup.h: the candidate has no number of this path", "did you mean backup.g?",
        "low 0 and high 4.5 are not both whole", "simulations.low: is required", "low 3 is not below high 1",
        "parameters.backup.g: low -1000 makes no player", "extra: unknown key"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(TuningReader, NeedsExactlyOneKindOfOpponents) {
  const std::string head = "name: a\nseed: 1\ngame: tictactoe\ncandidate: {backup: max}\n";
  const std::string parameters = "parameters: {search.selection.c: {}}\n";
  EXPECT_THAT(problems_of(head + parameters), HasSubstr("opponent: is required"));
  EXPECT_THAT(problems_of(head + "opponent: {backup: max}\nopponents: {b: {backup: max}}\n" + parameters),
              HasSubstr("only one of both"));
  EXPECT_THAT(problems_of(head + "opponents: {}\n" + parameters), HasSubstr("at least one"));
  EXPECT_THAT(problems_of(head + "opponent: {backup: max}\nparameters: {}\n"), HasSubstr("no parameters"));
}

TEST(TuningReader, ACandidateTakesThePointsValues) {
  const TuningConfig tuning = testing::small_tuning();
  const PlayerSpec player = candidate_at(tuning, testing::small_point(-8, 1.5));
  EXPECT_EQ(player.search.backup.params.list("g"), (std::vector<double>{-8, -7}));
  EXPECT_EQ(player.search.selection.params.real("c"), 1.5);
  EXPECT_EQ(player.search.budget.simulations, 20U) << "defaults stay";
}

TEST(TuningReader, ACandidateByNameAloneCanBeTuned) {
  const TuningConfig tuning = parse_tuning(R"(name: short
seed: 1
game: tictactoe
candidate: {backup: softmax}
opponent: {backup: average}
parameters: {backup.g: {}}
)",
                                           "short.yaml");
  EXPECT_EQ(tuning.parameters[0].count, std::optional<std::size_t>(5));
  EXPECT_EQ(candidate_at(tuning, {{-4, -4, -4, -4, -4}}).search.backup.params.list("g")[4], -4);
}

TEST(TuningReader, TheResolvedTuningReadsBackWithTheSameHash) {
  const TuningConfig tuning = testing::small_tuning();
  const TuningConfig again = parse_tuning(resolved_yaml(tuning), "resolved.yaml");
  EXPECT_EQ(resolved_yaml(again), resolved_yaml(tuning));
  EXPECT_EQ(config_hash(again), config_hash(tuning));
}

TEST(TuningReader, TheHashCoversWhatDecidesEvaluations) {
  const TuningConfig tuning = testing::small_tuning();
  const auto with = [](const char* path, const char* value) {
    return parse_tuning(testing::small_tuning_text(), "s.yaml", {{.path = path, .value = value}});
  };
  for (const auto& [path, value] : {std::pair("games", "18"), {"test_games", "4"}, {"name", "b"}, {"question", "q?"}})
    EXPECT_EQ(config_hash(with(path, value)), config_hash(tuning)) << path;
  for (const auto& [path, value] : {std::pair("seed", "6"),
                                    {"opponent.backup", "max"},
                                    {"opening.random_plies", "2"},
                                    {"defaults.search.solver", "true"}}) {
    EXPECT_NE(config_hash(with(path, value)), config_hash(tuning)) << path;
    EXPECT_NE(continuation_problem(tuning, with(path, value)), "") << path;
  }
}

TEST(TuningReader, EveryTuningThatIsShippedIsRight) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(ROOTWARD_SOURCE_DIR) + "/configs/tuning")) {
    SCOPED_TRACE(entry.path().string());
    ++count;
    const TuningConfig tuning = read_tuning(entry.path().string());
    EXPECT_EQ(tuning.name, entry.path().stem().string());
    EXPECT_NE(tuning.question, "");
    EXPECT_TRUE(std::filesystem::exists(entry.path().parent_path() / tuning.opening.book));
  }
  EXPECT_GE(count, 3);
}

TEST(TuningReader, TheStudysFilesAreRight) {
  const std::string folder = std::string(ROOTWARD_SOURCE_DIR) + "/configs/league/";
  const TuningConfig tuning = read_tuning(folder + "connect4-tuning.yaml");
  EXPECT_NE(tuning.question, "");
  EXPECT_TRUE(std::filesystem::exists(folder + tuning.opening.book));
  std::ifstream file(folder + "connect4-finals.yaml");
  const std::string finals{std::istreambuf_iterator<char>(file), {}};
  const std::vector<Override> tuned = {{"players.average-1", "{backup: average}", true}};
  const tournament::TournamentConfig finals_config =
      tournament::parse_tournament(finals, "connect4-finals.yaml", tuned);
  EXPECT_EQ(finals_config.schedule.references.size() + 2, finals_config.players.size())
      << "the references, a weaker one, the tuned";
  EXPECT_EQ(tournament::parse_tournament(resolved_yaml(finals_config), "").players.size(),
            finals_config.players.size());
}

}  // namespace
}  // namespace rootward::tuning
