// From where the last look ended to the last whole line.
#include "experiments/store/line_follower.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::size_t kFollowChunk = std::size_t{1} << 20;

}  // namespace

LineFollower::LineFollower(std::string path)
    : path_(std::move(path)), is_attempt_(shard_of_attempt(path_).has_value()) {}

LineNews LineFollower::look(const TakeLine& take) {
  LineNews news;
  struct stat there {};
  const FileDescriptor fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open() || ::fstat(fd.get(), &there) != 0) {
    if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE)
      throw RunError(file_error_text(path_, "cannot read", errno));
    if (!was_packed_) read_packed(take, news);
    return news;
  }
  const bool is_other = inode_ != 0 && (there.st_ino != inode_ || there.st_dev != device_);
  if (is_other || was_packed_ || there.st_size < offset_) {
    news.is_shorter = was_packed_ || there.st_size < offset_;
    was_packed_ = false;
    offset_ = 0;
    has_ended_ = false;
  }
  inode_ = there.st_ino;
  device_ = there.st_dev;
  if (has_ended_) return news;
  read_on(fd.get(), take, news);
  return news;
}

/// What stands behind the last newline is being written: it is read again next time.
void LineFollower::read_on(int fd, const TakeLine& take, LineNews& news) {
  std::string buffer, line;
  std::size_t used = 0;
  for (::off_t at = offset_;;) {
    buffer.resize(std::max(buffer.size(), used + kFollowChunk));
    const ssize_t got = ::pread(fd, buffer.data() + used, kFollowChunk, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw RunError(file_error_text(path_, "cannot read", errno));
    if (got == 0) return;
    at += got;
    std::size_t start = 0;
    const std::string_view text(buffer.data(), used + static_cast<std::size_t>(got));
    for (std::size_t end = text.find('\n', used); end != std::string_view::npos; end = text.find('\n', start)) {
      line.assign(text.substr(start, end - start));
      hand_out(line, take, news);
      offset_ += static_cast<::off_t>(end + 1 - start);
      start = end + 1;
      if (has_ended_) return;
    }
    used = text.size() - start;
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(start), used, buffer.begin());
  }
}

void LineFollower::read_packed(const TakeLine& take, LineNews& news) {
  LineFileReader reader(path_);
  if (reader.file().empty()) return;
  StoredLine line;
  while (!has_ended_ && reader.next(line)) {
    if (line.checksum == Checksum::wrong || !line.has_end)
      news.damaged.push_back(fmt::format("{}:{}: {}", reader.file(), line.number, line.damage()));
    else
      hand_out(line.text, take, news);
  }
  was_packed_ = true;
}

void LineFollower::hand_out(std::string& line, const TakeLine& take, LineNews& news) {
  try {
    if (take_checksum(line) == Checksum::wrong)
      throw UsageError("its checksum is not that of its text: it was changed");
    take(line, 0);
    ++news.lines;
  } catch (const UsageError& error) {
    news.damaged.push_back(fmt::format("{}: a damaged line: {}", path_, error.what()));
    has_ended_ = is_attempt_;
  }
}

}  // namespace rootward
