// zlib and liblzma; each step leaves the plain or the packed file whole, and where a kill leaves both, the plain one
// counts.
#include "lab/store/packed_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "core/errors.h"
#include "lab/store/xz_input.h"

namespace rootward {
namespace {

constexpr int kGzipFormat = 15 + 16;  // the largest window, with gzip's header, whose time stamp zlib leaves at 0
constexpr int kMemoryLevel = 8;
constexpr std::size_t kPackedChunk = std::size_t{1} << 18;
constexpr std::array<std::string_view, 2> kPackedEndings = {".gz", ".xz"};

std::string packed(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipFormat, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    throw RunError("cannot begin to compress");
  std::string bytes;
  std::string chunk(kPackedChunk, '\0');
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    const std::size_t given = std::min<std::size_t>(text.size(), std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    result = deflate(&stream, given == text.size() ? Z_FINISH : Z_NO_FLUSH);
    text.remove_prefix(given - stream.avail_in);
    bytes.append(chunk, 0, chunk.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return bytes;
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw RunError(file_error_text(path, "cannot remove it", errno));
}

}  // namespace

std::string packed_name(const std::string& path) { return path + std::string(kPackedEndings.front()); }

std::string_view plain_name(std::string_view file) {
  for (const std::string_view ending : kPackedEndings)
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  return file;
}

std::string stored_form(const std::string& path) {
  if (file_exists(path)) return path;
  for (const std::string_view ending : kPackedEndings)
    if (std::string packed = path + std::string(ending); file_exists(packed)) return packed;
  return "";
}

void remove_packed_forms(const std::string& path) {
  for (const std::string_view ending : kPackedEndings) (void)::unlink((path + std::string(ending)).c_str());
}

std::string unpacked_text(const std::string& path) {
  PackedInput input(path);
  std::string text;
  std::string chunk(kPackedChunk, '\0');
  while (const std::size_t got = input.read(chunk.data(), chunk.size())) text.append(chunk, 0, got);
  return text;
}

PackedInput::PackedInput(const std::string& path) : path_(path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw RunError(file_error_text(path, "cannot open", errno));
  if (is_xz(file)) {
    xz_ = std::make_unique<XzInput>(std::move(file), path);
    return;
  }
  file_ = ::gzdopen(file.get(), "rb");
  if (file_ == nullptr) throw RunError(file_error_text(path, "cannot open", ENOMEM));
  (void)file.release();
  ::gzbuffer(file_, static_cast<unsigned>(kPackedChunk));
}

PackedInput::~PackedInput() {
  if (file_ != nullptr) ::gzclose(file_);
}

std::size_t PackedInput::read(char* into, std::size_t size) {
  if (xz_) return xz_->read(into, size);
  const int got = ::gzread(file_, into, static_cast<unsigned>(size));
  if (got > 0) return static_cast<std::size_t>(got);
  int problem = Z_OK;
  (void)::gzerror(file_, &problem);
  if (problem == Z_ERRNO) throw RunError(file_error_text(path_, "cannot read", errno));
  if (problem == Z_BUF_ERROR) throw RunError(path_ + ": the packed data are cut off");
  if (got < 0 || problem != Z_OK) throw RunError(path_ + ": the packed data are damaged");
  return 0;
}

void compress_file(const std::string& path) {
  if (!file_exists(path)) return;
  constexpr std::size_t kLargestPacked = std::size_t{1} << 32;
  write_file_atomically(packed_name(path), packed(read_whole_file(path, kLargestPacked)));
  remove_file(path);
}

void unpack_file(const std::string& path) {
  const std::string from = stored_form(path);
  if (from.empty()) return;
  if (from != path) write_file_atomically(path, unpacked_text(from));
  remove_packed_forms(path);
}

}  // namespace rootward
