// Files of lines: checksums, what cannot be read, what others do to a file that is written, and packed files.
#include "lab/store/line_file.h"
#include "lab/store/record_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>

#include "core/errors.h"
#include "core/json.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_text;
using testing::ScratchFolder;
using ::testing::SizeIs;
using testing::write_text;

std::string number_line(int number) { return R"({"n":)" + std::to_string(number) + "}"; }

/// The lines of a file, as they were given to the writer.
std::vector<std::string> lines_of(const std::string& path, LineFileState* state = nullptr,
                                  DamagedLines damaged = DamagedLines::refuse) {
  std::vector<std::string> lines;
  const LineFileState read = read_line_file(
      path,
      [&](const std::string& line, std::size_t) {
        (void)parse_json(line);
        lines.push_back(line);
      },
      "it counts as not there", damaged);
  if (state != nullptr) *state = read;
  return lines;
}

void write_numbers(const std::string& path, int count) {
  LineFileWriter writer(path, 0, "a number");
  for (int i = 0; i < count; ++i) writer.append(number_line(i));
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const RunError& error) {
    return error.what();
  } catch (const UsageError& error) {
    return std::string("usage: ") + error.what();
  }
  return "";
}

/// The test runner may be root, whom no permission stops.
bool is_root() { return ::geteuid() == 0; }

TEST(LineChecksum, EndsTheLineAndComesOffAgain) {
  std::string line = with_checksum("{\"n\":1}");
  EXPECT_THAT(line, ::testing::MatchesRegex("\\{\"n\":1,\"crc\":\"[0-9a-f]{8}\"\\}"));
  EXPECT_EQ(take_checksum(line), Checksum::right);
  EXPECT_EQ(line, "{\"n\":1}");
  EXPECT_EQ(with_checksum("{\"a\":\"b\"}"), "{\"a\":\"b\",\"crc\":\"6bf65c9c\"}");
  std::string old = "{\"n\":1}";
  EXPECT_EQ(take_checksum(old), Checksum::none);
  for (const char* changed : {"{\"n\":1,\"crc\":\"6bf65c9c\"}\r", "{\"n\":2}\r"}) {
    line = changed;
    const bool has_one = line.find("crc") != std::string::npos;
    EXPECT_EQ(take_checksum(line), has_one ? Checksum::wrong : Checksum::none);
    EXPECT_EQ(line.back(), '}') << "without the carriage return";
  }
}

TEST(LineTally, IsTheSameInAnyOrder) {
  LineTally one, other, twice;
  for (const int number : {1, 2, 3}) one.add(number_line(number));
  for (const int number : {3, 1, 2}) other.add(number_line(number));
  for (const int number : {1, 1, 2}) twice.add(number_line(number));
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.lines, 3U);
  EXPECT_FALSE(one == twice);
  EXPECT_EQ(tally_problem(one, other), "");
  EXPECT_EQ(tally_problem(one, twice), "its lines are not the 3 lines with which the run ended");
  other.add(number_line(4));
  EXPECT_EQ(tally_problem(one, other), "it has 1 more than the 3 lines with which the run ended");
  EXPECT_EQ(tally_problem(other, one), "1 of the 4 lines with which the run ended are missing");
}

TEST(LineFile, AnyChangedByteOfALineIsNoticed) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 3);
  const std::string good = read_text(path);
  const std::size_t length = good.size() / 3;
  for (std::size_t at = length; at + 1 < 2 * length; ++at) {
    for (const char changed : {static_cast<char>(good[at] ^ 1), static_cast<char>(good[at] ^ 0x20)}) {
      std::string text = good;
      text[at] = changed;
      write_text(path, text);
      EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(path + ":2: corrupt line")) << text;
    }
  }
}

TEST(LineFile, LinesWithoutChecksumAreReadWithOneNote) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_text(path, number_line(0) + "\n" + number_line(1) + "\n");
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state), ElementsAre(number_line(0), number_line(1)));
  std::vector<std::string> warnings;
  add_warnings(state, nullptr, warnings);
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0], HasSubstr("2 lines have no checksum"));
  warnings.clear();
  add_warnings(state, &state.tally, warnings);
  EXPECT_THAT(warnings, SizeIs(0)) << "the manifest's sum stands for them";
}

/// Whichever line it is that has lost its own.
TEST(LineFile, ALineWithoutAChecksumAmongOthersIsDamaged) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  for (int bare = 0; bare < 4; ++bare) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += (i == bare ? number_line(i) : with_checksum(number_line(i))) + "\n";
    write_text(path, text);
    EXPECT_THAT(error_of([&] { (void)lines_of(path); }),
                HasSubstr(path + ":" + std::to_string(bare + 1) + ": corrupt line: it has no checksum"));
    LineFileState state;
    EXPECT_THAT(lines_of(path, &state, DamagedLines::leave_out), SizeIs(3));
    EXPECT_THAT(state.left_out, SizeIs(1));
  }
}

/// An editor or a transfer may end lines as Windows does: the checksums still count.
TEST(LineFile, LinesThatEndByCarriageReturnsAreReadAndChecked) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 3);
  const std::string plain = read_text(path);
  std::string text;
  for (const char letter : plain) text += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  write_text(path, text);
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state), ElementsAre(number_line(0), number_line(1), number_line(2)));
  EXPECT_EQ(state.unchecked, 0U);
  EXPECT_EQ(state.whole_bytes, text.size());
  LineFileWriter(path, state.whole_bytes, "a number").append(number_line(3));
  EXPECT_THAT(lines_of(path), SizeIs(4));
  text[text.find("\"n\":1") + 4] = '7';
  write_text(path, text);
  EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(path + ":2: corrupt line: its checksum"));
}

TEST(LineFile, DamagedLinesAreLeftOutAndListedOnDemandOnly) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 3);
  std::string text = read_text(path);
  text[text.find("\"n\":1") + 4] = '7';
  write_text(path, text);
  EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr("--skip-damaged"));
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state, DamagedLines::leave_out), ElementsAre(number_line(0), number_line(2)));
  ASSERT_THAT(state.left_out, SizeIs(1));
  EXPECT_THAT(state.left_out.front(), HasSubstr(path + ":2: its checksum"));
  EXPECT_EQ(state.whole_bytes, text.size());
}

TEST(LineFile, AChangedLastLineIsNoTornOne) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 2);
  std::string text = read_text(path);
  text[text.find("\"n\":1") + 4] = '7';
  write_text(path, text);
  EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(path + ":2: corrupt line"));
}

constexpr RecordFiles kShardedFiles{
    .name = "games.jsonl", .has_shards = true, .record = "a game", .torn = "it is played again"};

TEST(LineFile, WhatCannotBeReadIsAnErrorAndOnlyWhatIsNotThereIsNothing) {
  const ScratchFolder folder;
  EXPECT_THAT(lines_of(folder.path("none.jsonl")), SizeIs(0));
  EXPECT_THAT(kShardedFiles.parts(folder.path("none")), SizeIs(0));
  std::filesystem::create_directory(folder.path("folder.jsonl"));
  EXPECT_THAT(error_of([&] { (void)lines_of(folder.path("folder.jsonl")); }), HasSubstr("folder.jsonl: cannot read"));
  write_text(folder.path("shards"), "no folder");
  EXPECT_THAT(error_of([&] { (void)kShardedFiles.parts(folder.path()); }), HasSubstr("shards: cannot read the folder"));
  if (is_root()) return;
  std::filesystem::remove(folder.path("shards"));
  std::filesystem::create_directory(folder.path("shards"));
  ::chmod(folder.path("shards").c_str(), 0);
  EXPECT_THAT(error_of([&] { (void)kShardedFiles.parts(folder.path()); }), HasSubstr("Permission denied"));
  ::chmod(folder.path("shards").c_str(), 0700);
}

TEST(LineFile, WriterNoticesThatItsFileWasRemovedReplacedOrCut) {
  using Act = std::function<void(const std::string&)>;
  const std::vector<std::pair<Act, std::string>> acts = {
      {[](const std::string& path) { std::filesystem::remove(path); }, "removed"},
      {[](const std::string& path) { std::filesystem::rename(path, path + ".old"); }, "removed"},
      {[](const std::string& path) {
         std::filesystem::copy(path, path + ".new");
         std::filesystem::rename(path + ".new", path);
       },
       "replaced"},
      {[](const std::string& path) { std::filesystem::resize_file(path, 3); }, "changed"},
  };
  for (const auto& [act, word] : acts) {
    const ScratchFolder folder;
    const std::string path = folder.path("lines.jsonl");
    LineFileWriter writer(path, 0, "a number");
    writer.append(number_line(0));
    act(path);
    EXPECT_THAT(error_of([&] { writer.sync(); }), HasSubstr(path + ": was " + word)) << word;
    EXPECT_THAT(error_of([&] { writer.append(number_line(1)); }), HasSubstr(path + ": was " + word)) << word;
  }
}

/// Flags of this process's descriptor of the file, as open(2) takes them.
int open_flags_of(const std::string& path) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (!std::filesystem::equivalent(entry.path(), path, gone)) continue;
    return ::fcntl(std::stoi(entry.path().filename().string()), F_GETFL);
  }
  return 0;
}

/// A cut may fall between the writer's look at the file and its write. What is appended then follows what is left:
/// written where the end had been, it would leave a hole of zero bytes, a corrupt line in the middle of the file.
TEST(LineFile, AFileThatIsCutIsWholeButForItsTornLine) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 3);
  const std::string good = read_text(path);
  const std::size_t left = good.size() - 5;
  {
    LineFileWriter writer(path, good.size(), "a number");
    EXPECT_NE(open_flags_of(path) & O_APPEND, 0);
    std::filesystem::resize_file(path, left);
    EXPECT_THAT(error_of([&] { writer.append(number_line(3)); }), HasSubstr(path + ": was changed"));
  }
  EXPECT_EQ(read_text(path), good.substr(0, left)) << "the writer that noticed has left it alone";
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state), ElementsAre(number_line(0), number_line(1)));
  EXPECT_THAT(state.warning, HasSubstr("torn"));
  LineFileWriter next(path, state.whole_bytes, "a number");
  for (const int number : {2, 3}) next.append(number_line(number));
  EXPECT_THAT(lines_of(path, &state), ElementsAre(number_line(0), number_line(1), number_line(2), number_line(3)));
  EXPECT_EQ(read_text(path).substr(0, good.size()), good);
  EXPECT_EQ(state.warning, "");
}

/// Cut again and again while lines are written: lines may be lost, and no byte is anything but a line's.
TEST(LineFile, CutsAtAnyMomentLeaveNoHoles) {
  const ScratchFolder folder;
  const std::string path = folder.path("lines.jsonl");
  write_numbers(path, 1);
  const std::size_t line_bytes = read_text(path).size();
  std::atomic<bool> is_done = false;
  std::thread cutter([&] {
    while (!is_done) (void)!::truncate(path.c_str(), static_cast<off_t>(line_bytes));
  });
  for (int round = 0; round < 2000; ++round) {
    LineFileWriter writer(path, line_bytes, "a number");
    (void)error_of([&] {
      for (int number = 0; number < 10; ++number) writer.append(number_line(number));
    });
    const std::string text = read_text(path);
    const bool has_hole = text.find('\0') != std::string::npos;
    EXPECT_FALSE(has_hole) << round;
    if (has_hole) break;
  }
  is_done = true;
  cutter.join();
}

TEST(LineFile, NothingIsWrittenThroughASymbolicLink) {
  const ScratchFolder folder;
  const std::string precious = folder.path("precious");
  write_text(precious, "mine");
  for (const std::string name : {"lines.jsonl", ".lock", "manifest.json"}) {
    const std::string path = folder.path(name);
    std::filesystem::create_symlink(precious, path);
    const std::string message = error_of([&] {
      if (name == "lines.jsonl") write_numbers(path, 1);
      if (name == ".lock") FolderLock(path, FolderLock::Kind::exclusive, "the folder");
      if (name == "manifest.json") write_file_atomically(path, "new");
    });
    EXPECT_EQ(read_text(precious), "mine") << name;
    // Replacing by rename touches the link alone.
    const bool is_replaced = name == "manifest.json";
    EXPECT_THAT(message, HasSubstr(is_replaced ? "" : path + ": is a symbolic link")) << name;
  }
}

TEST(LineFile, PackedFileStandsForThePlainOneAndIsUnpackedToGoOn) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  write_numbers(path, 1000);
  const std::string plain = read_text(path);
  compress_file(path);
  EXPECT_FALSE(file_exists(path));
  const std::string packed = read_text(packed_name(path));
  EXPECT_LT(packed.size(), plain.size() / 3);
  EXPECT_EQ(packed.substr(4, 4), std::string(4, '\0')) << "a time stamp";
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state), SizeIs(1000));
  EXPECT_EQ(state.whole_bytes, plain.size());
  LineFileWriter(path, state.whole_bytes, "a number").append(number_line(1000));
  EXPECT_FALSE(file_exists(packed_name(path)));
  EXPECT_THAT(lines_of(path), SizeIs(1001));
  EXPECT_EQ(read_text(path).substr(0, plain.size()), plain);
  write_text(path, plain);
  compress_file(path);
  EXPECT_EQ(read_text(packed_name(path)), packed) << "the same bytes each time";
}

std::string packed_by_xz(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  const lzma_ret result =
      lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size());
  EXPECT_EQ(result, LZMA_OK);
  packed.resize(size);
  return packed;
}

TEST(LineFile, AFilePackedByXzStandsForThePlainOneAndIsUnpackedToGoOn) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  write_numbers(path, 30'000);  // more than a buffer of any kind
  const std::string plain = read_text(path);
  std::filesystem::remove(path);
  const std::string half = plain.substr(0, plain.find('\n', plain.size() / 2) + 1);
  const std::string xz = path + ".xz";
  write_text(xz, packed_by_xz(half) + packed_by_xz(plain.substr(half.size())));  // as `cat` joins two
  EXPECT_EQ(stored_form(path), xz);
  EXPECT_EQ(plain_name(xz), path);
  LineFileState state;
  EXPECT_THAT(lines_of(path, &state), SizeIs(30'000));
  EXPECT_EQ(state.whole_bytes, plain.size());
  EXPECT_EQ(state.file, xz);
  LineFileWriter(path, state.whole_bytes, "a number").append(number_line(30'000));
  EXPECT_FALSE(file_exists(xz));
  EXPECT_EQ(read_text(path).substr(0, plain.size()), plain);
}

TEST(LineFile, DamagedXzIsAnErrorWithItsName) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  write_numbers(path, 1000);
  const std::string packed = packed_by_xz(read_text(path));
  std::filesystem::remove(path);
  std::string damaged = packed;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
  write_text(path + ".xz", damaged);
  EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(path + ".xz: the packed data are damaged"));
  for (const std::size_t size : {packed.size() / 2, packed.size() - 3, std::size_t{8}}) {
    write_text(path + ".xz", packed.substr(0, size));
    EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(path + ".xz: the packed data are cut off")) << size;
  }
}

TEST(LineFile, DamagedPackedFileIsAnErrorWithItsName) {
  const ScratchFolder folder;
  const std::string path = folder.path("games.jsonl");
  write_numbers(path, 1000);
  compress_file(path);
  const std::string packed = read_text(packed_name(path));
  std::string damaged = packed;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
  for (const std::string& bytes : {packed.substr(0, packed.size() / 2), packed.substr(0, packed.size() - 3), damaged}) {
    write_text(packed_name(path), bytes);
    EXPECT_THAT(error_of([&] { (void)lines_of(path); }), HasSubstr(packed_name(path)));
  }
}

TEST(LineFile, EndlessLineIsRefused) {
  EXPECT_THAT(error_of([] { (void)lines_of("/dev/zero"); }), HasSubstr("/dev/zero:1: longer than any line"));
}

}  // namespace
}  // namespace rootward
