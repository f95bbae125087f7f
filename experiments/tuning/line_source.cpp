// A reading thread that looks up from its input now and then.
#include "experiments/tuning/line_source.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/errors.h"

namespace rootward::tuning {

LineSource::LineSource(int fd, std::function<void()> on_news)
    : fd_(fd), on_news_(std::move(on_news)), reader_(1, [this] { read_all(); }) {
  if (reader_.size() == 0) throw RunError(reader_.shortage());
}

LineSource::~LineSource() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  reader_.join();
}

void LineSource::read_all() {
  constexpr int kLookUpMilliseconds = 100;
  std::array<char, 65536> buffer{};
  for (;;) {
    pollfd ready{.fd = fd_, .events = POLLIN, .revents = 0};
    const int found = ::poll(&ready, 1, kLookUpMilliseconds);
    {
      const std::lock_guard lock(mutex_);
      if (is_stopping_) return;
    }
    if (found == 0 || (found < 0 && errno == EINTR)) continue;
    const ssize_t got = found < 0 ? -1 : ::read(fd_, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    take_in({buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0});
    on_news_();
    if (got <= 0) return;
  }
}

/// An empty text is the end.
void LineSource::take_in(std::string_view text) {
  const std::lock_guard lock(mutex_);
  rest_ += text;
  const auto add = [this](std::string line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines_.push_back(std::move(line));
  };
  std::size_t begin = 0;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n', begin)) {
    add(rest_.substr(begin, end - begin));
    begin = end + 1;
  }
  rest_.erase(0, begin);
  if (!text.empty()) return;
  if (!rest_.empty()) add(std::exchange(rest_, {}));
  has_ended_ = true;
}

std::optional<std::string> LineSource::take() {
  const std::lock_guard lock(mutex_);
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

bool LineSource::has_ended() {
  const std::lock_guard lock(mutex_);
  return has_ended_;
}

void write_line(std::FILE* stream, const std::string& line) {
  errno = 0;
  if (std::fputs((line + "\n").c_str(), stream) < 0 || std::fflush(stream) != 0)
    throw std::system_error(errno, std::generic_category(), "standard output");
}

}  // namespace rootward::tuning
