// Reads a stream to its end in a thread of its own, so that its writer never waits, and keeps the last of it.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "core/file_io.h"

namespace rootward {

/// The last lines of a program's output, together at most `limit` characters: the end of the last line where that alone
/// is longer. Control characters but line ends are escaped (\x1b), what is no UTF-8 too. "" without any.
std::string quoted_tail(std::string_view output, std::size_t limit);

class OutputTail {
 public:
  static constexpr std::size_t kKeptBytes = 4096;
  static constexpr std::size_t kQuotedCharacters = 1000;

  explicit OutputTail(FileDescriptor stream);
  OutputTail(const OutputTail&) = delete;
  OutputTail& operator=(const OutputTail&) = delete;
  /// Stops reading, also where the stream is still open.
  ~OutputTail();

  /// What came last, for a message: see quoted_tail().
  [[nodiscard]] std::string text() const;
  /// Waits up to `seconds` for the stream's end.
  void wait_for_end(double seconds) const;

 private:
  void drain();

  FileDescriptor stream_;
  FileDescriptor wake_;
  mutable std::mutex mutex_;  // guards what follows
  std::string tail_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace rootward
