// The built program on a pseudo-terminal of its own.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <string>
#include <vector>

namespace rootward::testing {

class Terminal {
 public:
  /// `rootward ARGUMENTS` in the folder `directory`, on a terminal of this size.
  Terminal(const std::string& directory, const std::vector<std::string>& arguments, unsigned short columns,
           unsigned short rows);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  void type(const std::string& keys) const;
  void send(int signal) const;
  /// Until the kernel says that the program is stopped.
  [[nodiscard]] bool wait_until_stopped() const;
  void resize(unsigned short columns, unsigned short rows) const;
  /// Whether this text came since the last call that found one, within a minute.
  bool wait_for(const std::string& text);
  /// The exit code; -1 where a signal ended it.
  int wait();
  /// All that it has written.
  [[nodiscard]] const std::string& written() const { return written_; }
  /// Of the terminal now, and before the program began.
  [[nodiscard]] termios mode() const;
  [[nodiscard]] const termios& mode_before() const { return before_; }

 private:
  void read_for(int milliseconds);

  int controller_ = -1;
  int terminal_ = -1;
  pid_t pid_ = -1;
  termios before_{};
  std::string written_;
  std::size_t seen_ = 0;
};

}  // namespace rootward::testing
