// The pipe's descriptor is replaced by one of an unnamed file in memory.
#include "lab/config/piped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"

namespace rootward::config {
namespace {

bool is_same_pipe(int descriptor, const struct stat& pipe) {
  struct stat own {};
  const int mode = ::fcntl(descriptor, F_GETFL);
  return mode != -1 && (mode & O_ACCMODE) == O_RDONLY && ::fstat(descriptor, &own) == 0 && own.st_dev == pipe.st_dev &&
         own.st_ino == pipe.st_ino;
}

/// Of this process, from which the pipe is read.
std::vector<int> descriptors_of(const struct stat& pipe) {
  std::vector<int> found;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", unreadable)) {
    const int descriptor = std::stoi(entry.path().filename().string());
    if (is_same_pipe(descriptor, pipe)) found.push_back(descriptor);
  }
  return found;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void keep_piped_text(const std::string& file, std::size_t limit) {
  struct stat pipe {};
  if (::stat(file.c_str(), &pipe) != 0 || !S_ISFIFO(pipe.st_mode)) return;
  const std::vector<int> descriptors = descriptors_of(pipe);
  if (descriptors.empty()) return;  // a named one, which everybody opens anew
  const std::string text = read_whole_file(file, limit);
  const int memory = ::memfd_create("configuration", 0);
  bool is_kept = memory != -1 && write_all(memory, text);
  for (const int descriptor : descriptors) is_kept = is_kept && ::dup2(memory, descriptor) != -1;
  const int error = errno;
  if (memory != -1) ::close(memory);
  if (!is_kept) throw RunError(fmt::format("{}: cannot be kept in memory: {}", file, std::strerror(error)));
}

std::string configuration_folder(const std::string& file) {
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) return file;
  return file.starts_with("/dev/") || file.starts_with("/proc/") ? ""
                                                                 : std::filesystem::path(file).parent_path().string();
}

}  // namespace rootward::config
