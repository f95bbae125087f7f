// Whole files: replaced completely or not at all.
#include "core/file_io.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>

#include "core/errors.h"
#include "core/sha256.h"
#include "core/temporary_name.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;
using testing::ScratchFolder;

std::size_t entries(const ScratchFolder& folder) {
  const std::filesystem::directory_iterator files(folder.path());
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

TEST(FileIo, ReplacesAndReads) {
  const ScratchFolder folder;
  write_file_atomically(folder.path("file"), "one");
  write_file_atomically(folder.path("file"), std::string(100'000, 'x'));
  EXPECT_EQ(read_whole_file(folder.path("file")), std::string(100'000, 'x'));
  EXPECT_EQ(entries(folder), 1U) << "no temporary file is left";
}

/// FIPS 180-4's examples, and a message of several blocks in pieces of any size.
TEST(Sha256, IsThatOfTheStandard) {
  const auto hex = [](std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.hex();
  };
  EXPECT_EQ(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1'000'000, 'a');
  EXPECT_EQ(hex(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  Sha256 pieces;
  for (std::size_t at = 0, size = 1; at < million.size(); at += size, size = size % 150 + 1)
    pieces.add(std::string_view(million).substr(at, size));
  EXPECT_EQ(pieces.hex(), hex(million));
}

TEST(FileIo, CreatesOnlyOnce) {
  const ScratchFolder folder;
  EXPECT_TRUE(create_file_atomically(folder.path("file"), "one"));
  EXPECT_FALSE(create_file_atomically(folder.path("file"), "two"));
  EXPECT_EQ(read_whole_file(folder.path("file")), "one");
  EXPECT_EQ(entries(folder), 1U);
}

TEST(FileIo, KeepsTheOldFileWhereTheNewOneDoesNotFit) {
  const ScratchFolder folder;
  write_file_atomically(folder.path("file"), "old");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &small);
  std::string message;
  try {
    write_file_atomically(folder.path("file"), std::string(5000, 'x'));
  } catch (const RunError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_THAT(message, HasSubstr("the disk is full"));
  EXPECT_EQ(read_whole_file(folder.path("file")), "old");
  EXPECT_EQ(entries(folder), 1U);
}

std::string run_error_of(const std::function<void()>& write) {
  try {
    write();
  } catch (const RunError& error) {
    return error.what();
  }
  return "written";
}

TEST(FileIo, FifosAndDevicesAreWrittenToAndStay) {
  const ScratchFolder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const FileDescriptor reader(::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  for (const auto& write : {&write_file_atomically, &write_named_file}) {
    write(fifo, "text");
    std::array<char, 10> got{};
    EXPECT_EQ(::read(reader.get(), got.data(), got.size()), 4);
    EXPECT_STREQ(got.data(), "text");
    EXPECT_TRUE(std::filesystem::is_fifo(fifo));
  }
  std::filesystem::create_symlink("/dev/full", folder.path("device"));
  EXPECT_THAT(run_error_of([&] { write_named_file(folder.path("device"), "text"); }),
              HasSubstr(folder.path("device") + ": cannot write: No space left"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("device")));
  EXPECT_EQ(entries(folder), 2U);
}

TEST(FileIo, OfASymbolicLinkThatIsNamedTheFileBehindItIsWritten) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("below"));
  const std::string file = folder.path("below/file");
  std::filesystem::create_symlink("below/second", folder.path("first"));
  std::filesystem::create_symlink("file", folder.path("below/second"));
  for (const std::string text : {"made", "replaced"}) {
    write_named_file(folder.path("first"), text);
    EXPECT_EQ(read_whole_file(file), text);
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(file)));
  }
  EXPECT_EQ(std::filesystem::read_symlink(folder.path("first")), "below/second");
  EXPECT_EQ(std::filesystem::read_symlink(folder.path("below/second")), "file");
  EXPECT_EQ(entries(folder), 2U) << "no temporary file is left";
  write_named_file(folder.path("plain"), "text");
  EXPECT_EQ(read_whole_file(folder.path("plain")), "text");
}

TEST(FileIo, WhatCannotBeWrittenToIsNamedWithWhatItIs) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("folder"));
  ASSERT_EQ(::mknod(folder.path("socket").c_str(), S_IFSOCK | 0600, 0), 0);
  for (const std::string name : {"folder", "socket"}) {
    std::filesystem::create_symlink(name, folder.path("to_" + name));
    for (const std::string& path : {folder.path(name), folder.path("to_" + name)})
      EXPECT_THAT(run_error_of([&] { write_named_file(path, "text"); }),
                  HasSubstr(path + ": is a " + name + ", which cannot be written to; allowed: a file"));
  }
  std::filesystem::create_symlink("itself", folder.path("itself"));
  EXPECT_THAT(run_error_of([&] { write_named_file(folder.path("itself"), "text"); }),
              HasSubstr("itself: cannot follow the symbolic link"));
}

/// To replace the file would lose what is in it: `rootward .. --out /dev/stdout >> log`.
TEST(FileIo, AnOpenFileIsNotReplacedByTheNameOfItsDescriptor) {
  const ScratchFolder folder;
  write_file_atomically(folder.path("log"), "old");
  const FileDescriptor log(::open(folder.path("log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  const std::string name = "/proc/self/fd/" + std::to_string(log.get());
  EXPECT_THAT(run_error_of([&] { write_named_file(name, "new"); }),
              HasSubstr(name + ": is a file that is open already"));
  EXPECT_EQ(read_whole_file(folder.path("log")), "old");
}

TEST(FileIo, ErrorsNameTheFile) {
  const ScratchFolder folder;
  EXPECT_THROW((void)read_whole_file(folder.path("missing")), RunError);
  try {
    write_file_atomically(folder.path("no/such/file"), "");
    ADD_FAILURE() << "there is no such folder";
  } catch (const RunError& error) {
    EXPECT_EQ(error.what(), folder.path("no/such/file") + ": cannot open: No such file or directory");
  }
  write_file_atomically(folder.path("file"), "");
  EXPECT_THROW(make_folders(folder.path("file/below")), RunError);
  EXPECT_THAT(file_error_text("games.jsonl", "cannot write", ENOSPC), HasSubstr("games.jsonl: cannot write: No space"));
}

TEST(FileIo, WhatAKilledWriterLeftIsRemoved) {
  const testing::ScratchFolder scratch;
  const std::string ours = std::filesystem::path(temporary_name("table.md")).filename();
  const std::string nobodys = testing::temporary_of_nobody("table.md");
  const std::vector<std::string> others = {ours, nobodys.substr(nobodys.find(".tmp.")), "a.tmp.", "a.tmp.12x", "a.tmp"};
  for (const std::string& name : others) testing::write_text(scratch.path(name), "text");
  testing::write_text(scratch.path(nobodys), "text");
  remove_stale_temporaries(scratch.path());
  EXPECT_FALSE(std::filesystem::exists(scratch.path(nobodys)));
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(scratch.path(name))) << name;
  remove_stale_temporaries(scratch.path("missing"));
}

TEST(FileIo, TemporaryNamesDifferAndThoseOfOtherHostsStayForADay) {
  const testing::ScratchFolder scratch;
  const std::string name = temporary_name(scratch.path("file"));
  EXPECT_NE(name, temporary_name(scratch.path("file"))) << "processes of other hosts may have the same number";
  testing::write_text(name, "ours");
  const std::string fresh = scratch.path("file.tmp.no.such.host.1.0123456789abcdef");
  const std::string old = scratch.path("file.tmp.no.such.host.2.0123456789abcdef");
  for (const std::string& file : {fresh, old}) testing::write_text(file, "theirs");
  std::filesystem::last_write_time(old, std::filesystem::last_write_time(fresh) - std::chrono::hours(25));
  remove_stale_temporaries(scratch.path());
  EXPECT_TRUE(std::filesystem::exists(name)) << "its writer lives";
  EXPECT_TRUE(std::filesystem::exists(fresh));
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_EQ(entries(scratch), 2U) << "no file of the look at the clock is left";
}

std::string reading_error_of(const std::string& path, std::size_t limit = kLargestText) {
  try {
    (void)read_whole_file(path, limit);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "read";
}

// The first page of a process's memory cannot be read: an error of input and output on every Linux.
TEST(FileIo, AFileThatCannotBeReadIsNamed) {
  EXPECT_EQ(reading_error_of("/proc/self/mem"), "/proc/self/mem: cannot read: Input/output error");
}

TEST(FileIo, AFileWithoutAnEndIsReadToTheLimitAndNoFurther) {
  EXPECT_EQ(reading_error_of("/dev/zero", 1000),
            "/dev/zero: is longer than 1000 bytes, the most that is read of such a file");
  const ScratchFolder folder;
  write_file_atomically(folder.path("file"), std::string(1000, 'x'));
  EXPECT_EQ(reading_error_of(folder.path("file"), 1000), "read");
  EXPECT_THAT(reading_error_of(folder.path("file"), 999), HasSubstr("is longer than 999 bytes"));
}

}  // namespace
}  // namespace rootward
