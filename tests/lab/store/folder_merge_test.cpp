// Folders of one run joined into one: each record once, nothing foreign, in order.
#include "lab/store/folder_merge.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "core/errors.h"
#include "lab/store/packed_file.h"
#include "tests/lab/store/notebook.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(FolderMerge, JoinsEachRecordOnceAndEachSessionOnce) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1"), note("2")}, {.index = 1, .count = 3});
  write_notes(scratch.path("b"), {note("3")}, {.index = 2, .count = 3});
  write_notes(scratch.path("c"), {note("2"), note("4")});
  const MergeReport report = merge_notes({scratch.path("a"), scratch.path("b"), scratch.path("c")}, scratch.path("d"));
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_THAT(ids_in(scratch.path("d")), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(read_manifest(scratch.path("d")).sessions, SizeIs(2)) << "two shards as one, and the whole run";
  const std::string manifest = read_text(scratch.path("d/manifest.json"));
  const std::string notes = read_text(scratch.path("d/notes.jsonl"));
  (void)merge_notes({scratch.path("a"), scratch.path("d"), scratch.path("d")}, scratch.path("d"));
  EXPECT_EQ(read_text(scratch.path("d/manifest.json")), manifest) << "merging again changes no byte";
  EXPECT_THAT(ids_in(scratch.path("d")), SizeIs(4));
  (void)merge_notes({scratch.path("d")}, scratch.path("d"));
  EXPECT_EQ(read_text(scratch.path("d/notes.jsonl")).size(), notes.size());
}

TEST(FolderMerge, TidiedLeavesNoShards) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path("b"), {note("2")}, {.index = 2, .count = 2});
  write_text(scratch.path("a/notes.jsonl"), note("1") + "\n" + "torn");
  const MergeReport report = merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("a"), true);
  EXPECT_THAT(report.warnings, Contains(HasSubstr("the last line was torn")));
  EXPECT_THAT(files_in(scratch.path("a")), ElementsAre(".lock", "manifest.json", "notes.done", "notes.jsonl"));
  EXPECT_THAT(merge_notes({scratch.path("a")}, scratch.path("a")).warnings, IsEmpty()) << "the torn line has gone";
  EXPECT_THAT(files_in(scratch.path("b")), Contains(HasSubstr("shards/2-of-2.0.0."))) << "the others stay as they are";
}

TEST(FolderMerge, ReadsPackedShardsAndLeavesNone) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path("a"), {note("2")}, {.index = 2, .count = 2});
  compress_file(attempt_at(scratch.path("a"), "2-of-2."));
  EXPECT_THAT(ids_in(scratch.path("a")), ElementsAre("1", "2"));
  EXPECT_EQ(merge_notes({scratch.path("a")}, scratch.path("a"), true).records, 2U);
  EXPECT_THAT(files_in(scratch.path("a")), ElementsAre(".lock", "manifest.json", "notes.done", "notes.jsonl"));
}

TEST(RecordReader, NamesTheLineOfARepetitionBehindDamagedOnes) {
  const ScratchFolder scratch;
  const std::string damaged = "{\"says\":\"no id\"}\n";
  write_text(scratch.path("notes.jsonl"),
             damaged + note("1") + "\n" + damaged + note("1", "otherwise") + "\n" + note("2") + "\n");
  RecordReader<Note> reader(kNoteFormat, DamagedLines::leave_out);
  const std::string file = scratch.path("notes.jsonl");
  EXPECT_THAT(error_of<RunError>([&] { (void)reader.read(file, [](Note&&, const std::string&) {}); }),
              AllOf(HasSubstr(file + ":2"), HasSubstr(file + ":4")));
}

TEST(FolderMerge, WritesNothingWhereOneRecordIsForeignOrContradictsAnother) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")});
  write_notes(scratch.path("b"), {note("2"), note("foreign")});
  write_notes(scratch.path("c"), {note("1", "otherwise")});
  const std::vector<std::string> before = files_in(scratch.path());
  const std::string notes = read_text(scratch.path("a/notes.jsonl"));
  EXPECT_THROW((void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("new")), RunError);
  EXPECT_THROW((void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("a")), RunError);
  EXPECT_THAT(error_of<RunError>([&] {
                (void)merge_notes({scratch.path("a"), scratch.path("c")}, scratch.path("a"));
              }),
              AllOf(HasSubstr(scratch.path("a/notes.jsonl") + ":1"), HasSubstr(scratch.path("c/notes.jsonl") + ":1")));
  EXPECT_EQ(files_in(scratch.path()), before);
  EXPECT_EQ(read_text(scratch.path("a/notes.jsonl")), notes);
}

TEST(FolderMerge, RefusesFoldersOfAnotherNetwork) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {}, notebook_of(kBook, {.book_hash = "", .networks = {{"x", "one"}}}));
  write_notes(scratch.path("b"), {note("2")}, {}, notebook_of(kBook, {.book_hash = "", .networks = {{"x", "two"}}}));
  const std::string error = error_of<UsageError>([&] {
    (void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("c"));
  });
  EXPECT_THAT(error, AllOf(HasSubstr("another network"), HasSubstr("only folders of one run can be joined")));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("c")));
}

TEST(DonePlaces, AreReadBackWhileTheyAreOfTheJoinedFile) {
  const ScratchFolder scratch;
  write_text(scratch.path("notes.jsonl"), "some\n");
  DonePlaces places(11);
  places[0] = places[5] = places[10] = true;
  write_joined(scratch.path(), kNotes, {.meaning = 3, .places = places, .attempts = {"a", "b"}});
  const auto seen = [&](std::size_t meaning) { return read_done_places(scratch.path(), kNotes, meaning); };
  ASSERT_TRUE(seen(3).has_value());
  DonePlaces back = *seen(3);
  back.resize(places.size());
  EXPECT_EQ(back, places);
  EXPECT_THAT(read_joined(scratch.path(), kNotes)->attempts, ElementsAre("a", "b"));
  EXPECT_FALSE(seen(4).has_value()) << "places would mean other games";
  const std::string file = done_path(scratch.path(), kNotes);
  const std::string text = read_text(file);
  for (const std::string& damaged : {text.substr(0, text.size() / 2), std::string(text.size(), '\0'), std::string()}) {
    write_text(file, damaged);
    EXPECT_FALSE(seen(3).has_value());
  }
  write_text(file, text);
  EXPECT_TRUE(seen(3).has_value());
  write_text(scratch.path("notes.jsonl"), "some\nmore\n");
  EXPECT_FALSE(seen(3).has_value()) << "a run has gone on";
}

TEST(FolderMerge, PutsNewRecordsInTheOrderOfTheirPlacesBehindTheOldOnes) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("333")});
  write_notes(scratch.path(), {note("4444"), note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("22"), note("55555")}, {.index = 2, .count = 2});
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path(), true).records, 5U);
  EXPECT_THAT(ids_in(scratch.path()), ElementsAre("333", "1", "22", "4444", "55555"));
}

TEST(RecordIndex, KnowsAThousandRecordsApart) {
  RecordIndex index;
  for (std::uint32_t i = 0; i < 1000; ++i)
    ASSERT_EQ(index.add({.id = i * 7919ULL, .content = i, .file = 0, .line = i + 1}), nullptr);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const RecordIndex::Entry* earlier = index.add({.id = i * 7919ULL, .content = 0, .file = 1, .line = 1});
    ASSERT_NE(earlier, nullptr);
    EXPECT_EQ(earlier->line, i + 1);
  }
}

TEST(RecordIndex, TakesNoNoticeOfTimeAndChecksum) {
  const std::uint64_t hash = content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":1})");
  EXPECT_EQ(content_hash(R"({"id":"a","cpu_seconds":[3.5,0.25],"score":1})"), hash);
  EXPECT_EQ(content_hash(R"({"id":"a","cpu_seconds":[3.5,0.25],"score":1,"crc":"12"})"),
            content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":1,"crc":"34"})"));
  EXPECT_NE(content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":0})"), hash);
  EXPECT_NE(content_hash(R"({"id":"b","cpu_seconds":[1,2],"score":1})"), hash);
}

}  // namespace
}  // namespace rootward::testing
