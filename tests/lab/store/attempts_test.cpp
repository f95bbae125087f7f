// Attempts at a task: several starts of one shard, killed, torn, forged or of another configuration.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/errors.h"
#include "lab/store/line_checksum.h"
#include "tests/lab/store/notebook.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Shards write attempts; a start reads no attempts at other shards, but everything else that may be its own.
TEST(Attempts, OfAShardAreReadByItAndByTheWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 3});
  const auto read_by = [&](const Shard& shard) {
    std::vector<std::string> ids;
    RunFolder run(scratch.path(), notebook_of(kBook), shard);
    run.read(kNoteFormat, [&](Note&& note, const std::string&) { ids.push_back(note.id); });
    std::ranges::sort(ids);
    return ids;
  };
  EXPECT_THAT(read_by({.index = 1, .count = 2}), ElementsAre("1", "3"));
  EXPECT_THAT(read_by({}), ElementsAre("1", "2", "3"));
}

TEST(Attempts, TwoStartsOfOneShardRefuseNeitherEachOtherNorAMerge) {
  const ScratchFolder scratch;
  const Shard shard{.index = 1, .count = 2};
  RunFolder one(scratch.path(), notebook_of(kBook), shard);
  RunFolder two(scratch.path(), notebook_of(kBook), shard);
  for (RunFolder* run : {&one, &two}) {
    run->read(kNoteFormat, [](Note&&, const std::string&) {});
    run->begin_session(3);
    run->append(kNotes, note("1"));
  }
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 1U);
  one.append(kNotes, note("2"));
  one.end_session(kComplete);
  two.end_session("stopped");
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 2U);
  const std::string notes = read_text(scratch.path("notes.jsonl"));
  const std::string manifest = read_text(scratch.path("manifest.json"));
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(read_text(scratch.path("notes.jsonl")), notes) << "merging again changes no byte";
  EXPECT_EQ(read_text(scratch.path("manifest.json")), manifest);
}

/// Whatever tears an attempt, what stands before it counts and other attempts are not touched.
TEST(Attempts, TornAtAnyByteKeepWhatIsWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("2")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  const std::string whole = read_text(file);
  std::vector<std::size_t> ends;
  for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1)) ends.push_back(at);
  ASSERT_THAT(ends, SizeIs(4)) << "the first line, two notes, the last line";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_text(file, whole.substr(0, size));
    const std::size_t notes = (size > ends[1] ? 1U : 0U) + (size > ends[2] ? 1U : 0U);
    ASSERT_THAT(ids_in(scratch.path()), SizeIs(notes + 1)) << size;
    write_text(file, whole.substr(0, size) + std::string(whole.size() - size, '\0'));
    ASSERT_THAT(ids_in(scratch.path()), SizeIs(notes + 1)) << size << " and zeros behind";
  }
}

TEST(Attempts, WhoseLastLineDoesNotFitAreLeftOutWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("2")}, {.index = 1, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  std::string text = read_text(file);
  const std::size_t first = text.find('\n') + 1;
  text.erase(first, text.find('\n', first) + 1 - first);  // a note is lost, each line left is right
  write_text(file, text);
  const MergeReport report = merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(report.records, 0U);
  EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("its last line does not fit")));
}

TEST(Attempts, LeaveOutAForeignRecordAndWhatStandsBehindIt) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("foreign"), note("2")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 2});
  const MergeReport report = merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(report.records, 2U);
  EXPECT_THAT(report.warnings, ElementsAre(AllOf(HasSubstr("a foreign note"), HasSubstr("1-of-2."))));
}

/// The attempt's first line says something else, with a checksum that is right.
void forge_head(const std::string& file, const std::string& from, const std::string& to) {
  const std::string text = read_text(file);
  std::string head = text.substr(0, text.find('\n'));
  (void)take_checksum(head);
  const std::size_t at = head.find(from);
  ASSERT_NE(at, std::string::npos) << from << " in " << head;
  head.replace(at, from.size(), to);
  write_text(file, with_checksum(head) + text.substr(text.find('\n')));
}

TEST(Attempts, AtSomethingElseAreRefusedByJoiningAndByTheNextStartOfTheirTask) {
  RunIdentity identity = notebook_of(kBook, {.book_hash = "b1", .networks = {{"x", "n1 f32-fma"}}});
  identity.records_hash = "c1";
  for (const auto& [from, to, told] :
       {std::array{R"("config_hash":"c1")", R"("config_hash":"c2")", "config_hash is c2"},
        std::array{R"("book":"b1")", R"("book":"b2")", "book is b2"},
        std::array{"n1 f32-fma", "n2 f32-fma", "the network of x is n2"},
        std::array{"n1 f32-fma", "n1 f32-plain", "the network of x is n1 f32-plain"}}) {
    const ScratchFolder scratch;
    write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2}, identity);
    write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2}, identity);
    EXPECT_EQ(merge_notes({scratch.path()}, scratch.path("all")).records, 2U);
    const std::string file = attempt_at(scratch.path(), "1-of-2.");
    forge_head(file, from, to);
    const auto merge = [&] { (void)merge_notes({scratch.path()}, scratch.path()); };
    EXPECT_THAT(error_of<UsageError>(merge), AllOf(HasSubstr(file), HasSubstr(told)));
    const auto start = [&](std::uint32_t index) {
      return [&, index] { const RunFolder run(scratch.path(), identity, {.index = index, .count = 2}); };
    };
    EXPECT_THAT(error_of<UsageError>(start(1)), HasSubstr(told));
    EXPECT_EQ(error_of<UsageError>(start(2)), "no error") << "it reads no attempts at other tasks";
  }
}

TEST(Attempts, FromBeforeTheConfigurationGrewAreJoined) {
  const ScratchFolder scratch;
  RunIdentity identity = notebook_of(kBook);
  identity.records_hash = "small";
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2}, identity);
  std::string grown_book = kBook;
  grown_book.replace(grown_book.find("3"), 1, "5");
  RunIdentity grown = notebook_of(grown_book);
  grown.records_hash = "large";
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2}, grown);
  EXPECT_EQ(read_manifest(scratch.path()).earlier_hashes, std::vector<std::string>{"small"});
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 2U);
  EXPECT_EQ(read_manifest(scratch.path()).earlier_hashes, std::vector<std::string>{"small"});
}

/// Two starts of one task, in any order and killed anywhere: each record once.
TEST(Attempts, OfOneTaskInAnyInterleavingGiveEachRecordOnce) {
  constexpr std::size_t kNotesOfATask = 4;
  for (std::uint32_t order = 0; order < (1U << (2 * kNotesOfATask)); order += 3) {
    const ScratchFolder scratch;
    const Shard shard{.index = 1, .count = 2};
    RunFolder one(scratch.path(), notebook_of(kBook), shard);
    RunFolder two(scratch.path(), notebook_of(kBook), shard);
    std::array<std::size_t, 2> next{0, kNotesOfATask};  // the second begins at the far end
    for (RunFolder* run : {&one, &two}) run->begin_session();
    std::set<std::string> told;
    for (std::size_t step = 0; step < 2 * kNotesOfATask; ++step) {
      const bool is_second = (order >> step & 1U) != 0;
      if (is_second ? next[1] == 0 : next[0] == kNotesOfATask) continue;
      const std::string id = std::to_string(is_second ? --next[1] : next[0]++);
      (is_second ? two : one).append(kNotes, note(id));
      told.insert(id);
    }
    if ((order & 1U) != 0) one.end_session(kComplete);  // else it was killed
    const MergeReport report = merge_notes({scratch.path()}, scratch.path());
    EXPECT_EQ(report.records, told.size()) << order;
    EXPECT_THAT(report.warnings, IsEmpty()) << order;
  }
}

TEST(Attempts, WithForgedHeadersCountForNothing) {
  for (const auto& [from, to] :
       {std::array{R"("shard":[1,2],"conf)", R"("shard":[2,2],"conf)"},
        std::array{"rootward.attempt/1", "rootward.attempt/2"}, std::array{R"("pairs":0)", R"("pairs":-1)"},
        std::array{R"("threads":0)", R"("threads":"many")"}, std::array{R"("networks":{})", R"("networks":[7])"},
        std::array{R"("session":)", R"("sessions":)"}}) {
    const ScratchFolder scratch;
    write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
    write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
    forge_head(attempt_at(scratch.path(), "1-of-2."), from, to);
    const MergeReport report = merge_notes({scratch.path()}, scratch.path());
    EXPECT_EQ(report.records, 1U) << to;
    EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("no attempt begins so"))) << to;
  }
}

TEST(Attempts, TheirHeaderMustBeThatOfTheirName) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  std::filesystem::rename(file, scratch.path("shards/2-of-2.0.0.0123456789abcdef.jsonl"));
  EXPECT_THAT(merge_notes({scratch.path()}, scratch.path()).warnings,
              ElementsAre(HasSubstr("its shard is not that of the file's name")));
}

TEST(Attempts, AStartKnowsOfOthersAtItsShardAndReadsWhatTheyStored) {
  const ScratchFolder scratch;
  const Shard shard{.index = 1, .count = 2};
  write_notes(scratch.path(), {note("1")}, shard);
  write_notes(scratch.path(), {note("9")}, {.index = 2, .count = 2});
  RunFolder first(scratch.path(), notebook_of(kBook), shard);
  EXPECT_FALSE(first.has_open_sibling()) << "the one before has ended";
  first.read(kNoteFormat, [](Note&&, const std::string&) {});
  first.begin_session();
  first.append(kNotes, note("2"));
  RunFolder second(scratch.path(), notebook_of(kBook), shard);
  EXPECT_TRUE(second.has_open_sibling());
  second.read(kNoteFormat, [](Note&&, const std::string&) {});
  second.begin_session();
  first.append(kNotes, note("3"));
  std::vector<std::string> seen;
  second.read_siblings(kNoteFormat, [&](Note&& note, const std::string&) { seen.push_back(note.id); });
  std::ranges::sort(seen);
  EXPECT_THAT(seen, ElementsAre("1", "2", "3"));
}

/// Starts on machines that are alike stand as one session, however often they are joined.
TEST(Attempts, StandAsOneSessionWithTheirCoreSeconds) {
  const ScratchFolder scratch;
  RunFolder open(scratch.path(), notebook_of(kBook), {.index = 1, .count = 2});
  open.read(kNoteFormat, [](Note&&, const std::string&) {});
  open.begin_session(4);
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
  (void)merge_notes({scratch.path()}, scratch.path());
  open.end_session(kComplete);
  (void)merge_notes({scratch.path()}, scratch.path());
  (void)merge_notes({scratch.path()}, scratch.path());
  const std::vector<ManifestSession> sessions = read_manifest(scratch.path()).sessions;
  ASSERT_THAT(sessions, SizeIs(1));
  EXPECT_THAT(sessions[0].attempts, SizeIs(2));
  EXPECT_FALSE(sessions[0].shard.has_value());
  EXPECT_EQ(sessions[0].ended.size(), sessions[0].started.size());
}

TEST(Attempts, SessionsOfOneKindOfMachineAddUpAndOthersStandBeside) {
  ManifestSession one = session_now();
  one.started = "2020-01-25T12:00:00Z";
  one.ended = "2020-01-25T13:00:00Z";
  one.attempts = {{"aa", 100.0}};
  ManifestSession two = one;
  two.started = "2020-01-25T11:00:00Z";
  two.ended = "";
  two.attempts = {{"bb", 0.0}};
  ManifestSession other = one;
  other.cpu = "another processor";
  other.attempts = {{"cc", 7.0}};
  std::vector<ManifestSession> sessions;
  for (const ManifestSession* session : {&one, &two, &other, &one}) add_attempt(sessions, *session);
  two.attempts = {{"bb", 50.0}};  // it has ended meanwhile
  add_attempt(sessions, two);
  ASSERT_THAT(sessions, SizeIs(2));
  EXPECT_EQ(sessions[0].core_seconds(), 150.0);
  EXPECT_EQ(sessions[0].started, "2020-01-25T11:00:00Z");
  EXPECT_EQ(sessions[0].ended, "2020-01-25T13:00:00Z");
  EXPECT_EQ(sessions[1].core_seconds(), 7.0);
  Manifest manifest = blank_manifest();
  manifest.sessions = sessions;
  EXPECT_EQ(parse_manifest(manifest_text(manifest), "m").sessions, sessions);
}

/// What has ended and is joined is read no more, unless the joined file has changed since.
TEST(Attempts, ThatAreJoinedAreNotReadAgain) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 3});
  RunFolder open(scratch.path(), notebook_of(kBook), {.index = 2, .count = 3});
  open.read(kNoteFormat, [](Note&&, const std::string&) {});
  open.begin_session();
  open.append(kNotes, note("2"));
  write_notes(scratch.path(), {note("3"), note("foreign")}, {.index = 3, .count = 3});
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(3)) << "the joined file, the open one and the damaged one";
  open.end_session(kComplete);
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(2));
  EXPECT_THAT(ids_in(scratch.path()), SizeIs(4)) << "whoever does not check reads the foreign one";
  write_notes(scratch.path(), {note("5")});
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(4)) << "a run has gone on";
}

}  // namespace
}  // namespace rootward::testing
