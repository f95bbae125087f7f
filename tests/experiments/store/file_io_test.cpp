// Whole files: replaced completely or not at all.
#include "core/file_io.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "core/errors.h"
#include "tests/experiments/store/scratch_folder.h"

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
  const std::string nobodys = "table.md.tmp.2147483647";  // beyond the largest process number
  const std::string ours = "table.md.tmp." + std::to_string(getpid());
  for (const std::string& name : {nobodys, ours, std::string(".tmp.2147483647"), std::string("a.tmp."),
                                  std::string("a.tmp.12x"), std::string("a.tmp")})
    testing::write_text(scratch.path(name), "text");
  remove_stale_temporaries(scratch.path());
  EXPECT_FALSE(std::filesystem::exists(scratch.path(nobodys)));
  for (const std::string& name :
       {ours, std::string(".tmp.2147483647"), std::string("a.tmp."), std::string("a.tmp.12x"), std::string("a.tmp")})
    EXPECT_TRUE(std::filesystem::exists(scratch.path(name))) << name;
  remove_stale_temporaries(scratch.path("missing"));
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
