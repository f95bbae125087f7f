// Arrays without Slurm: programs of its names that say what a test wants.
#include "experiments/cluster/array_players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/status.h"
#include "experiments/cluster/submission.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/evaluation_task.h"
#include "lab/store/attempt_file.h"
#include "lab/store/manifest.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using rootward::testing::FakeSlurm;
using rootward::testing::ScratchFolder;
using ::testing::HasSubstr;
using tuning::EvaluationStatus;

constexpr const char* kTuning =
    "name: t\nseed: 3\ngame: tictactoe\n"
    "defaults: {search: {budget: {simulations: 20}, selection: ucb1, evaluator: playouts}}\n"
    "candidate: {backup: softmax}\nopponent: {backup: average}\nopening: {random_plies: 2}\n"
    "games: 12\ntest_games: 12\nparameters: {search.selection.c: {low: 0.2, high: 2, scale: log}}\n";

class Arrays : public ::testing::Test {
 protected:
  tuning::ServiceSettings settings() const {
    tuning::ServiceSettings settings{.folder = folder_.path("tuned")};
    ArraySettings arrays;
    arrays.tasks_per_evaluation = 2;
    arrays.gather = arrays.look = std::chrono::milliseconds(0);
    arrays.signature = [] { return "feed"; };
    arrays.say = [](const std::string&) {};
    settings.players = array_players(std::move(arrays));
    return settings;
  }
  tuning::EvaluationRequest request(double c = 0.5) const {
    return {.id = 1, .point = {{c}}, .seed = 7, .games = tuning_.games};
  }
  [[nodiscard]] std::string submission(std::uint32_t number) const {
    return folder_.path("tuned/") + submission_place(number);
  }
  [[nodiscard]] std::vector<EvaluationTicket> tickets(std::uint32_t number) const {
    return read_submission(submission(number)).tickets;
  }
  /// Plays the task of the newest tickets as a node would.
  void play(std::uint32_t number, std::size_t task) const {
    const EvaluationTicket ticket = tickets(number).at(task);
    const tuning::EvaluationTask played{
        .folder = folder_.path("tuned"),
        .key = ticket.key,
        .request = {.id = ticket.key,
                    .point = tuning::read_point(tuning_, parse_json(ticket.params), "tickets"),
                    .seed = ticket.seed,
                    .games = ticket.games},
        .shard = ticket.shard,
        .first_pair = ticket.first_pair};
    EXPECT_TRUE(tuning::play_evaluation_task(tuning_, played, {.threads = 1}).is_complete());
  }
  static tuning::EvaluationResult final_of(tuning::EvaluationService& service, int looks = 50) {
    for (int look = 0; look < looks; ++look)
      for (const tuning::EvaluationUpdate& update : service.wait(std::chrono::milliseconds(1)))
        if (update.is_final) return update.result;
    ADD_FAILURE() << "it has not ended";
    return {};
  }

  const tuning::TuningConfig tuning_ = tuning::parse_tuning(kTuning, "t.yaml");
  ScratchFolder folder_;
  FakeSlurm slurm_;
};

TEST_F(Arrays, PlayWhatThreadsPlay) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  EXPECT_TRUE(service.wait(std::chrono::milliseconds(0)).empty());
  play(1, 0);
  play(1, 1);
  const tuning::EvaluationResult result = final_of(service);
  tuning::EvaluationService other(tuning_, {.folder = folder_.path("whole"), .threads = 1});
  (void)other.begin(request());
  tuning::EvaluationResult whole;
  while (other.is_pending(1))
    for (const tuning::EvaluationUpdate& update : other.wait(std::chrono::milliseconds(50))) whole = update.result;
  EXPECT_EQ(result.status, EvaluationStatus::ok);
  EXPECT_EQ(result.pentanomial, whole.pentanomial);
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
}

TEST_F(Arrays, WhatLeftTheQueueGoesOutAgainWithWhatIsMissing) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  (void)service.wait(std::chrono::milliseconds(0));
  play(1, 1);
  while (slurm_.text("jobs") != "2\n") (void)service.wait(std::chrono::milliseconds(1));
  ASSERT_EQ(tickets(2).size(), 1U) << "the other task was whole";
  EXPECT_EQ(tickets(2)[0].shard, (Shard{.index = 1, .count = 2}));
  play(2, 0);
  EXPECT_EQ(final_of(service).counts.games(), 12U);
}

/// Pairs 0, 2 and 4 are shard 1's; the second ticket takes over from pair 2 on.
TEST_F(Arrays, ATicketThatIsSentAgainCountsAttemptsOnce) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  (void)service.wait(std::chrono::milliseconds(0));
  play(1, 0);
  Submission again = read_submission(submission(1));
  again.tickets.resize(1);
  again.tickets[0].first_pair = 2;
  hand_in_array(folder_.path("tuned"), again, [](std::uint64_t) { return std::vector<std::string>{"sbatch"}; });
  const ClusterStatus status = look_at_tuning(folder_.path("tuned"), {.is_offline = true});
  ASSERT_EQ(status.tasks.size(), 3U);
  EXPECT_EQ(status.tasks[0].work.stored, 2U) << "tasks in the order of their arrays";
  EXPECT_EQ(status.tasks[1].work.stored, 0U);
  EXPECT_EQ(status.tasks[2].work.stored, 4U);
  EXPECT_EQ(status.tasks[0].attempts.size() + status.tasks[2].attempts.size(), 1U);
  EXPECT_DOUBLE_EQ(status.attempt_games, 6);
  EXPECT_FALSE(status.is_complete());
}

TEST_F(Arrays, AttemptsWithAnotherBookAreRefusedByName) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  (void)service.wait(std::chrono::milliseconds(0));
  play(1, 0);
  play(1, 1);
  (void)final_of(service);
  const std::string key = tickets(1).at(0).key;
  AttemptFacts facts;
  facts.inputs.book_hash = "0123456789abcdef";
  facts.session = session_now();
  facts.session.shard = Shard{.index = 1, .count = 2};
  make_folders(tuning::attempts_folder(folder_.path("tuned"), key));
  AttemptWriter foreign(tuning::attempts_folder(folder_.path("tuned"), key), facts, "a finished game");
  foreign.sync();
  try {
    (void)tuning::games_of_attempts(folder_.path("tuned"), key);
    FAIL() << "it was joined";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(foreign.path()), HasSubstr("book is 0123456789abcdef")));
  }
}

TEST_F(Arrays, ThreeTimesWithoutANewGameIsAFailure) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  const tuning::EvaluationResult result = final_of(service);
  EXPECT_EQ(result.status, EvaluationStatus::failed);
  EXPECT_THAT(result.failure, HasSubstr("3 times without a new game"));
  EXPECT_EQ(slurm_.text("jobs"), "3\n");
}

TEST_F(Arrays, ACancelledTaskHaltsAllAndASilentSlurmNothing) {
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  (void)service.wait(std::chrono::milliseconds(0));
  slurm_.say("squeue", "exit 1");
  for (int look = 0; look < 5; ++look) EXPECT_TRUE(service.wait(std::chrono::milliseconds(0)).empty());
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW((void)service.wait(std::chrono::milliseconds(0)), tuning::EvaluationsHalted);
}

TEST_F(Arrays, ADriverThatComesBackAwaitsWhatIsQueued) {
  {
    tuning::EvaluationService service(tuning_, settings());
    (void)service.begin(request());
    (void)service.wait(std::chrono::milliseconds(0));
  }
  const std::string place = std::filesystem::absolute(folder_.path("tuned")).lexically_normal().string();
  slurm_.say("squeue", "echo '1|1|PENDING|Priority|" + place + "'; echo '1|2|RUNNING|None|" + place + "'");
  // Between sbatch and its record: the job is found by its name.
  std::string text = read_whole_file(submission(1));
  const std::size_t job = text.find("\"array_job\": 1,");
  ASSERT_NE(job, std::string::npos);
  write_file_atomically(submission(1), text.replace(job, 15, "\"array_job\": null,"));
  tuning::EvaluationService service(tuning_, settings());
  (void)service.begin(request());
  for (int look = 0; look < 5; ++look) (void)service.wait(std::chrono::milliseconds(0));
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
  play(1, 0);
  play(1, 1);
  EXPECT_EQ(final_of(service).status, EvaluationStatus::ok);
}

TEST_F(Arrays, WhatNobodyWantsIsTakenOutOfTheQueue) {
  tuning::EvaluationService service(tuning_, settings());
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|PENDING|Priority|'");
  const std::size_t handle = service.begin(request());
  (void)service.wait(std::chrono::milliseconds(0));
  EXPECT_EQ(service.cancel(handle).status, EvaluationStatus::partial);
  EXPECT_EQ(slurm_.text("cancelled"), "1_1 1_2\n");
}

}  // namespace
}  // namespace rootward::cluster
