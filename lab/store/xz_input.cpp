// liblzma's loop: every sum in the file is checked as it goes.
#include "lab/store/xz_input.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::size_t kXzChunk = std::size_t{1} << 18;
constexpr std::uint64_t kMostXzMemory = std::uint64_t{1} << 28;  // xz -9 wants 65 MiB

const std::uint8_t* bytes_of(const std::string& text) { return reinterpret_cast<const std::uint8_t*>(text.data()); }

std::string_view xz_problem(lzma_ret result) {
  if (result == LZMA_BUF_ERROR) return "the packed data are cut off";
  if (result == LZMA_MEMLIMIT_ERROR) return "unpacking it takes more than 256 MiB of memory; pack it by xz -9 or less";
  return "the packed data are damaged";
}

}  // namespace

bool is_xz(const FileDescriptor& file) {
  constexpr std::array<char, 6> kMagic = {'\xFD', '7', 'z', 'X', 'Z', '\0'};
  std::array<char, kMagic.size()> start{};
  return ::pread(file.get(), start.data(), start.size(), 0) == static_cast<ssize_t>(start.size()) && start == kMagic;
}

XzInput::XzInput(FileDescriptor file, std::string path) : path_(std::move(path)), file_(std::move(file)) {
  if (lzma_stream_decoder(&stream_, kMostXzMemory, LZMA_CONCATENATED) != LZMA_OK)
    throw RunError(file_error_text(path_, "cannot open", ENOMEM));
}

XzInput::~XzInput() { lzma_end(&stream_); }

void XzInput::fill() {
  packed_.resize(kXzChunk);
  ssize_t got = -1;
  do {
    got = ::read(file_.get(), packed_.data(), packed_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw RunError(file_error_text(path_, "cannot read", errno));
  is_at_end_ = got == 0;
  packed_.resize(static_cast<std::size_t>(got));
  stream_.next_in = bytes_of(packed_);
  stream_.avail_in = packed_.size();
}

std::size_t XzInput::read(char* into, std::size_t size) {
  stream_.next_out = reinterpret_cast<std::uint8_t*>(into);
  stream_.avail_out = size;
  while (stream_.avail_out == size) {
    if (stream_.avail_in == 0 && !is_at_end_) fill();
    const lzma_ret result = lzma_code(&stream_, is_at_end_ ? LZMA_FINISH : LZMA_RUN);
    if (result == LZMA_STREAM_END) break;
    if (result != LZMA_OK) throw RunError(path_ + ": " + std::string(xz_problem(result)));
  }
  return size - stream_.avail_out;
}

}  // namespace rootward
