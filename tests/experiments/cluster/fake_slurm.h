// Slurm's programs as scripts that say what a test wants.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/file_io.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {

/// A folder on PATH with sbatch, squeue, scancel and scontrol.
class FakeSlurm {
 public:
  FakeSlurm() {
    say("sbatch",
        "n=$(cat \"$(dirname \"$0\")/jobs\" 2>/dev/null || echo 0)\nn=$((n + 1))\n"
        "echo $n > \"$(dirname \"$0\")/jobs\"\necho $n");
    say("scontrol", "echo 'MaxArraySize = 1001'");
    say("squeue", "true");
    say("scancel", "echo \"$@\" >> \"$(dirname \"$0\")/cancelled\"");
    before_ = std::getenv("PATH");
    ::setenv("PATH", (scratch_.path() + ":" + before_).c_str(), 1);
  }
  FakeSlurm(const FakeSlurm&) = delete;
  FakeSlurm& operator=(const FakeSlurm&) = delete;
  ~FakeSlurm() { ::setenv("PATH", before_.c_str(), 1); }
  void say(const std::string& name, const std::string& script) const {
    write_file_atomically(scratch_.path(name), "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(scratch_.path(name), std::filesystem::perms::all);
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    return file_exists(scratch_.path(name)) ? read_whole_file(scratch_.path(name)) : "";
  }

 private:
  ScratchFolder scratch_;
  std::string before_;
};

}  // namespace rootward::testing
