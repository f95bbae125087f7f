// Packed record files: "games.jsonl.gz" and "games.jsonl.xz" stand for "games.jsonl". They are read wherever the plain
// one is and never appended to. This program packs by gzip; xz is smaller by a third and slower.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/file_io.h"

struct gzFile_s;

namespace rootward {

class XzInput;

/// "games.jsonl.gz", which compress_file() makes.
std::string packed_name(const std::string& path);
/// Without the ending of a packed file, where it has one.
std::string_view plain_name(std::string_view file);
/// The file that holds `path`'s records: itself, else a packed one, else "". Throws RunError where none can be told.
std::string stored_form(const std::string& path);
/// Where they are; `path` itself stays. Nothing is told of what fails.
void remove_packed_forms(const std::string& path);

/// Bytes of a file, unpacked where it is gzip or xz, whatever its name. Throws RunError naming it.
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
  std::unique_ptr<XzInput> xz_;  ///< null where the file is none of xz's
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
