// Record files compressed by gzip: "games.jsonl.gz" stands for "games.jsonl". They are read wherever the plain ones are
// and never appended to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/file_io.h"

struct gzFile_s;

namespace rootward {

/// "games.jsonl.gz".
std::string packed_name(const std::string& path);
/// The file that holds `path`'s records: itself, else the packed one, else "". Throws RunError where neither can be
/// told.
std::string stored_form(const std::string& path);

/// Bytes of a file, unpacked where it is gzip. Throws RunError naming it.
class PackedInput {
 public:
  explicit PackedInput(const std::string& path);
  PackedInput(const PackedInput&) = delete;
  PackedInput& operator=(const PackedInput&) = delete;
  ~PackedInput();
  /// At most `size` bytes; 0 at the end.
  std::size_t read(char* into, std::size_t size);

 private:
  std::string path_;
  gzFile_s* file_ = nullptr;
};

/// All of them.
std::string unpacked_text(const std::string& path);

/// Replaces `path` by its packed form: the same bytes for the same text, whenever and by whoever. Nothing happens where
/// there is no such file.
void compress_file(const std::string& path);
/// Replaces the packed form by `path` itself. Nothing happens where there is none.
void unpack_file(const std::string& path);

}  // namespace rootward
