// A file of lines that nobody looks at before it is whole: what is appended goes out in large pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/file_io.h"
#include "lab/store/line_checksum.h"

namespace rootward {

/// Throws RunError where the disk is full or fails.
class LineDraft {
 public:
  /// Makes the file; RunError where it is there. `what` is what a line holds, for errors: "a finished game".
  LineDraft(std::string path, std::string what);
  /// `object`: a line of JSON without newline and checksum. Returns its length in the file.
  std::size_t append(std::string_view object);
  /// Appends a part of another file as it stands.
  void copy(const FileDescriptor& from, std::size_t start, std::size_t size);
  /// Hands all to the system, for readers of the file.
  void flush();
  /// Forces all to the disk.
  void finish();
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Of the lines that were appended one by one.
  [[nodiscard]] const LineTally& tally() const { return tally_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(std::string_view what, int error_number) const;

  std::string path_;
  std::string what_;
  FileDescriptor fd_;
  std::string waiting_;
  std::size_t bytes_ = 0;
  LineTally tally_;
};

}  // namespace rootward
