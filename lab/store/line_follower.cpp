// From where the last look ended to the last whole line.
#include "lab/store/line_follower.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <iterator>
#include <limits>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr ::off_t kFollowChunk = ::off_t{1} << 20;
constexpr ::off_t kNoEnd = std::numeric_limits<::off_t>::max();

}  // namespace

void LineNews::add(LineNews other) {
  lines += other.lines;
  is_shorter = is_shorter || other.is_shorter;
  has_repetitions = has_repetitions || other.has_repetitions;
  damaged.insert(damaged.end(), std::move_iterator(other.damaged.begin()), std::move_iterator(other.damaged.end()));
}

LineFollower::LineFollower(std::string path, std::size_t shared)
    : path_(std::move(path)), shared_(shared), is_attempt_(shard_of_attempt(path_).has_value()) {}

LineNews LineFollower::look_on(const TakeLine& first, const TakeLine* second) {
  LineNews news;
  struct stat there {};
  const FileDescriptor fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open() || ::fstat(fd.get(), &there) != 0) {
    if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE)
      throw RunError(file_error_text(path_, "cannot read", errno));
    if (!was_packed_) read_packed(first, news);
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
  if (offset_ == 0) has_checksums_ = begins_with_checksums(fd.get());
  const bool is_much = there.st_size - offset_ >= static_cast<::off_t>(shared_);
  if (is_much && second != nullptr && !is_attempt_)  // behind an attempt's damaged line nothing counts
    read_halves(fd.get(), there.st_size, first, *second, news);
  else
    offset_ = read_part(fd.get(), offset_, kNoEnd, first, news);
  return news;
}

void LineFollower::read_halves(int fd, ::off_t end, const TakeLine& first, const TakeLine& second, LineNews& news) {
  const ::off_t middle = next_line(fd, offset_ + (end - offset_) / 2);
  LineNews later;
  std::future<::off_t> rest =
      std::async(std::launch::async, [&] { return read_part(fd, middle, kNoEnd, second, later); });
  (void)read_part(fd, offset_, middle, first, news);
  offset_ = rest.get();
  news.add(std::move(later));
}

/// Where the first line begins that was not handed out: what stands behind the last newline is being written, and is
/// read again next time.
::off_t LineFollower::read_part(int fd, ::off_t from, ::off_t to, const TakeLine& take, LineNews& news) {
  std::string buffer, line;
  std::size_t used = 0;
  ::off_t next = from;
  for (::off_t at = from;;) {
    buffer.resize(std::max(buffer.size(), used + kFollowChunk));
    const std::size_t got = read_at(fd, buffer.data() + used, std::min<::off_t>(kFollowChunk, to - at), at);
    if (got == 0) return next;
    at += static_cast<::off_t>(got);
    std::size_t start = 0;
    const std::string_view text(buffer.data(), used + got);
    for (std::size_t end = text.find('\n', used); end != std::string_view::npos; end = text.find('\n', start)) {
      line.assign(text.substr(start, end - start));
      hand_out(line, take, news);
      next += static_cast<::off_t>(end + 1 - start);
      start = end + 1;
      if (has_ended_) return next;
    }
    used = text.size() - start;
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(start), used, buffer.begin());
  }
}

/// Where the line behind the one at this place begins; the file's end where there is none.
::off_t LineFollower::next_line(int fd, ::off_t at) const {
  std::string buffer(kFollowChunk / 16, '\0');
  for (;;) {
    const std::size_t got = read_at(fd, buffer.data(), static_cast<::off_t>(buffer.size()), at);
    const std::size_t end = std::string_view(buffer.data(), got).find('\n');
    if (end != std::string_view::npos) return at + static_cast<::off_t>(end) + 1;
    if (got == 0) return at;
    at += static_cast<::off_t>(got);
  }
}

bool LineFollower::begins_with_checksums(int fd) const {
  std::string start(kFollowChunk / 16, '\0');
  start.resize(read_at(fd, start.data(), static_cast<::off_t>(start.size()), 0));
  return has_checksums(start);
}

std::size_t LineFollower::read_at(int fd, char* to, ::off_t most, ::off_t at) const {
  for (;;) {
    const ssize_t got = ::pread(fd, to, static_cast<std::size_t>(most), at);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw RunError(file_error_text(path_, "cannot read", errno));
  }
}

void LineFollower::read_packed(const TakeLine& take, LineNews& news) {
  LineFileReader reader(path_);
  if (reader.file().empty()) return;
  has_checksums_ = false;  // the reader looks at them
  StoredLine line;
  while (!has_ended_ && reader.next(line)) {
    if (!line.damage().empty())
      news.damaged.push_back(fmt::format("{}:{}: {}", reader.file(), line.number, line.damage()));
    else
      hand_out(line.text, take, news);
  }
  was_packed_ = true;
}

void LineFollower::hand_out(std::string& line, const TakeLine& take, LineNews& news) {
  try {
    const Checksum checksum = take_checksum(line);
    if (checksum == Checksum::wrong) throw UsageError("its checksum is not that of its text: it was changed");
    if (checksum == Checksum::none && has_checksums_)
      throw UsageError("it has no checksum, and lines beside it have one");
    take(line, 0);
    ++news.lines;
  } catch (const UsageError& error) {
    news.damaged.push_back(fmt::format("{}: a damaged line: {}", path_, error.what()));
    if (is_attempt_) has_ended_ = true;  // two threads read no attempt
  }
}

}  // namespace rootward
