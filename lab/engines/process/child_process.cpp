// Deadlines by poll(), ends by waitpid().
#include "lab/engines/process/child_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>

#include "lab/engines/process/process_cpu_time.h"

namespace rootward {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLongestWait = 1e6;  // seconds; beyond, clocks overflow
constexpr std::chrono::milliseconds kStopInterval{50};

class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(std::clamp(seconds, 0.0, kLongestWait)))) {}
  [[nodiscard]] bool is_over() const { return Clock::now() >= end_; }
  /// Milliseconds left, rounded up, no more than `limit`.
  [[nodiscard]] int milliseconds(std::chrono::milliseconds limit) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), limit).count());
  }

 private:
  Clock::time_point end_;
};

/// While it lives, writing to a pipe that nobody reads gives this thread an error in place of a signal.
class PipeSignalBlock {
 public:
  PipeSignalBlock() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;
  ~PipeSignalBlock() {
    const timespec now{};
    if (!was_pending_) ::sigtimedwait(&pipe_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

ChildProcess::ChildProcess(const ChildOptions& options)
    : child_(spawn_in_group(options, group_)), error_(std::move(child_.error)) {}

ChildProcess::~ChildProcess() { kill(); }

bool ChildProcess::write_line(std::string_view text, double seconds) const {
  if (!child_.input.is_open()) return false;
  const PipeSignalBlock block;
  const Deadline deadline(seconds);
  std::string line(text);
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::write(child_.input.get(), line.data() + done, line.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) return false;
    if (deadline.is_over()) return false;
    pollfd file{child_.input.get(), POLLOUT, 0};
    ::poll(&file, 1, deadline.milliseconds(kStopInterval));
  }
  return true;
}

LineRead ChildProcess::read_line(double seconds, const Stop& stop) {
  const Deadline deadline(seconds);
  for (;;) {
    if (std::optional<std::string> line = take_line()) return {LineStatus::line, std::move(*line)};
    if (buffer_.size() > kMaxLineBytes) return {LineStatus::too_long};
    if (stop && stop()) return {LineStatus::stopped};
    const bool was_over = has_ended();  // before the last read: what it wrote is then all there
    const Input input = read_some();
    if (input == Input::more) continue;
    if (input == Input::ended || was_over) return {LineStatus::closed};
    if (deadline.is_over()) return {LineStatus::timeout};
    pollfd file{child_.output.get(), POLLIN, 0};
    ::poll(&file, 1, deadline.milliseconds(kStopInterval));
  }
}

ChildProcess::Input ChildProcess::read_some() {
  std::array<char, 16384> bytes{};
  const ssize_t count = ::read(child_.output.get(), bytes.data(), bytes.size());
  if (count > 0) {
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    return Input::more;
  }
  const bool may_go_on = count < 0 && (errno == EAGAIN || errno == EINTR);
  return may_go_on ? Input::nothing : Input::ended;
}

std::optional<std::string> ChildProcess::take_line() {
  const std::size_t end = buffer_.find('\n', scanned_);
  if (end == std::string::npos) {
    scanned_ = buffer_.size();
    return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  scanned_ = 0;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void ChildProcess::end_input() { child_.input = FileDescriptor(); }

void ChildProcess::shut_down(double seconds) {
  constexpr double kLongestAfterSignal = 2;
  child_.input = FileDescriptor();
  if (!wait_for_end(seconds)) {
    signal_all(SIGTERM);
    wait_for_end(std::min(seconds, kLongestAfterSignal));
  }
  kill();
}

void ChildProcess::kill() {
  (void)cpu_seconds();
  if (!has_ended_) {
    signal_all(SIGKILL);
    rusage usage{};
    has_ended_ = ::wait4(child_.pid, &wait_status_, 0, &usage) == child_.pid;
    cpu_seconds_ = std::max(cpu_seconds_, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
  }
  group_.send(SIGKILL);  // descendants that it left behind
}

/// The program may have left its group (`setsid`).
void ChildProcess::signal_all(int signal) const {
  group_.send(signal);
  ::kill(child_.pid, signal);
}

bool ChildProcess::wait_for_end(double seconds) {
  constexpr std::chrono::milliseconds kInterval{2};
  const Deadline deadline(seconds);
  for (;;) {
    while (read_some() == Input::more) buffer_.clear();
    scanned_ = 0;
    if (has_ended()) return true;
    if (deadline.is_over()) return false;
    std::this_thread::sleep_for(kInterval);
  }
}

bool ChildProcess::has_ended() {
  if (has_ended_) return true;
  rusage usage{};
  if (::wait4(child_.pid, &wait_status_, WNOHANG, &usage) != child_.pid) return false;
  has_ended_ = true;
  cpu_seconds_ = std::max(cpu_seconds_, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
  return true;
}

std::optional<int> ChildProcess::exit_code() {
  if (!has_ended() || !WIFEXITED(wait_status_)) return std::nullopt;
  return WEXITSTATUS(wait_status_);
}

std::string ChildProcess::end_text() {
  if (!has_ended()) return "is running";
  if (WIFEXITED(wait_status_)) return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status_));
  const int signal = WTERMSIG(wait_status_);
  return fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal));
}

std::string ChildProcess::final_error_tail() const {
  constexpr double kPatience = 0.5;
  error_.wait_for_end(kPatience);
  return error_.text();
}

double ChildProcess::cpu_seconds() {
  if (!has_ended()) cpu_seconds_ = std::max(cpu_seconds_, process_tree_cpu_seconds(child_.pid));
  return cpu_seconds_;
}

}  // namespace rootward
