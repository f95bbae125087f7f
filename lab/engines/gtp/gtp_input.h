// Lines from a file descriptor, and whether there is more to read, without waiting.
#pragma once

#include <string>

namespace rootward {

class GtpInput {
 public:
  explicit GtpInput(int fd) : fd_(fd) {}
  /// Waits for the next line (LF; the last may lack it); false at the end of the input. Lines longer than 1 MiB are
  /// cut.
  bool next_line(std::string& line);
  /// Whether a line, a part of one, or the end of the input is there.
  [[nodiscard]] bool is_ready() const;

 private:
  int fd_;
  std::string buffer_;
  bool has_ended_ = false;
};

}  // namespace rootward
