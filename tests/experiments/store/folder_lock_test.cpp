// Locks between processes.
#include "experiments/store/folder_lock.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "core/errors.h"
#include "tests/experiments/store/scratch_folder.h"

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

}  // namespace
}  // namespace rootward
