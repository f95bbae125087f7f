// Bytes of a file that xz has packed, as liblzma unpacks them.
#pragma once

#include <lzma.h>

#include <cstddef>
#include <string>

#include "core/file_io.h"

namespace rootward {

/// Whether the file begins as those of xz do. False where it cannot be read.
bool is_xz(const FileDescriptor& file);

class XzInput {
 public:
  /// `path` names the file in errors.
  XzInput(FileDescriptor file, std::string path);
  XzInput(const XzInput&) = delete;
  XzInput& operator=(const XzInput&) = delete;
  ~XzInput();
  /// At most `size` bytes; 0 at the end. Throws RunError where the file cannot be read, is cut off or is damaged.
  std::size_t read(char* into, std::size_t size);

 private:
  void fill();

  std::string path_;
  FileDescriptor file_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::string packed_;  // what was read and not unpacked yet
  bool is_at_end_ = false;
};

}  // namespace rootward
