// games.jsonl: torn last lines, corrupt ones elsewhere, and a disk that fills up.
#include "lab/arena/game_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using testing::example_record;
using ::testing::HasSubstr;
using testing::read_text;
using testing::ScratchFolder;
using testing::write_text;

struct Content {
  std::vector<GameRecord> games;
  std::size_t whole_bytes = 0;
  std::string warning;
};

Content read_game_file(const std::string& path) {
  Content content;
  RecordReader<GameRecord> reader(kGameFormat);
  const LineFileState state =
      reader.read(path, [&](GameRecord&& game, const std::string&) { content.games.push_back(std::move(game)); });
  content.whole_bytes = state.whole_bytes;
  content.warning = state.warning;
  return content;
}

/// games.jsonl opened for writing.
class Writer {
 public:
  Writer(const std::string& path, std::size_t whole_bytes) : lines_(path, whole_bytes, "a finished game") {}
  void append(const GameRecord& game) { lines_.append(to_json_line(game)); }
  void sync() { lines_.sync(); }

 private:
  LineFileWriter lines_;
};

std::string line(std::uint32_t pair, int game) {
  return with_checksum(to_json_line(example_record(pair, game))) + "\n";
}

TEST(GameFile, AppendsLinesThatReadBack) {
  const ScratchFolder folder;
  Writer writer(folder.path("games.jsonl"), 0);
  writer.append(example_record(0, 0));
  writer.append(example_record(0, 1));
  writer.sync();
  EXPECT_EQ(read_text(folder.path("games.jsonl")), line(0, 0) + line(0, 1));
  const Content content = read_game_file(folder.path("games.jsonl"));
  EXPECT_EQ(content.games.size(), 2U);
  EXPECT_EQ(content.warning, "");
  EXPECT_EQ(content.whole_bytes, read_text(folder.path("games.jsonl")).size());
}

TEST(GameFile, IsEmptyWhereItIsMissing) {
  const ScratchFolder folder;
  EXPECT_TRUE(read_game_file(folder.path("games.jsonl")).games.empty());
}

TEST(GameFile, TornLastLineIsDroppedAndCutOffWhereverItWasTorn) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  const std::string last = line(1, 0);
  for (std::size_t kept = 1; kept < last.size(); ++kept) {
    write_text(path, line(0, 0) + line(0, 1) + last.substr(0, kept));
    const Content content = read_game_file(path);
    ASSERT_EQ(content.games.size(), 2U);
    ASSERT_THAT(content.warning, HasSubstr(path + ":3:"));
    Writer(path, content.whole_bytes).append(example_record(1, 0));
    ASSERT_EQ(read_text(path), line(0, 0) + line(0, 1) + last);
  }
}

TEST(GameFile, GarbageAtTheEndIsDroppedToo) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  write_text(path, line(0, 0) + std::string(40, '\0') + "\n");
  EXPECT_EQ(read_game_file(path).games.size(), 1U);
  EXPECT_EQ(read_game_file(path).whole_bytes, line(0, 0).size());
}

TEST(GameFile, CorruptLineElsewhereIsAnErrorWithItsPlace) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  std::string damaged = line(0, 1);
  damaged.replace(damaged.find("\"score\""), 7, "\"scare\"");
  for (const std::string& bad : {damaged, std::string("\n"), line(0, 1).substr(0, 50) + "\n", std::string("{}\n")}) {
    write_text(path, line(0, 0) + bad + line(1, 0));
    try {
      (void)read_game_file(path);
      ADD_FAILURE() << "accepted: " << bad;
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path + ":2: corrupt line"));
    }
  }
}

TEST(GameFile, FullDiskLeavesWholeLinesAndSaysSo) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  Writer writer(path, 0);
  rlimit small = before;
  small.rlim_cur = line(0, 0).size() * 3 + 100;  // three lines and a part of the fourth
  setrlimit(RLIMIT_FSIZE, &small);
  std::string message;
  std::uint32_t stored = 0;
  try {
    for (; stored < 10; ++stored) writer.append(example_record(stored, 0));
  } catch (const RunError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(stored, 3U);
  EXPECT_THAT(message, HasSubstr("the disk is full"));
  EXPECT_EQ(read_text(path), line(0, 0) + line(1, 0) + line(2, 0));
  writer.append(example_record(3, 0));
  EXPECT_EQ(read_game_file(path).games.size(), 4U);
}

}  // namespace
}  // namespace rootward
