// A results folder over several runs: what is kept, what is refused, what is read back.
#include "experiments/tournament/results_folder.h"

#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/results_follower.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/render.h"
#include "lab/store/line_checksum.h"
#include "lab/store/manifest.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tournament {
namespace {

using ::testing::AllOf;
using testing::example_record;
using ::testing::HasSubstr;
using testing::read_text;
using testing::ScratchFolder;
using ::testing::SizeIs;
using testing::write_text;

TournamentConfig config_of(const std::string& seed, const std::string& pairs, const std::string& question = "Why?") {
  return parse_tournament("name: t\nquestion: " + question + "\nseed: " + seed +
                              "\ngame: tictactoe\nplayers: {a: {player: random}, b: {player: random}}\n"
                              "schedule: {type: ladder, pairs: " +
                              pairs + "}\n",
                          "t.yaml");
}

void store(const std::string& path, const TournamentConfig& config, const std::vector<GameRecord>& games,
           const Shard& shard = {}) {
  ResultsFolder folder(path, config, shard, {});
  folder.begin_session();
  for (const GameRecord& game : games) folder.append(game);
  folder.end_session(kComplete);
}

TEST(ResultsFolder, KeepsGamesAndSessionsOverSeveralRuns) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("deep/folder");
  store(path, config_of("1", "9"), {example_record(0, 0)});
  store(path, config_of("1", "9"), {example_record(0, 1), example_record(1, 0)});
  const StoredResults results = read_results(path);
  EXPECT_THAT(results.games, SizeIs(3));
  EXPECT_THAT(results.manifest.sessions, SizeIs(2));
  EXPECT_NE(results.manifest.ended, "");
  EXPECT_EQ(results.config.seed, 1U);
  EXPECT_EQ(results.manifest.config_hash, config_hash(config_of("1", "9")));
  EXPECT_THAT(ResultsFolder(path, config_of("1", "9"), {}, {}).games(), SizeIs(3));
}

TEST(ResultsFolder, RefusesAnotherConfigurationAndTakesMorePairs) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0)});
  EXPECT_THROW(ResultsFolder(scratch.path(), config_of("2", "9"), {}, {}), UsageError);
  EXPECT_THROW(ResultsFolder(scratch.path(), config_of("1", "9"), {}, {.book_hash = "another book", .networks = {}}),
               UsageError);
  EXPECT_EQ(read_results(scratch.path()).config.schedule.pairs, 9U);
  const ResultsFolder more(scratch.path(), config_of("1", "20"), {}, {});
  EXPECT_EQ(read_results(scratch.path()).config.schedule.pairs, 20U);
  EXPECT_EQ(read_results(scratch.path()).manifest.ended, "") << "there is something left to play";
}

TEST(ResultsFolder, HashesTheQuestionAsItWasBeforeGameOne) {
  const ScratchFolder scratch;
  { const ResultsFolder opened(scratch.path(), config_of("1", "9", "Early?"), {}, {}); }
  const std::string early = read_results(scratch.path()).manifest.question_hash;
  EXPECT_EQ(early, question_hash(config_of("1", "9", "Early?")));
}

TEST(ResultsFolder, RefusesGamesWithoutAManifest) {
  const ScratchFolder scratch;
  write_text(scratch.path("games.jsonl"), to_json_line(example_record(0, 0)) + "\n");
  EXPECT_THROW(ResultsFolder(scratch.path(), config_of("1", "9"), {}, {}), UsageError);
  EXPECT_THROW((void)read_results(scratch.path()), UsageError);
}

TEST(ResultsFolder, ShardsWriteFilesOfTheirOwn) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0)}, {.index = 1, .count = 2});
  store(scratch.path(), config_of("1", "9"), {example_record(1, 0)}, {.index = 2, .count = 2});
  EXPECT_THAT(kGameFiles.parts(scratch.path()), SizeIs(2));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("games.jsonl")));
  const StoredResults results = read_results(scratch.path());
  EXPECT_THAT(results.games, SizeIs(2));
  ASSERT_THAT(results.manifest.sessions, SizeIs(1)) << "starts on one machine stand as one";
  EXPECT_THAT(results.manifest.sessions[0].attempts, SizeIs(2));
  const ResultsFolder whole(scratch.path(), config_of("1", "9"), {}, {});
  EXPECT_THAT(whole.games(), SizeIs(2));
  EXPECT_NO_THROW(ResultsFolder(scratch.path(), config_of("1", "9"), Shard{.index = 1, .count = 2}, {}));
}

/// A task that starts learns from games.done what is joined, and does not read the joined games.
TEST(ResultsFolder, AShardDoesNotReadWhatIsJoined) {
  const ScratchFolder scratch;
  const TournamentConfig config = config_of("1", "9");
  store(scratch.path(), config, {example_record(0, 0), example_record(0, 1)}, {.index = 1, .count = 2});
  (void)merge_results({scratch.path()}, scratch.path(), {});
  std::filesystem::remove_all(scratch.path("shards"));
  const Shard shard{.index = 1, .count = 2};
  const ResultsFolder informed(scratch.path(), config, shard, {});
  EXPECT_TRUE(informed.games().empty());
  const std::vector<PairingState> pairings = load_pairings(
      {.config = &config, .make_player = {}, .pairs = 9, .shard = shard}, informed.games(), informed.joined());
  EXPECT_EQ(pairings[0].games_done(), 2U);
  EXPECT_EQ(pairings[0].games_known(), 0U);
  EXPECT_FALSE(pairings[0].needs(0, 0));
  EXPECT_TRUE(pairings[0].needs(2, 0));
  std::filesystem::remove(scratch.path("games.done"));
  EXPECT_THAT(ResultsFolder(scratch.path(), config, shard, {}).games(), SizeIs(2)) << "the games tell it, too";
}

TournamentConfig three_players(const std::string& pairings, const std::string& pairs) {
  return parse_tournament(
      "name: t\nquestion: Why?\nseed: 1\ngame: tictactoe\nplayers: {a: {player: random}, b: "
      "{player: random}, c: {player: random}}\nschedule: {type: pairings, pairings: " +
          pairings + ", pairs: " + pairs + "}\n",
      "t.yaml");
}

/// Pairings count from the configuration's first: of a part, or with another one first, they have other numbers.
TEST(ResultsFolder, AShardKnowsJoinedGamesByTheirPairing) {
  const Shard shard{.index = 1, .count = 2};
  for (const char* asked : {"[[a, c]]", "[[a, c], [a, b]]", "[[b, c], [a, b], [a, c]]"}) {
    const ScratchFolder scratch;
    store(scratch.path(), three_players("[[a, b], [a, c]]", "2"),
          {example_record(0, 0), example_record(0, 1), example_record(1, 0), example_record(1, 1)}, shard);
    (void)merge_results({scratch.path()}, scratch.path(), {});
    const TournamentConfig config = three_players(asked, "4");
    std::uint64_t known = 0;
    for (const Shard& asking : {Shard{.index = 1, .count = 2}, Shard{.index = 2, .count = 2}}) {
      const ResultsFolder folder(scratch.path(), with_stored_games(config, scratch.path()), asking, {});
      const std::vector<PairingState> pairings = load_pairings(
          {.config = &config, .make_player = {}, .pairs = 4, .shard = asking}, folder.games(), folder.joined());
      for (const PairingState& pairing : pairings) {
        known += pairing.games_done();
        const bool is_joined = pairing.names() == std::array<std::string, 2>{"a", "b"};
        EXPECT_TRUE(is_joined || pairing.games_done() == 0) << asked << ": " << pairing.names()[1];
      }
    }
    EXPECT_EQ(known, std::string_view(asked).find("[a, b]") == std::string_view::npos ? 0U : 4U) << asked;
  }
}

TEST(ResultsFolder, JoinedGamesWereThereWhenAShardPlansMore) {
  const ScratchFolder scratch;
  const Shard shard{.index = 1, .count = 2};
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0), example_record(0, 1)}, shard);
  (void)merge_results({scratch.path()}, scratch.path(), {});
  std::filesystem::remove_all(scratch.path("shards"));
  { const ResultsFolder more(scratch.path(), config_of("1", "20"), shard, {}); }
  EXPECT_EQ(read_results(scratch.path()).manifest.planned.back().games, 2U);
}

TEST(ResultsFolder, AGameWithAnotherSeedCountsForNothingInAnAttemptAndIsAnErrorAmongJoinedOnes) {
  const ScratchFolder scratch;
  const TournamentConfig config = config_of("1", "9");
  GameRecord forged = example_record(1, 0);
  ++forged.seed;
  store(scratch.path(), config, {example_record(0, 0), forged, example_record(2, 0)}, {.index = 1, .count = 2});
  const StoredResults results = read_results(scratch.path());
  EXPECT_THAT(results.games, SizeIs(1)) << "it and all behind it";
  EXPECT_THAT(results.warnings, ::testing::ElementsAre(HasSubstr("the seed of that game is")));
  EXPECT_EQ(merge_results({scratch.path()}, scratch.path(), {}).records, 1U);
  store(scratch.path(), config, {forged});
  EXPECT_THROW((void)merge_results({scratch.path()}, scratch.path(), {}), RunError);
}

/// With budgets in seconds two starts of a shard play different games of one id.
TEST(ResultsFolder, APairOfGamesThatDoNotComeOutTheSameTwiceIsTakenWholeFromOneAttempt) {
  const ScratchFolder scratch;
  const TournamentConfig config = parse_tournament(
      "name: t\nseed: 1\ngame: tictactoe\ndefaults: {search: {budget: {seconds: 0.01}}}\n"
      "players: {a: {backup: average}, b: {backup: max}}\nschedule: {type: ladder, pairs: 9}\n",
      "t.yaml");
  const Shard shard{.index = 1, .count = 2};
  const auto variant = [](std::uint32_t pair, int game, double score) {
    GameRecord record = example_record(pair, game);
    record.score = score;
    return record;
  };
  {
    ResultsFolder killed(scratch.path(), config, shard, {});
    ResultsFolder orphan(scratch.path(), config, shard, {});
    killed.begin_session();
    orphan.begin_session();
    killed.append(variant(0, 0, 1));
    orphan.append(variant(0, 0, 0));
    orphan.append(variant(0, 1, 0));
    killed.append(variant(2, 0, 1));
    orphan.end_session(kComplete);
  }
  const StoredResults before = read_results(scratch.path());
  ASSERT_THAT(before.games, SizeIs(3));
  EXPECT_EQ(before.games[0].score + before.games[1].score, 0) << "both games of the pair from the one that has both";
  EXPECT_EQ(before.games[2].score, 1);
  EXPECT_EQ(merge_results({scratch.path()}, scratch.path(), {}).records, 3U);
  EXPECT_THAT(read_results(scratch.path()).games, SizeIs(3));
}

TEST(ReadResults, DropsDuplicates) {
  const ScratchFolder scratch;
  GameRecord slower = example_record(0, 0);
  slower.cpu_seconds = {9, 9};
  store(scratch.path(), config_of("1", "20"),
        {example_record(10, 0), example_record(0, 0), example_record(1, 0), slower, example_record(2, 0)});
  const StoredResults results = read_results(scratch.path());
  ASSERT_THAT(results.games, SizeIs(4));
  EXPECT_EQ(results.games.back().id, "a:b:10:0") << "in the order of pairs, not of letters";
  EXPECT_EQ(results.duplicate_ids, 1U);
  EXPECT_TRUE(results.warnings.empty());
}

TEST(ReadResults, AGameThatIsStoredTwiceWithDifferentContentIsAnErrorThatNamesBothPlaces) {
  const ScratchFolder scratch;
  GameRecord other = example_record(1, 0);
  other.moves.back() = other.moves.front();
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0), example_record(1, 0)});
  store(scratch.path(), config_of("1", "9"), {other}, {.index = 2, .count = 2});
  const auto message_of = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const RunError& error) {
      return error.what();
    }
    return "no error";
  };
  for (const Detail detail : {Detail::moves, Detail::scores}) {
    const std::string message = message_of([&] { (void)read_results(scratch.path(), detail); });
    EXPECT_THAT(message, AllOf(HasSubstr("a:b:1:0"), HasSubstr(scratch.path("games.jsonl") + ":2"),
                               HasSubstr(scratch.path("shards/2-of-2.0.0.")), HasSubstr(".jsonl:2")));
    EXPECT_EQ(message_of([&] { const ResultsFolder folder(scratch.path(), config_of("1", "9"), {}, {}, detail); }),
              message)
        << "in a run too";
  }
}

std::string refusal_of(const std::string& folder, const TournamentConfig& config) {
  std::vector<std::string> messages;
  for (const auto& call : std::vector<std::function<void()>>{[&] { (void)read_results(folder); },
                                                             [&] { const ResultsFolder run(folder, config, {}, {}); },
                                                             [&] { (void)merge_results({folder}, folder, {}); }}) {
    try {
      call();
      messages.emplace_back("no error");
    } catch (const RunError& error) {
      messages.emplace_back(error.what());
    }
  }
  for (const std::string& message : messages) EXPECT_EQ(message, messages.front());
  return messages.front();
}

/// As earlier versions wrote lines, without checksums: the last one might be torn, but a whole one is not.
TEST(ReadResults, APairBeyondEveryPlanIsRefusedWhereverItStands) {
  for (const bool is_last : {true, false}) {
    const ScratchFolder scratch;
    store(scratch.path(), config_of("1", "2"), {example_record(0, 0)});
    const std::string known = to_json_line(example_record(1, 0)) + "\n";
    const std::string beyond = to_json_line(example_record(9999, 0)) + "\n";
    write_text(scratch.path("games.jsonl"), is_last ? known + beyond : beyond + known);
    EXPECT_THAT(refusal_of(scratch.path(), config_of("1", "2")),
                AllOf(HasSubstr(is_last ? "games.jsonl:2: " : "games.jsonl:1: "),
                      HasSubstr("its pair is 9999; allowed: 0 to 1, for 2 pairs are the most that were planned")));
    const StoredResults rest = read_results(scratch.path(), Detail::moves, DamagedLines::leave_out);
    EXPECT_THAT(rest.games, SizeIs(1));
    EXPECT_THAT(rest.warnings, ::testing::Contains(HasSubstr("left out: ")));
  }
}

/// A manifest may tell of more pairs than its configuration: who planned fewer again keeps what was played.
TEST(ReadResults, APairThatWasPlannedOnceIsKept) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0), example_record(8, 0)});
  { const ResultsFolder fewer(scratch.path(), with_stored_games(config_of("1", "2"), scratch.path()), {}, {}); }
  EXPECT_THAT(read_results(scratch.path()).games, SizeIs(2));
  Manifest manifest = read_manifest(scratch.path());
  const TournamentConfig fewer = config_of("1", "2");
  const RunIdentity now = identity_of(fewer, manifest.inputs);
  manifest.planned = {{9, manifest.started, 0}, {2, manifest.started, 2}};
  manifest.resolved_config = now.resolved;
  manifest.config_hash = now.config_hash;
  write_text(scratch.path("manifest.json"), manifest_text(manifest));
  EXPECT_THAT(read_results(scratch.path()).games, SizeIs(2));
  EXPECT_THAT(ResultsFolder(scratch.path(), fewer, {}, {}).games(), SizeIs(2));
  EXPECT_EQ(merge_results({scratch.path()}, scratch.path(), {}).records, 2U);
}

/// Whose opening can be replayed on any board.
GameRecord from_the_start(std::uint32_t pair, int game_of_pair = 0) {
  GameRecord record = example_record(pair, game_of_pair);
  record.opening.clear();
  record.plies = static_cast<std::uint32_t>(record.moves.size());
  return record;
}

/// Whoever looks on has read the manifest before the run that now plays more.
TEST(ResultsFollower, AGameOfARunThatHasGrownIsNoDamage) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "2"), {from_the_start(0)});
  ResultsFollower follower(scratch.path(), Detail::scores);
  EXPECT_TRUE(follower.look());
  store(scratch.path(), config_of("1", "9"), {from_the_start(8)});
  std::ofstream(scratch.path("games.jsonl"), std::ios::app)
      << with_checksum(to_json_line(from_the_start(9999))) << "\n";
  EXPECT_TRUE(follower.look());
  EXPECT_THAT(follower.results().games, SizeIs(2));
  EXPECT_THAT(follower.results().warnings, ::testing::ElementsAre(HasSubstr("its pair is 9999")));
}

TEST(ResultsFollower, TwoThreadsCountWhatOneDoes) {
  const ScratchFolder scratch;
  std::vector<GameRecord> games;
  for (std::uint32_t pair = 0; pair < 9; ++pair)
    for (const int game : {0, 1}) games.push_back(from_the_start(pair, game));
  store(scratch.path(), config_of("1", "9"), games);
  const auto look = [&](Detail detail, std::size_t shared) {
    ResultsFollower follower(scratch.path(), detail, shared);
    EXPECT_TRUE(follower.look());
    EXPECT_THAT(follower.results().games, SizeIs(detail == Detail::scores ? games.size() : 0));
    EXPECT_EQ(follower.results().counted->size(), games.size());
    for (std::size_t i = 0; i < follower.results().games.size(); ++i)
      EXPECT_EQ(follower.results().games[i].id, games[i].id);
    return render_table(make_table(follower.results(), {}), TableFormat::json);
  };
  const std::string expected = look(Detail::tables, kShared);
  for (const Detail detail : {Detail::tables, Detail::scores}) EXPECT_EQ(look(detail, 1), expected);
  for (const GameRecord& game : games)
    std::ofstream(scratch.path("games.jsonl"), std::ios::app) << to_json_line(game) << "\n";
  EXPECT_EQ(look(Detail::tables, 1), expected) << "each game twice, once for either thread";
}

TEST(ReadResults, MayKeepScoresWithoutMoves) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0), example_record(1, 0), example_record(1, 0)});
  const StoredResults whole = read_results(scratch.path());
  const StoredResults scores = read_results(scratch.path(), Detail::scores);
  ASSERT_THAT(scores.games, SizeIs(whole.games.size()));
  EXPECT_EQ(scores.duplicate_ids, 1U);
  for (std::size_t i = 0; i < scores.games.size(); ++i) {
    EXPECT_FALSE(whole.games[i].moves.empty());
    EXPECT_TRUE(scores.games[i].moves.empty());
    EXPECT_EQ(scores.games[i].hash_of_moves(), whole.games[i].hash_of_moves());
    EXPECT_EQ(scores.games[i].plies, whole.games[i].plies);
    EXPECT_EQ(scores.games[i].seed, whole.games[i].seed);
  }
}

TEST(ReadResults, GamesStoredWithoutMovesHaveTheSeedsOfTheirSchedule) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {from_the_start(0), from_the_start(1)});
  const StoredResults whole = read_results(scratch.path());
  drop_stored_moves(scratch.path());
  EXPECT_THAT(read_whole_file(scratch.path("games.jsonl"), 10'000), Not(HasSubstr("seed")));
  ResultsFollower follower(scratch.path(), Detail::scores, 1);
  ASSERT_TRUE(follower.look());
  for (const std::vector<GameRecord>& games : {read_results(scratch.path()).games, follower.results().games}) {
    ASSERT_THAT(games, SizeIs(whole.games.size()));
    for (std::size_t i = 0; i < games.size(); ++i) {
      EXPECT_NE(games[i].seed, 0U);
      EXPECT_EQ(games[i].seed, whole.games[i].seed);
    }
  }
}

TEST(ReadResults, ReadsVoidGamesButATornLine) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0)});
  VoidRecord record;
  record.id = "a:b:1:0";
  record.player = "a";
  record.reason = "timeout";
  record.message = "said \"nothing\"\nfor 60 s";
  record.moves = {"E5", "pass"};
  VoidRecord again = record;
  again.again = 1;
  write_text(scratch.path("voids.jsonl"), to_json_line(record) + "\n" + to_json_line(again) + "\n{\"schema\":\"rootw");
  const std::vector<VoidRecord> voids = read_results(scratch.path()).voids;
  ASSERT_THAT(voids, SizeIs(2));
  EXPECT_EQ(voids[0].message, record.message);
  EXPECT_EQ(voids[1].moves, record.moves);
  write_text(scratch.path("voids.jsonl"), "{}\n" + to_json_line(record) + "\n");
  EXPECT_THROW((void)read_results(scratch.path()), RunError);
}

TEST(ResultsFolder, AppendsVoidGamesBehindTheLastWholeLine) {
  const ScratchFolder scratch;
  VoidRecord record;
  record.id = "a:b:0:0";
  const std::string line = with_checksum(to_json_line(record)) + "\n";
  write_text(scratch.path("voids.jsonl"), line + "torn");
  ResultsFolder folder(scratch.path(), config_of("1", "9"), {}, {});
  folder.begin_session();
  folder.append_void(record);
  record.again = 1;
  EXPECT_EQ(read_text(scratch.path("voids.jsonl")), line + with_checksum(to_json_line(record)) + "\n");
}

/// An engine that crashes twice in one game in the same way: nobody who joins or follows loses one of both.
TEST(ResultsFolder, AGameThatIsVoidTwiceIsSoAfterAMergeToo) {
  const ScratchFolder scratch;
  const TournamentConfig config = config_of("1", "9");
  const Shard shard{.index = 1, .count = 2};
  store(scratch.path(), config, {example_record(0, 0)}, shard);
  VoidRecord record;
  record.id = "a:b:1:0";
  {
    ResultsFolder folder(scratch.path(), config, shard, {});
    folder.begin_session();
    folder.append_void(record);
    folder.append_void(record);
  }
  EXPECT_THAT(read_results(scratch.path()).voids, SizeIs(2));
  for (int time = 0; time < 2; ++time) {
    (void)merge_results({scratch.path()}, scratch.path(), {});
    EXPECT_THAT(read_results(scratch.path()).voids, SizeIs(2)) << time;
  }
}

TEST(ResultsFolder, RemembersEveryNumberOfPairsThatWasPlanned) {
  const ScratchFolder scratch;
  { const ResultsFolder opened(scratch.path(), config_of("1", "7"), {}, {}); }
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0), example_record(0, 1)});
  EXPECT_THAT(read_results(scratch.path()).manifest.planned, SizeIs(1)) << "before game one no number was looked at";
  EXPECT_EQ(games_before_plan(read_results(scratch.path())), 0U);
  { const ResultsFolder more(scratch.path(), config_of("1", "20"), {}, {}); }
  StoredResults results = read_results(scratch.path());
  ASSERT_THAT(results.manifest.planned, SizeIs(2));
  EXPECT_EQ(results.manifest.planned[0].pairs, 9U);
  EXPECT_EQ(results.manifest.planned[1].pairs, 20U);
  EXPECT_EQ(results.manifest.planned[1].games, 2U);
  EXPECT_EQ(games_before_plan(results), 2U);
  EXPECT_EQ(games_before_plan(first_pairs(results, 9)), 0U) << "what was planned before game one";
  EXPECT_EQ(games_before_plan(first_pairs(results, 5)), 2U);
  results.config.sprt = SprtSettings{};
  EXPECT_EQ(games_before_plan(results), 0U) << "a sequential test may be looked at";
}

TEST(ResultsFolder, FoldersOfEarlierVersionsSayWhatWasPlannedOnceTheyGrow) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {example_record(0, 0)});
  Manifest manifest = read_manifest(scratch.path());
  manifest.planned.clear();
  write_text(manifest_path(scratch.path()), manifest_text(manifest));
  store(scratch.path(), config_of("1", "12"), {});
  const StoredResults results = read_results(scratch.path());
  ASSERT_THAT(results.manifest.planned, SizeIs(2));
  EXPECT_EQ(results.manifest.planned[0].pairs, 9U);
  EXPECT_EQ(games_before_plan(results), 1U);
}

TEST(ReadResults, NamesDamagedManifests) {
  const ScratchFolder scratch;
  store(scratch.path(), config_of("1", "9"), {});
  const std::string path = scratch.path("manifest.json");
  write_text(path, read_text(path).substr(0, 200));
  try {
    (void)read_results(scratch.path());
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("manifest.json"));
  }
}

}  // namespace
}  // namespace rootward::tournament
