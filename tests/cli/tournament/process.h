// The built program as a child process that can be watched, signalled and killed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rootward::testing {

/// What a finished process left.
struct Finished {
  int exit_code = -1;  ///< -1 where a signal killed it
  std::string out;
  std::string err;
  double seconds = 0;  ///< from start to end
};

/// `rootward ARGUMENTS` in the folder `directory`; killed at the end of this object if it still runs.
class Process {
 public:
  /// `file_limit` > 0: no file may grow beyond so many bytes, as on a full disk.
  Process(const std::string& directory, const std::vector<std::string>& arguments, std::uint64_t file_limit = 0);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  [[nodiscard]] pid_t pid() const { return pid_; }
  void send(int signal) const;
  /// Waits until `condition` holds; false where the process ended or three minutes went by before: a program under TSan
  /// beside other work is that slow.
  bool wait_until(const std::function<bool()>& condition);
  Finished wait();

 private:
  [[nodiscard]] bool has_ended();

  pid_t pid_ = -1;
  bool is_reaped_ = false;
  int status_ = 0;
  std::string out_path_;
  std::string err_path_;
  std::chrono::steady_clock::time_point start_;
};

/// Arguments, and more behind them.
std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more);

/// Runs to the end.
Finished run_program(const std::string& directory, const std::vector<std::string>& arguments);

}  // namespace rootward::testing
