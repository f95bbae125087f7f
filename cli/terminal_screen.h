// The whole terminal as a screen, by plain ANSI sequences; what was there before comes back, whatever ends the program.
#pragma once

#include <termios.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/watch/body.h"

namespace rootward {

struct ScreenSize {
  std::size_t width = 80;
  std::size_t height = 24;
};
/// Of the terminal that standard output is; else that of COLUMNS, 80, and no height.
ScreenSize screen_size();

enum class Key : std::uint8_t { none, up, down, left, right, letter };
struct KeyPress {
  Key key = Key::none;
  char letter = 0;
};

/// One at a time. While it lives, SIGINT, SIGTERM, SIGHUP and SIGQUIT only make stop_requested() true, and a second one
/// ends the process with the terminal as it was; so does a crash. SIGTSTP (Ctrl-Z) gives the terminal back until the
/// program goes on.
class TerminalScreen {
 public:
  TerminalScreen();
  TerminalScreen(const TerminalScreen&) = delete;
  TerminalScreen& operator=(const TerminalScreen&) = delete;
  ~TerminalScreen();

  void show(const std::vector<watch::ShownLine>& lines);
  /// The next key; none after `patience`, or where the terminal has another size now or a signal came.
  KeyPress wait_for_key(std::chrono::milliseconds patience);
  [[nodiscard]] static bool stop_requested();

 private:
  static constexpr std::array<int, 11> kSignals = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP, SIGWINCH,
                                                   SIGSEGV, SIGBUS,  SIGABRT, SIGFPE,  SIGILL};
  void enter();
  void leave();

  std::array<struct sigaction, kSignals.size()> before_{};
  bool has_keys_ = false;  // standard input is a terminal
  std::string typed_;      // keys that were read and not yet taken
};

}  // namespace rootward
