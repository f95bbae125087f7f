// The journal: what is read back, torn lines, other configurations, two processes.
#include "experiments/tuning/journal.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "core/errors.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/verify.h"
#include "lab/store/attempt_file.h"
#include "lab/store/host_facts.h"
#include "tests/experiments/tuning/tuning_texts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tuning {
namespace {

using ::testing::HasSubstr;
using testing::ScratchFolder;

EvaluationRequest request_of(std::uint64_t id) {
  return {.id = id, .point = testing::small_point(-7, 1), .seed = id, .games = 2};
}

/// One evaluation of two games.
void fill(TuningJournal& folder, const TuningConfig& tuning, std::uint64_t id) {
  const EvaluationRequest request = request_of(id);
  const std::string key = evaluation_key(tuning, request.point, request.seed);
  for (const int game : {0, 1})
    folder.append_game(key, {.pair = 0, .game_of_pair = game, .score = 0.5, .fallbacks = game == 0 ? 0U : 7U});
  folder.append_evaluation(request, evaluate_games(tuning, folder.games_of(key), 1));
}

TEST(TuningJournal, ReadsBackWhatWasAppended) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
    fill(folder, tuning, 2);
    fill(folder, tuning, 2);  // the same evaluation is not told twice
  }
  const TuningJournal folder(scratch.path("s"), tuning, {});
  ASSERT_EQ(folder.evaluations().size(), 2U);
  EXPECT_EQ(folder.evaluations()[1].line["id"], 2);
  EXPECT_EQ(folder.evaluations()[1].point, testing::small_point(-7, 1));
  EXPECT_EQ(folder.games_of(folder.evaluations()[1].key).complete_pairs(), 1U);
  EXPECT_EQ(folder.games_of(folder.evaluations()[1].key).at(0, 1).fallbacks, 7U);
  EXPECT_EQ(folder.evaluations()[1].line["errors"][kNotFinite], 1) << "games, not updates";
  EXPECT_EQ(folder.games_of("unknown").complete_pairs(), 0U);
  EXPECT_TRUE(folder.warnings().empty());
}

TEST(TuningJournal, TornLastLinesAreCutOffWithAWarning) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
  }
  for (const char* name : {"s/games.jsonl", "s/evaluations.jsonl"}) {
    const std::string text = testing::read_text(scratch.path(name));
    testing::write_text(scratch.path(name), text + text.substr(0, 60));
    {
      const TuningJournal folder(scratch.path("s"), tuning, {});
      ASSERT_EQ(folder.warnings().size(), 1U) << name;
      EXPECT_THAT(folder.warnings()[0], HasSubstr("torn"));
    }
    EXPECT_EQ(testing::read_text(scratch.path(name)), text);
  }
}

TEST(TuningJournal, ACorruptLineElsewhereIsNamed) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
  }
  const std::string text = testing::read_text(scratch.path("s/games.jsonl"));
  testing::write_text(scratch.path("s/games.jsonl"), "{\"schema\":1}\n" + text);
  try {
    const TuningJournal folder(scratch.path("s"), tuning, {});
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("games.jsonl:1: corrupt line"));
  }
}

TEST(TuningJournal, AnEvaluationWithoutAnIdIsNone) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
  }
  const std::string text = testing::read_text(scratch.path("s/evaluations.jsonl"));
  std::string without = text.substr(0, text.find('\n'));
  (void)take_checksum(without);
  without.replace(without.find("\"id\":"), 5, "\"di\":");
  testing::write_text(scratch.path("s/evaluations.jsonl"), with_checksum(without) + '\n' + text);
  try {
    const TuningJournal folder(scratch.path("s"), tuning, {});
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("evaluations.jsonl:1: corrupt line"));
    EXPECT_THAT(error.what(), HasSubstr("id: is missing"));
  }
}

TEST(TuningJournal, AnotherConfigurationIsRefusedWithTheDifference) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
  }
  const TuningConfig other =
      parse_tuning(testing::small_tuning_text(), "s.yaml", {{.path = "opening.random_plies", .value = "2"}});
  try {
    const TuningJournal folder(scratch.path("s"), other, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("opening.random_plies: stored 1, now 2"));
  }
  const TuningConfig more = parse_tuning(testing::small_tuning_text(), "s.yaml", {{.path = "games", .value = "40"}});
  EXPECT_NO_THROW(TuningJournal(scratch.path("s"), more, {}));
  EXPECT_THROW(TuningJournal(scratch.path("s"), tuning, {.book_hash = "another book", .networks = {}}), UsageError);
}

TEST(TuningJournal, OneProcessAtATime) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  const TuningJournal folder(scratch.path("s"), tuning, {});
  EXPECT_THROW(TuningJournal(scratch.path("s"), tuning, {}), RunError);
}

/// As the folder's writer does.
TEST(StoredTuning, AGameThatIsStoredTwiceWithAnotherScoreIsRefused) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  {
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
    const std::string key = folder.evaluations().front().key;
    folder.append_game(key, {.pair = 0, .game_of_pair = 1, .score = 0.5});
    EXPECT_EQ(read_stored_tuning(scratch.path("s")).report.evaluations.size(), 1U) << "a repetition says nothing new";
    folder.append_game(key, {.pair = 0, .game_of_pair = 1, .score = 1});
  }
  try {
    (void)read_stored_tuning(scratch.path("s"));
    ADD_FAILURE() << "which of both counts is unknown";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is stored twice with different content"));
  }
}

/// An attempt as a task leaves it, in the folder of `key`, with a game of the evaluation `told`.
void write_attempt(const std::string& folder, const std::string& key, const std::string& told, double score) {
  const std::string place = attempts_folder(folder, key);
  std::filesystem::create_directories(place);
  AttemptFacts facts{.config_hash = {}, .inputs = {}, .signature = {}, .session = session_now()};
  facts.session.shard = Shard{.index = 1, .count = 1};
  AttemptWriter writer(place, facts, "a finished game");
  writer.append(evaluation_game_line(told, {.pair = 0, .game_of_pair = 1, .score = score}), false);
  writer.finish(kComplete, utc_now());
}

TEST(StoredTuning, VerifyReadsTheGamesOfTasks) {
  const ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  TuningJournal folder(scratch.path("s"), tuning, {});
  fill(folder, tuning, 1);
  const std::string key = folder.evaluations().front().key;
  write_attempt(scratch.path("s"), key, key, 0.5);
  const FolderCheck whole = check_tuning_folder(scratch.path("s"));
  EXPECT_THAT(whole.problems, ::testing::IsEmpty());
  EXPECT_EQ(whole.lines, 4U) << "two games, an evaluation, and the game that the task tells of once more";
  write_attempt(scratch.path("s"), key, key, 1);
  EXPECT_THAT(check_tuning_folder(scratch.path("s")).problems,
              ::testing::ElementsAre(HasSubstr("with different content")));
  write_attempt(scratch.path("s"), "else", key, 0.5);
  EXPECT_THAT(check_tuning_folder(scratch.path("s")).problems, ::testing::Contains(HasSubstr("in the folder of else")));
}

/// What was appended may be lost: whoever wrote it must learn of it.
TEST(TuningJournal, TheEndOfASessionTellsOfAFileThatIsGone) {
  for (const char* name : {"s/games.jsonl", "s/evaluations.jsonl"}) {
    const ScratchFolder scratch;
    const TuningConfig tuning = testing::small_tuning();
    TuningJournal folder(scratch.path("s"), tuning, {});
    fill(folder, tuning, 1);
    std::filesystem::remove(scratch.path(name));
    EXPECT_THROW(folder.end_session("stopped"), RunError) << name;
  }
}

TEST(TuningJournal, WritesNoManifestBeforeTheFirstGame) {
  const ScratchFolder scratch;
  { const TuningJournal folder(scratch.path("s"), testing::small_tuning(), {}); }
  EXPECT_FALSE(std::filesystem::exists(scratch.path("s/manifest.json")));
}

}  // namespace
}  // namespace rootward::tuning
