// Locks between processes.
#include "lab/store/folder_lock.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "core/errors.h"
#include "core/file_io.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;
using testing::ScratchFolder;
using Kind = FolderLock::Kind;

/// What a refused lock says; "" where it was granted.
std::string refusal(const std::string& file, Kind kind) {
  try {
    const FolderLock lock(file, kind, "the folder");
    return "";
  } catch (const RunError& error) {
    return error.what();
  }
}

TEST(FolderLock, NamesTheProcessThatHoldsIt) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FolderLock lock(file, Kind::exclusive, "the folder");
    if (write(ready[1], "x", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const std::string text = refusal(file, Kind::exclusive);
  EXPECT_THAT(text, HasSubstr("the folder is in use by process " + std::to_string(child)));
  EXPECT_NE(refusal(file, Kind::shared), "");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(refusal(file, Kind::exclusive), "") << "a dead process holds nothing";
}

TEST(FolderLock, SharedOnesKeepOnlyExclusiveOnesOut) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  std::optional<FolderLock> shared(std::in_place, file, Kind::shared, "the folder");
  EXPECT_EQ(refusal(file, Kind::shared), "");
  EXPECT_NE(refusal(file, Kind::exclusive), "");
  shared.reset();
  EXPECT_EQ(refusal(file, Kind::exclusive), "");
}

std::string refusal_within(const std::string& file, std::chrono::milliseconds silence) {
  try {
    const FolderLock lock(file, Kind::exclusive, "the folder",
                          {.silence = silence, .look = std::chrono::milliseconds(5)});
    return "";
  } catch (const RunError& error) {
    return error.what();
  }
}

TEST(FolderLock, NoMachinesNameStaysInIt) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  {
    const FolderLock lock(file, Kind::exclusive, "the folder");
    EXPECT_THAT(read_whole_file(file), HasSubstr("process "));
  }
  EXPECT_EQ(read_whole_file(file), "");
}

/// flock() of many network file systems holds within one machine alone.
TEST(FolderLock, AnotherMachinesProcessIsAliveWhileItsNumberGrows) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  const auto owner = [&](int beat) {
    testing::write_text(file + ".owner", "process 7 on elsewhere, job 12, beat " + std::to_string(beat) + "\n");
  };
  owner(1);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    owner(2);
  });
  EXPECT_THAT(refusal_within(file, std::chrono::seconds(30)), HasSubstr("in use by process 7 on elsewhere"));
  other.join();
  EXPECT_EQ(refusal_within(file, std::chrono::milliseconds(50)), "") << "silent for so long: dead";
  EXPECT_FALSE(std::filesystem::exists(file + ".owner"));
}

TEST(FolderLock, WhatAKilledProcessOfThisMachineLeftIsTakenOverAtOnce) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  std::string text;
  {
    const FolderLock lock(file, Kind::exclusive, "the folder");
    text = testing::read_text(file + ".owner");
    EXPECT_THAT(text, HasSubstr("process " + std::to_string(getpid()) + " on "));
    EXPECT_THAT(text, HasSubstr(", beat 0"));
  }
  EXPECT_FALSE(std::filesystem::exists(file + ".owner"));
  testing::write_text(file + ".owner", text);
  EXPECT_EQ(refusal_within(file, std::chrono::seconds(30)), "");
}

TEST(FolderLock, ADamagedFileOfAnOwnerIsWatchedAndThenRemoved) {
  const ScratchFolder folder;
  const std::string file = folder.path("lock");
  testing::write_text(file + ".owner", std::string(9, '\0'));
  EXPECT_EQ(refusal_within(file, std::chrono::milliseconds(50)), "");
}

TEST(FolderLock, OfSeveralFoldersAllAreLockedOrNone) {
  const ScratchFolder folder;
  const std::vector<std::string> folders{folder.path("a"), folder.path("missing"), folder.path("b")};
  make_folders(folders.front());
  make_folders(folders.back());
  {
    const FolderLock used(folders.back() + "/.lock", Kind::exclusive, "b");
    EXPECT_FALSE(lock_unless_in_use(folders));
    EXPECT_EQ(refusal(folders.front() + "/.lock", Kind::exclusive), "") << "none is kept";
  }
  const auto locks = lock_unless_in_use(folders);
  ASSERT_TRUE(locks);
  EXPECT_EQ(locks->size(), 2U);
  EXPECT_NE(refusal(folders.front() + "/.lock", Kind::exclusive), "");
  EXPECT_FALSE(file_exists(folders[1])) << "and none is made";
}

}  // namespace
}  // namespace rootward
