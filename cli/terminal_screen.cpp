// Alternate screen, keys without echo, and handlers that undo both.
#include "cli/terminal_screen.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string_view>

#include "cli/output.h"
#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view kLeave = "\x1b[0m\x1b[?25h\x1b[?1049l";

// What handlers reach.
std::atomic<int> screen_stops{0};
std::atomic<bool> screen_suspends{false};
std::atomic<bool> screen_is_entered{false};
std::atomic<bool> screen_has_mode{false};
termios screen_mode_before{};

/// Only what a signal handler may call.
void give_terminal_back() {
  if (!screen_is_entered.exchange(false)) return;
  (void)!::write(STDOUT_FILENO, kLeave.data(), kLeave.size());
  if (screen_has_mode.load()) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &screen_mode_before);
}

extern "C" void on_screen_stop(int) {
  if (screen_stops.fetch_add(1) == 0) return;
  give_terminal_back();
  ::_exit(static_cast<int>(ExitCode::interrupted));
}

extern "C" void on_screen_suspend(int) { screen_suspends = true; }

extern "C" void on_screen_resize(int) {}

extern "C" void on_screen_crash(int signal) {
  give_terminal_back();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

auto screen_handler_of(int signal) {
  if (signal == SIGTSTP) return &on_screen_suspend;
  if (signal == SIGWINCH) return &on_screen_resize;
  const bool is_stop = signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
  return is_stop ? &on_screen_stop : &on_screen_crash;
}

const char* tone_sequence(watch::Tone tone) {
  switch (tone) {
    case watch::Tone::strong:
      return "\x1b[1m";
    case watch::Tone::faint:
      return "\x1b[2m";
    case watch::Tone::alarm:
      return "\x1b[31m";
    case watch::Tone::plain:
      break;
  }
  return "";
}

/// Takes the first key from what was typed.
KeyPress take_key(std::string& typed) {
  const bool is_sequence = typed.size() >= 3 && typed[0] == '\x1b' && (typed[1] == '[' || typed[1] == 'O');
  const char letter = is_sequence ? typed[2] : typed[0];
  typed.erase(0, is_sequence ? 3 : 1);
  if (!is_sequence) return letter == '\x1b' ? KeyPress{} : KeyPress{Key::letter, letter};
  if (letter == 'A') return {Key::up};
  if (letter == 'B') return {Key::down};
  if (letter == 'C') return {Key::right};
  return letter == 'D' ? KeyPress{Key::left} : KeyPress{};
}

}  // namespace

ScreenSize screen_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return {size.ws_col, size.ws_row};
  const char* columns = std::getenv("COLUMNS");
  const long width = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  return {width >= 40 && width <= 1000 ? static_cast<std::size_t>(width) : 80, 0};
}

TerminalScreen::TerminalScreen() : has_keys_(::isatty(STDIN_FILENO) == 1) {
  screen_stops = 0;
  screen_suspends = false;
  screen_has_mode = has_keys_ && ::tcgetattr(STDIN_FILENO, &screen_mode_before) == 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = screen_handler_of(kSignals[i]);
    ::sigaction(kSignals[i], &action, &before_[i]);
  }
  enter();
}

TerminalScreen::~TerminalScreen() {
  leave();
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

void TerminalScreen::enter() {
  screen_is_entered = true;
  if (screen_has_mode) {
    termios mode = screen_mode_before;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
  }
  write_results(kEnter);
  flush_results();
}

void TerminalScreen::leave() { give_terminal_back(); }

bool TerminalScreen::stop_requested() { return screen_stops.load() > 0; }

void TerminalScreen::show(const std::vector<watch::ShownLine>& lines) {
  std::string text = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += tone_sequence(lines[i].tone) + lines[i].text + "\x1b[0m\x1b[K";
    if (i + 1 < lines.size()) text += "\r\n";
  }
  write_results(text + "\x1b[J");
  flush_results();
}

KeyPress TerminalScreen::wait_for_key(std::chrono::milliseconds patience) {
  if (screen_suspends.exchange(false)) {
    leave();
    ::raise(SIGSTOP);
    enter();
    return {};
  }
  if (!typed_.empty()) return take_key(typed_);
  pollfd input{.fd = has_keys_ ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, static_cast<int>(patience.count())) <= 0) return {};
  std::array<char, 256> bytes{};
  const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (got <= 0) {
    has_keys_ = false;  // the terminal is gone
    return {};
  }
  typed_.assign(bytes.data(), static_cast<std::size_t>(got));
  return take_key(typed_);
}

}  // namespace rootward
