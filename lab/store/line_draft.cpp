// A buffer before a file descriptor.
#include "lab/store/line_draft.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

}  // namespace

LineDraft::LineDraft(std::string path, std::string what)
    : path_(std::move(path)), what_(std::move(what)), fd_(open_own_file(path_, O_WRONLY | O_EXCL)) {}

std::size_t LineDraft::append(std::string_view object) {
  const std::size_t before = waiting_.size();
  append_with_checksum(waiting_, object);
  tally_.add(object);
  waiting_ += '\n';
  const std::size_t size = waiting_.size() - before;
  bytes_ += size;
  if (waiting_.size() >= kPiece) flush();
  return size;
}

void LineDraft::copy(const FileDescriptor& from, std::size_t start, std::size_t size) {
  while (size > 0) {
    const std::size_t before = waiting_.size();
    const std::size_t asked = std::min(size, kPiece);
    waiting_.resize(before + asked);
    const ssize_t got = ::pread(from.get(), waiting_.data() + before, asked, static_cast<off_t>(start));
    if (got < 0 && errno == EINTR) {
      waiting_.resize(before);
      continue;
    }
    if (got <= 0) fail("cannot read back what was joined", got < 0 ? errno : EIO);
    const auto taken = static_cast<std::size_t>(got);
    waiting_.resize(before + taken);
    start += taken;
    size -= taken;
    bytes_ += taken;
    if (waiting_.size() >= kPiece) flush();
  }
}

void LineDraft::flush() {
  std::string_view left = waiting_;
  while (!left.empty()) {
    const ssize_t written = ::write(fd_.get(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot store " + what_, written < 0 ? errno : ENOSPC);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  waiting_.clear();
}

void LineDraft::finish() {
  flush();
  // Pipes and some network file systems know no fsync.
  if (::fsync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("cannot sync", errno);
  if (const int error = fd_.close(); error != 0) fail("cannot close", error);
}

void LineDraft::fail(std::string_view what, int error_number) const {
  throw RunError(file_error_text(path_, what, error_number));
}

}  // namespace rootward
