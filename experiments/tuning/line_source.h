// Lines of a file descriptor, read by a thread of its own, and lines written so that readers get them at once.
#pragma once

#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "lab/arena/thread_team.h"

namespace rootward::tuning {

/// Reads until the end of the input; lines of any length, LF or CRLF, a last one without an end of line too.
class LineSource {
 public:
  /// `on_news` is called from the reading thread after each read.
  LineSource(int fd, std::function<void()> on_news);
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;
  /// Stops reading, also where the input is still open.
  ~LineSource();

  /// The next line, if there is one.
  std::optional<std::string> take();
  /// No line will come any more beyond those that take() gives.
  [[nodiscard]] bool has_ended();

 private:
  void read_all();
  void take_in(std::string_view text);

  int fd_;
  std::function<void()> on_news_;
  std::mutex mutex_;  // guards what follows
  std::deque<std::string> lines_;
  std::string rest_;
  bool has_ended_ = false;
  bool is_stopping_ = false;
  ThreadTeam reader_;  // one thread
};

/// Writes the line with its end and flushes. Throws std::system_error.
void write_line(std::FILE* stream, const std::string& line);

}  // namespace rootward::tuning
