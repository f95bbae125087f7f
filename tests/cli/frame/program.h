// Runs the built program through the shell and catches what it says.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <unistd.h>

namespace rootward::testing {

struct Outcome {
  int exit_code = -1;  ///< the shell's; -1 where the command died of a signal
  std::string out;
  std::string err;
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Runs a shell command line in which `rootward` stands for the built program.
inline Outcome run_shell(const std::string& command_line) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("rootward-frame-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string define = "rootward() { '" ROOTWARD_PROGRAM "' \"$@\"; }; ";
  const std::string whole = "{ " + define + command_line + "; } >'" + (folder / "out").string() + "' 2>'" +
                            (folder / "err").string() + "' </dev/null";
  const int status = std::system(whole.c_str());
  Outcome outcome{.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                  .out = file_text(folder / "out"),
                  .err = file_text(folder / "err")};
  std::filesystem::remove_all(folder);
  return outcome;
}

/// What standard error says where a command line is refused as wrong usage: nothing on standard output, exit code 2.
inline std::string refusal(const std::string& command_line) {
  const Outcome outcome = run_shell(command_line);
  EXPECT_EQ(outcome.exit_code, 2) << command_line;
  EXPECT_EQ(outcome.out, "") << command_line;
  return outcome.err;
}

}  // namespace rootward::testing
