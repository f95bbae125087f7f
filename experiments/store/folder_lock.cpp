// flock on a small file that holds its owner's process id.
#include "experiments/store/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "core/errors.h"

namespace rootward {
namespace {

std::string holder_text(int fd) {
  std::array<char, 256> buffer{};
  const ssize_t got = ::pread(fd, buffer.data(), buffer.size(), 0);
  std::string text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  text.erase(text.find_last_not_of("\n ") + 1);
  return text.empty() ? "another process" : text;
}

std::string own_text() {
  std::array<char, 128> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return fmt::format("process {} on {}\n", ::getpid(), std::string_view(host.data()));
}

}  // namespace

FolderLock::FolderLock(const std::string& lock_file, Kind kind, const std::string& what)
    : fd_(open_own_file(lock_file, O_RDWR)) {
  const int mode = (kind == Kind::exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB;
  while (::flock(fd_.get(), mode) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) throw RunError(file_error_text(lock_file, "cannot lock", errno));
    throw RunError(fmt::format("{} is in use by {}; wait for it, or stop it and run the same command again", what,
                               holder_text(fd_.get())));
  }
  const std::string text = own_text();
  const bool is_written = ::ftruncate(fd_.get(), 0) == 0 &&
                          ::pwrite(fd_.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  // A full disk leaves the file empty: the lock holds all the same, only its owner cannot be named.
  if (!is_written) (void)!::ftruncate(fd_.get(), 0);
}

}  // namespace rootward
