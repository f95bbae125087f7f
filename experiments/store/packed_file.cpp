// zlib; each step leaves the plain or the packed file whole, and where a kill leaves both, the plain one counts.
#include "experiments/store/packed_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr int kGzipFormat = 15 + 16;  // the largest window, with gzip's header, whose time stamp zlib leaves at 0
constexpr int kMemoryLevel = 8;
constexpr std::size_t kPackedChunk = std::size_t{1} << 18;

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

std::string packed_name(const std::string& path) { return path + ".gz"; }

std::string stored_form(const std::string& path) {
  if (file_exists(path)) return path;
  return file_exists(packed_name(path)) ? packed_name(path) : "";
}

std::string unpacked_text(const std::string& path) {
  PackedInput input(path);
  std::string text;
  std::string chunk(kPackedChunk, '\0');
  while (const std::size_t got = input.read(chunk.data(), chunk.size())) text.append(chunk, 0, got);
  return text;
}

PackedInput::PackedInput(const std::string& path) : path_(path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw RunError(file_error_text(path, "cannot open", errno));
  file_ = ::gzdopen(fd, "rb");
  if (file_ == nullptr) {
    ::close(fd);
    throw RunError(file_error_text(path, "cannot open", ENOMEM));
  }
  ::gzbuffer(file_, static_cast<unsigned>(kPackedChunk));
}

PackedInput::~PackedInput() { ::gzclose(file_); }

std::size_t PackedInput::read(char* into, std::size_t size) {
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
  const std::string from = packed_name(path);
  if (!file_exists(from)) return;
  if (!file_exists(path)) write_file_atomically(path, unpacked_text(from));
  remove_file(from);
}

}  // namespace rootward
