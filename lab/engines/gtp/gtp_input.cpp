// read() and poll(), because a buffered stream cannot tell whether a read would wait.
#include "lab/engines/gtp/gtp_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace rootward {

bool GtpInput::next_line(std::string& line) {
  constexpr std::size_t kLongest = 1 << 20;
  std::size_t scanned = 0;
  for (;;) {
    const std::size_t end = buffer_.find('\n', scanned);
    if (end != std::string::npos || (has_ended_ && !buffer_.empty())) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end == std::string::npos ? end : end + 1);
      return true;
    }
    if (has_ended_) return false;
    if (buffer_.size() > kLongest) buffer_.resize(kLongest);
    scanned = buffer_.size();
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(fd_, bytes.data(), bytes.size());
    if (count > 0) buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) has_ended_ = true;
  }
}

bool GtpInput::is_ready() const {
  if (!buffer_.empty() || has_ended_) return true;
  pollfd file{fd_, POLLIN, 0};
  return ::poll(&file, 1, 0) > 0;
}

}  // namespace rootward
