// `--watch` of commands that play: the screen of `rootward status --watch` in place of the bar.
#pragma once

#include <sys/types.h>

#include <string>

namespace rootward {

/// A process of its own that shows the folder on the terminal that standard error is, for as long as this lives. Keys
/// go to it; `q` ends the screen, and the run goes on.
class WatchBeside {
 public:
  /// Throws RunError where no process can be started.
  explicit WatchBeside(const std::string& folder);
  WatchBeside(const WatchBeside&) = delete;
  WatchBeside& operator=(const WatchBeside&) = delete;
  /// The terminal is as it was before, with the last frame on it.
  ~WatchBeside();

  /// Whether there is a screen to show anything on.
  static bool has_terminal();

 private:
  pid_t pid_ = -1;
};

}  // namespace rootward
