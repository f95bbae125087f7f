// A file of lines that grows, is cut, is replaced: what is new comes once.
#include "lab/store/line_follower.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/errors.h"
#include "lab/arena/game_file.h"
#include "lab/store/packed_file.h"
#include "tests/lab/store/notebook.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using testing::example_record;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScratchFolder;
using testing::write_text;

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

std::string line_of(int number) { return with_checksum("{\"n\":" + std::to_string(number) + "}"); }

std::vector<std::string> taken(LineFollower& follower, LineNews* news = nullptr) {
  std::vector<std::string> lines;
  const LineNews found = follower.look([&](const std::string& line, std::size_t) { lines.push_back(line); });
  if (news != nullptr) *news = found;
  return lines;
}

TEST(LineFollower, WaitsForAFileAndReadsEachLineOnce) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  LineFollower follower(path);
  EXPECT_THAT(taken(follower), IsEmpty());
  append(path, line_of(1) + "\n" + line_of(2) + "\n");
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}", "{\"n\":2}"));
  EXPECT_THAT(taken(follower), IsEmpty());
  append(path, line_of(3) + "\n");
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":3}"));
}

TEST(LineFollower, ALineThatIsBeingWrittenWaitsForItsEnd) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  const std::string line = line_of(1);
  LineFollower follower(path);
  for (std::size_t cut = 0; cut < line.size(); ++cut) {
    append(path, line.substr(cut, 1));
    LineNews news;
    EXPECT_THAT(taken(follower, &news), IsEmpty()) << cut;
    EXPECT_THAT(news.damaged, IsEmpty()) << cut;
  }
  append(path, "\n");
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}"));
}

TEST(LineFollower, ATornLineThatTheNextRunCutsOffIsNoDamage) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  append(path, line_of(1) + "\n{\"n\":");
  LineFollower follower(path);
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}"));
  std::filesystem::resize_file(path, line_of(1).size() + 1);
  append(path, line_of(2) + "\n");
  LineNews news;
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":2}"));
  EXPECT_FALSE(news.is_shorter);
  EXPECT_THAT(news.damaged, IsEmpty());
}

TEST(LineFollower, ADamagedLineIsToldOnceAndLeftOut) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  std::string wrong = line_of(1);
  wrong[5] = '7';
  append(path, wrong + "\n" + line_of(2) + "\n");
  LineFollower follower(path);
  LineNews news;
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":2}"));
  EXPECT_THAT(news.damaged, ElementsAre(HasSubstr("checksum")));
  EXPECT_THAT(taken(follower, &news), IsEmpty());
  EXPECT_THAT(news.damaged, IsEmpty());
}

TEST(LineFollower, NoticesAFileThatWasCutAndReadsOneThatWasReplaced) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  append(path, line_of(1) + "\n" + line_of(2) + "\n");
  LineFollower follower(path);
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}", "{\"n\":2}"));
  write_text(scratch.path("other"), line_of(1) + "\n" + line_of(2) + "\n" + line_of(3) + "\n");
  std::filesystem::rename(scratch.path("other"), path);
  LineNews news;
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":1}", "{\"n\":2}", "{\"n\":3}"));
  EXPECT_FALSE(news.is_shorter);
  std::filesystem::resize_file(path, line_of(1).size() + 1);
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":1}"));
  EXPECT_TRUE(news.is_shorter);
}

TEST(LineFollower, ReadsAPackedFileOnce) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  append(path, line_of(1) + "\n");
  compress_file(path);
  LineFollower follower(path);
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}"));
  EXPECT_THAT(taken(follower), IsEmpty());
}

TEST(LineFollower, CarriageReturnsHideNoDamageAndALineWithoutAChecksumIsOne) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  std::string changed = line_of(2);
  changed[5] = '7';
  append(path, line_of(1) + "\r\n" + changed + "\r\n{\"n\":3}\r\n" + line_of(4) + "\r\n");
  LineFollower follower(path);
  LineNews news;
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":1}", "{\"n\":4}"));
  EXPECT_THAT(news.damaged, SizeIs(2));
}

TEST(LineFollower, APackedFileThatIsUnpackedIsReadAnew) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  append(path, line_of(1) + "\n");
  compress_file(path);
  LineFollower follower(path);
  EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}"));
  write_text(path, line_of(1) + "\n" + line_of(2) + "\n");
  LineNews news;
  EXPECT_THAT(taken(follower, &news), ElementsAre("{\"n\":1}", "{\"n\":2}"));
  EXPECT_TRUE(news.is_shorter);
}

/// What two threads were handed, the later half behind the first.
struct Halves {
  std::vector<std::string> first, second;
  LineNews news;
};
Halves taken_by_two(LineFollower& follower) {
  Halves halves;
  halves.news = follower.look([&](const std::string& line, std::size_t) { halves.first.push_back(line); },
                              [&](const std::string& line, std::size_t) { halves.second.push_back(line); });
  return halves;
}

TEST(LineFollower, TwoThreadsTakeEachLineOnceAndInOrder) {
  for (const int lines : {1, 2, 3, 10, 101}) {
    const ScratchFolder scratch;
    const std::string path = scratch.path("games.jsonl");
    std::vector<std::string> written;
    for (int i = 0; i < lines; ++i) {
      written.push_back("{\"n\":" + std::string(static_cast<std::size_t>(i * i % 37 + 1), '7') + "}");
      append(path, with_checksum(written.back()) + "\n");
    }
    append(path, line_of(1).substr(0, 5));  // is being written
    LineFollower follower(path, 1);
    Halves halves = taken_by_two(follower);
    EXPECT_EQ(halves.news.lines, written.size());
    EXPECT_THAT(halves.news.damaged, IsEmpty());
    if (lines > 2) {
      EXPECT_FALSE(halves.first.empty());
      EXPECT_FALSE(halves.second.empty());
    }
    halves.first.insert(halves.first.end(), halves.second.begin(), halves.second.end());
    EXPECT_EQ(halves.first, written) << lines;
    append(path, line_of(1).substr(5) + "\n");
    EXPECT_THAT(taken(follower), ElementsAre("{\"n\":1}"));
  }
}

TEST(LineFollower, LittleThatIsNewTakesOneThread) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  append(path, line_of(1) + "\n" + line_of(2) + "\n");
  LineFollower follower(path);
  EXPECT_THAT(taken_by_two(follower).first, ElementsAre("{\"n\":1}", "{\"n\":2}"));
}

TEST(LineFollower, DamageInEitherHalfIsToldInOrder) {
  const ScratchFolder scratch;
  std::string text;
  for (int i = 10; i < 50; ++i) {
    std::string line = line_of(i);
    if (i == 13 || i == 46) line[5] = '9';
    text += line + "\n";
  }
  write_text(scratch.path("games.jsonl"), text);
  LineFollower follower(scratch.path("games.jsonl"), 1);
  EXPECT_THAT(taken_by_two(follower).news.damaged, ElementsAre(HasSubstr("checksum"), HasSubstr("checksum")));
}

TEST(LineFollower, WhatASecondThreadsTakerThrowsIsThrown) {
  const ScratchFolder scratch;
  const std::string path = scratch.path("games.jsonl");
  for (int i = 0; i < 40; ++i) append(path, line_of(i) + "\n");
  LineFollower follower(path, 1);
  const TakeLine accept = [](const std::string&, std::size_t) {};
  const TakeLine refuse = [](const std::string&, std::size_t) { throw RunError("no"); };
  EXPECT_THROW((void)follower.look(accept, refuse), RunError);
  EXPECT_THROW((void)follower.look(refuse, accept), RunError);
}

TEST(RecordFollower, TellsThatTwoThreadsKeptOneGame) {
  const ScratchFolder scratch;
  std::string text;
  for (std::uint32_t pair = 0; pair < 20; ++pair) text += with_checksum(to_json_line(example_record(pair, 0))) + "\n";
  write_text(scratch.path("games.jsonl"), text);
  const auto ignore = [](GameRecord&&) {};
  RecordFollower<GameRecord> once(kGameFormat, scratch.path(), 1);
  const LineNews news = once.look(ignore, ignore);
  EXPECT_EQ(news.lines, 20U);
  EXPECT_FALSE(news.has_repetitions);
  EXPECT_EQ(once.look(ignore, ignore).lines, 0U);
  append(scratch.path("games.jsonl"), text);
  EXPECT_TRUE(once.look(ignore, ignore).has_repetitions) << "the second thread does not know the older ones";
  RecordFollower<GameRecord> twice(kGameFormat, scratch.path(), 1);
  EXPECT_TRUE(twice.look(ignore, ignore).has_repetitions);
}

TEST(RecordFollower, ARecordThatTwoFilesHoldComesOnce) {
  const ScratchFolder scratch;
  testing::write_notes(scratch.path(), {testing::note("1")}, {.index = 1, .count = 2});
  RecordFollower<testing::Note> follower(testing::kNoteFormat, scratch.path());
  std::vector<std::string> ids;
  const auto keep = [&](testing::Note&& note) { ids.push_back(note.id); };
  EXPECT_EQ(follower.look(keep).lines, 1U);
  const auto line = [](const char* id) { return with_checksum(testing::note(id)) + "\n"; };
  append(scratch.path("notes.jsonl"), line("1") + line("2"));
  EXPECT_EQ(follower.look(keep).lines, 1U);
  EXPECT_THAT(ids, ElementsAre("1", "2"));
}

}  // namespace
}  // namespace rootward
