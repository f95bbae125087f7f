// openpty, fork, exec.
#include "tests/cli/watch/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

namespace rootward::testing {

Terminal::Terminal(const std::string& directory, const std::vector<std::string>& arguments, unsigned short columns,
                   unsigned short rows) {
  const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  if (::openpty(&controller_, &terminal_, nullptr, nullptr, &size) != 0) return;
  ::tcgetattr(terminal_, &before_);
  std::string program = ROOTWARD_PROGRAM;
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv = {program.data()};
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  ::setsid();
  ::ioctl(terminal_, TIOCSCTTY, 0);
  for (const int stream : {0, 1, 2}) ::dup2(terminal_, stream);
  if (::chdir(directory.c_str()) == 0) ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

Terminal::~Terminal() {
  if (pid_ > 0) {
    send(SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(controller_);
  ::close(terminal_);
}

void Terminal::type(const std::string& keys) const { (void)!::write(controller_, keys.data(), keys.size()); }

void Terminal::send(int signal) const { ::kill(pid_, signal); }

bool Terminal::wait_until_stopped() const {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(3);
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG | WUNTRACED) != pid_ || !WIFSTOPPED(status)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

void Terminal::resize(unsigned short columns, unsigned short rows) const {
  const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(controller_, TIOCSWINSZ, &size);
}

void Terminal::read_for(int milliseconds) {
  pollfd output{.fd = controller_, .events = POLLIN, .revents = 0};
  if (::poll(&output, 1, milliseconds) <= 0) return;
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(controller_, bytes.data(), bytes.size());
  if (got > 0) written_.append(bytes.data(), static_cast<std::size_t>(got));
}

bool Terminal::wait_for(const std::string& text) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (;;) {
    const std::size_t found = written_.find(text, seen_);
    if (found != std::string::npos) {
      seen_ = found + text.size();
      return true;
    }
    if (std::chrono::steady_clock::now() > deadline) return false;
    read_for(50);
  }
}

int Terminal::wait() {
  int status = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    read_for(20);  // who writes to a full terminal waits
    if (std::chrono::steady_clock::now() > deadline) send(SIGKILL);
  }
  pid_ = -1;
  for (std::size_t before = written_.size() + 1; before != written_.size();) {
    before = written_.size();
    read_for(100);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

termios Terminal::mode() const {
  termios now{};
  ::tcgetattr(terminal_, &now);
  return now;
}

}  // namespace rootward::testing
