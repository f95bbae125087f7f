// poll() on the stream and on an event that ends the thread.
#include "lab/engines/process/output_tail.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace rootward {
namespace {

/// Bytes of the UTF-8 character that the text begins with; 0: none begins here.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80       ? 1
                             : byte(0) >> 5 == 6  ? 2
                             : byte(0) >> 4 == 14 ? 3
                             : byte(0) >> 3 == 30 ? 4
                                                  : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (byte(i) >> 6 != 2) return 0;
  return length;
}

/// The pieces in which the text is shown: characters, escaped where they would do something to a terminal.
std::vector<std::string> shown_characters(std::string_view text) {
  std::vector<std::string> shown;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const bool is_control = length == 0 || (first < 0x20 && first != '\n') || first == 0x7f ||
                            (length == 2 && first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
    if (is_control)
      shown.push_back(
          first == '\t' ? " " : fmt::format("\\x{:02x}", length == 2 ? static_cast<unsigned char>(text[1]) : first));
    else
      shown.emplace_back(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

std::thread start_thread(std::function<void()> body) {
  try {
    return std::thread(std::move(body));
  } catch (const std::system_error& error) {
    throw RunError("cannot start a thread: " + error.code().message());
  }
}

}  // namespace

std::string quoted_tail(std::string_view output, std::size_t limit) {
  constexpr std::string_view kSpaces = " \r\n\t";
  output = output.substr(0, output.find_last_not_of(kSpaces) + 1);
  std::string all;
  for (std::size_t end = 0; (end = output.find("\r\n")) != std::string_view::npos; output.remove_prefix(end + 1))
    all += output.substr(0, end);
  all += output;
  const std::vector<std::string> shown = shown_characters(all);
  std::size_t begin = shown.size();
  for (std::size_t i = shown.size(), size = 0; i > 0; --i) {
    size += shown[i - 1].size() > 1 && shown[i - 1][0] == '\\' ? shown[i - 1].size() : 1;
    if (size > limit) break;
    begin = i - 1;
  }
  if (begin > 0) {
    // Whole lines, where there is one.
    const auto line_end = std::find(shown.begin() + static_cast<std::ptrdiff_t>(begin - 1), shown.end(), "\n");
    if (line_end != shown.end()) begin = static_cast<std::size_t>(line_end - shown.begin()) + 1;
  }
  std::string text = begin > 0 ? "..." : "";
  if (begin > 0 && shown[begin - 1] == "\n") text += "\n";
  for (std::size_t i = begin; i < shown.size(); ++i) text += shown[i];
  return text;
}

OutputTail::OutputTail(FileDescriptor stream)
    : stream_(std::move(stream)), wake_(::eventfd(0, EFD_CLOEXEC)), thread_(start_thread([this] { drain(); })) {}

OutputTail::~OutputTail() {
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
  thread_.join();
}

std::string OutputTail::text() const {
  const std::lock_guard lock(mutex_);
  return quoted_tail(tail_, kQuotedCharacters);
}

void OutputTail::wait_for_end(double seconds) const {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (has_ended_) return;
    }
    if (std::chrono::steady_clock::now() >= deadline) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void OutputTail::drain() {
  std::array<char, 4096> buffer{};
  for (;;) {
    std::array<pollfd, 2> files = {pollfd{stream_.get(), POLLIN, 0}, pollfd{wake_.get(), POLLIN, 0}};
    if (::poll(files.data(), files.size(), -1) < 0) continue;
    if (files[1].revents != 0) return;
    const ssize_t count = ::read(stream_.get(), buffer.data(), buffer.size());
    const std::lock_guard lock(mutex_);
    if (count <= 0) {
      has_ended_ = true;
      return;
    }
    tail_.append(buffer.data(), static_cast<std::size_t>(count));
    if (tail_.size() > kKeptBytes) tail_.erase(0, tail_.size() - kKeptBytes);
  }
}

}  // namespace rootward
