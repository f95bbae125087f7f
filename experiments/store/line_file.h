// A file of lines, append-only: reading what is whole, and appending so that a crash or a full disk tears at most the
// last line.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/file_io.h"

namespace rootward {

/// What reading a file of lines tells beside the lines.
struct LineFileState {
  std::size_t whole_bytes = 0;  ///< length of the lines that are whole; a torn last line lies behind
  std::string warning;          ///< about a torn last line; "" where there is none
};

/// Hands every line, without its newline, to `parse`, which throws UsageError where the line is wrong. No file holds no
/// lines. A last line that lacks its end or is wrong was torn by a crash; the warning ends with `consequence`. Throws
/// RunError naming file and line where any other line is wrong.
LineFileState read_line_file(const std::string& path, const std::function<void(const std::string&)>& parse,
                             std::string_view consequence);

/// Newlines in the file; 0 where there is none.
std::size_t count_lines(const std::string& path);

/// Appends lines, one write() each. Throws RunError where the disk is full or fails; the file then ends with the last
/// whole line.
class LineFileWriter {
 public:
  /// Opens or makes the file and cuts it to `whole_bytes`. `what` is what a line holds, for errors: "a finished game".
  LineFileWriter(const std::string& path, std::size_t whole_bytes, std::string what);
  /// `line` lacks its newline.
  void append(std::string_view line);
  /// Forces what was appended to the disk.
  void sync();

 private:
  [[noreturn]] void fail(std::string_view what, int error_number);

  std::string path_;
  std::string what_;
  FileDescriptor fd_;
  std::size_t bytes_ = 0;
  std::chrono::steady_clock::time_point last_sync_;
};

}  // namespace rootward
