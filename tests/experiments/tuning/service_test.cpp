// Evaluations on the pool: the same for any threads, answered from the journal, extended, stopped, failed.
#include "experiments/tuning/evaluation_service.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/errors.h"
#include "tests/experiments/tuning/tuning_texts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tuning {
namespace {

using ::testing::HasSubstr;
using testing::ScratchFolder;

constexpr std::chrono::milliseconds kPatience{50};

EvaluationResult run(EvaluationService& service, std::size_t handle) {
  for (;;)
    for (EvaluationUpdate& update : service.wait(kPatience))
      if (update.is_final && update.handle == handle) return std::move(update.result);
}

EvaluationRequest request_of(std::uint64_t seed, std::uint32_t games, double g = -7) {
  return {.id = seed, .point = testing::small_point(g, 1), .seed = seed, .games = games};
}

std::size_t games_stored(const std::string& folder) {
  const std::string text = testing::read_text(folder + "/games.jsonl");
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(EvaluationService, ResultsDoNotDependOnThreadsOrNeighbours) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  EvaluationService alone(tuning, {.folder = scratch.path("alone"), .threads = 1});
  const EvaluationResult expected = run(alone, alone.begin(request_of(3, 24)));
  EvaluationService crowded(tuning, {.folder = scratch.path("crowded"), .threads = 4});
  (void)crowded.begin(request_of(1, 24));
  const std::size_t handle = crowded.begin(request_of(3, 24));
  (void)crowded.begin(request_of(2, 24));
  const EvaluationResult result = run(crowded, handle);
  EXPECT_EQ(result.counts, expected.counts);
  EXPECT_EQ(result.pentanomial, expected.pentanomial);
  EXPECT_EQ(result.status, EvaluationStatus::ok);
  EXPECT_EQ(result.counts.games(), 24U);
}

TEST(EvaluationService, SeedsAndPointsPlayOtherGames) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 2});
  const EvaluationResult first = run(service, service.begin(request_of(1, 60)));
  EXPECT_NE(run(service, service.begin(request_of(2, 60))).pentanomial, first.pentanomial);
  EXPECT_NE(run(service, service.begin(request_of(1, 60, -4))).pentanomial, first.pentanomial);
}

TEST(EvaluationService, TheJournalAnswersAndMoreGamesContinue) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  const std::string folder = scratch.path("s");
  EvaluationResult short_one;
  {
    EvaluationService service(tuning, {.folder = folder, .threads = 2});
    short_one = run(service, service.begin(request_of(1, 16)));
  }
  EvaluationService service(tuning, {.folder = folder, .threads = 2});
  const EvaluationResult again = run(service, service.begin(request_of(1, 16)));
  EXPECT_EQ(again.pentanomial, short_one.pentanomial);
  EXPECT_EQ(again.seconds, short_one.seconds) << "the very same games";
  EXPECT_EQ(games_stored(folder), 16U);
  EXPECT_EQ(run(service, service.begin(request_of(1, 20))).counts.games(), 20U);
  EXPECT_EQ(games_stored(folder), 20U);
  EXPECT_EQ(run(service, service.begin(request_of(1, 8))).counts.games(), 8U);
  EXPECT_EQ(games_stored(folder), 20U);
}

TEST(EvaluationService, TwoWhoAskTheSameShareTheGames) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 2});
  const std::size_t first = service.begin(request_of(1, 16));
  const std::size_t second = service.begin(request_of(1, 30));
  std::vector<std::size_t> ended;
  while (ended.size() < 2)
    for (const EvaluationUpdate& update : service.wait(kPatience))
      if (update.is_final) ended.push_back(update.handle);
  EXPECT_THAT(ended, ::testing::UnorderedElementsAre(first, second));
  EXPECT_EQ(games_stored(scratch.path("s")), 30U);
}

TEST(EvaluationService, ACancelledEvaluationTellsWhatThereIs) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 1});
  const std::size_t long_one = service.begin(request_of(1, 100'000));
  while (service.so_far(long_one).counts.games() < 4) (void)service.wait(kPatience);
  const EvaluationResult partial = service.cancel(long_one);
  EXPECT_EQ(partial.status, EvaluationStatus::partial);
  EXPECT_GE(partial.counts.games(), 4U);
  EXPECT_FALSE(service.is_pending(long_one));
  EXPECT_EQ(run(service, service.begin(request_of(2, 4))).counts.games(), 4U) << "the pool is free again";
}

TEST(EvaluationService, AHopelessEvaluationIsStoppedAtTheSamePairByAnyThreads) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  std::vector<std::uint64_t> games;
  for (const std::size_t threads : {1U, 4U}) {
    EvaluationService service(tuning, {.folder = scratch.path(std::to_string(threads)), .threads = threads});
    const EvaluationResult result = run(service, service.begin(request_of(1, 400), StopRule{0.9}));
    EXPECT_EQ(result.status, EvaluationStatus::stopped_early);
    games.push_back(result.counts.games());
  }
  EXPECT_EQ(games[0], games[1]);
  EXPECT_LT(games[0], 400U);
  EXPECT_GE(games[0], 2 * EvaluationService::kFewestPairs);
  EvaluationService service(tuning, {.folder = scratch.path("hopeful"), .threads = 2});
  EXPECT_EQ(run(service, service.begin(request_of(1, 100), StopRule{0.1})).status, EvaluationStatus::ok);
}

/// 40 pairs: ten lost, ten halved, twenty won. After 20 of them the mean is 1/4 with standard error
/// sqrt(1/16 / 20) = .0559, so the upper 99 % bound is .25 + 2.3263 * .0559 = .3801. Not asked before or between.
TEST(EvaluationService, IsStoppedWhereTheUpperBoundLiesBelowTheBar) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  const EvaluationRequest request = request_of(1, 80);
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    for (std::uint32_t pair = 0; pair < 40; ++pair)
      for (const int game : {0, 1}) {
        const bool is_won = pair >= 20 || (pair % 2 == 1 && game == 0);
        folder.append_game(evaluation_key(tuning, request.point, 1),
                           {.pair = pair, .game_of_pair = game, .score = is_won ? 1.0 : 0.0});
      }
  }
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 1});
  EXPECT_EQ(run(service, service.begin(request, StopRule{0.3800})).counts.games(), 80U);
  const EvaluationResult stopped = run(service, service.begin(request, StopRule{0.3802}));
  EXPECT_EQ(stopped.counts.games(), 40U);
  EXPECT_EQ(stopped.status, EvaluationStatus::stopped_early);
}

TEST(EvaluationService, APointThatMakesNoPlayerFails) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 1});
  EvaluationRequest request = request_of(1, 4);
  request.point[0][0] = 1000;
  const EvaluationResult result = run(service, service.begin(request));
  EXPECT_EQ(result.status, EvaluationStatus::failed);
  EXPECT_THAT(result.failure, HasSubstr("1000"));
}

/// They are the tuning's, not the point's.
TEST(EvaluationService, OpeningsThatAreNoneAreNoFaultOfThePoint) {
  const ScratchFolder scratch;
  const TuningConfig tuning =
      parse_tuning(testing::small_tuning_text(), "s.yaml", {{.path = "opening.random_plies", .value = "9"}});
  try {
    EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 1});
    (void)service.begin(request_of(1, 4));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), ::testing::StartsWith("opening.random_plies: every game is over within 9 moves"));
  }
}

/// Boards left to chance are those of one seed: another evaluation may well have openings.
TEST(EvaluationService, ABoardWithoutAnEvenOpeningFailsItsEvaluationAlone) {
  const ScratchFolder scratch;
  const TuningConfig tuning =
      parse_tuning(testing::small_tuning_text(), "s.yaml",
                   {{.path = "game", .value = "{name: connect4, width: 4, height: 4, blocked: random}"},
                    {.path = "opening", .value = "{random_plies: 1, balance: [0.999, 1]}"}});
  EvaluationService service(tuning, {.folder = scratch.path("s"), .threads = 2});
  const EvaluationResult result = run(service, service.begin(request_of(1, 4)));
  EXPECT_EQ(result.status, EvaluationStatus::failed);
  EXPECT_THAT(result.failure, ::testing::StartsWith("opening: no even opening was found for pair "));
}

TEST(EvaluationService, GamesUnderWayAreStoredWhenItEnds) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  const std::string folder = scratch.path("s");
  std::size_t told = 0;
  {
    EvaluationService service(tuning, {.folder = folder, .threads = 2});
    const std::size_t handle = service.begin(request_of(1, 10'000));
    while (service.so_far(handle).counts.games() < 10) (void)service.wait(kPatience);
    service.finish_games_under_way(std::chrono::milliseconds(5000));
    told = service.so_far(handle).counts.games();
  }
  EXPECT_GE(games_stored(folder), told);
  EXPECT_LT(games_stored(folder), 10'000U);
}

}  // namespace
}  // namespace rootward::tuning
