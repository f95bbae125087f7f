// Reads, and writes by temporary file, fsync and rename.
#include "core/file_io.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/errors.h"

namespace rootward {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view what) {
  throw RunError(file_error_text(path, what, errno));
}

std::string folder_of(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

void write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "cannot write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Makes a rename or link in the folder survive a power cut; folders that cannot be synced are left alone.
void sync_folder(const std::string& folder) {
  const FileDescriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.is_open()) ::fsync(fd.get());
}

/// A file that is removed at the end of its life.
struct TemporaryFile {
  std::string path;
  explicit TemporaryFile(std::string name) : path(std::move(name)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path.c_str()); }
};

/// Opens `path` to be written; errors name `shown`.
FileDescriptor open_to_write(const std::string& path, int flags, const std::string& shown) {
  FileDescriptor fd(::open(path.c_str(), flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (fd.is_open()) return fd;
  if (errno == ELOOP)
    throw RunError(fmt::format("{}: is a symbolic link, and this program writes through none; remove it", path));
  fail(shown, "cannot open");
}

/// What goes wrong is told of `path`, whose temporary file this is.
void write_synced(const TemporaryFile& temporary, std::string_view text, const std::string& path) {
  const FileDescriptor fd = open_to_write(temporary.path, O_WRONLY | O_TRUNC, path);
  write_all(fd.get(), text, path);
  if (::fsync(fd.get()) != 0) fail(path, "cannot sync");
}

constexpr std::string_view kTemporaryMark = ".tmp.";

std::string temporary_name(const std::string& path) { return fmt::format("{}{}{}", path, kTemporaryMark, ::getpid()); }

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::string file_error_text(const std::string& path, std::string_view what, int error_number) {
  std::string text = fmt::format("{}: {}: {}", path, what, std::strerror(error_number));
  if (error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG)
    text += " (the disk is full: make room and run the same command again; what is stored is kept)";
  return text;
}

bool file_exists(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) fail(path, "cannot look at it");
  return false;
}

std::vector<std::string> list_folder(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  if (error == std::errc::no_such_file_or_directory) return paths;
  while (!error && entry != std::filesystem::directory_iterator()) {
    paths.push_back(entry->path().string());
    entry.increment(error);
  }
  if (error) throw RunError(file_error_text(folder, "cannot read the folder", error.value()));
  std::ranges::sort(paths);
  return paths;
}

FileDescriptor open_own_file(const std::string& path, int flags) { return open_to_write(path, flags, path); }

std::string read_whole_file(const std::string& path, std::size_t limit) {
  const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) fail(path, "cannot open");
  std::string text;
  std::string buffer(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "cannot read");
    if (got == 0) return text;
    text.append(buffer, 0, static_cast<std::size_t>(got));
    if (text.size() > limit)
      throw UsageError(fmt::format("{}: is longer than {} bytes, the most that is read of such a file", path, limit));
  }
}

void write_file_atomically(const std::string& path, std::string_view text) {
  const TemporaryFile temporary(temporary_name(path));
  write_synced(temporary, text, path);
  replace_file(path, temporary.path);
}

void replace_file(const std::string& path, const std::string& by) {
  if (::rename(by.c_str(), path.c_str()) != 0) fail(path, "cannot replace");
  sync_folder(folder_of(path));
}

bool create_file_atomically(const std::string& path, std::string_view text) {
  const TemporaryFile temporary(temporary_name(path));
  write_synced(temporary, text, path);
  if (::link(temporary.path.c_str(), path.c_str()) != 0) {
    if (errno == EEXIST) return false;
    fail(path, "cannot create");
  }
  sync_folder(folder_of(path));
  return true;
}

void remove_stale_temporaries(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const std::size_t mark = name.rfind(kTemporaryMark);
    if (mark == std::string::npos || mark == 0) continue;
    const char* const digits = name.data() + mark + kTemporaryMark.size();
    pid_t writer = 0;
    const auto read = std::from_chars(digits, name.data() + name.size(), writer);
    const bool is_ours = read.ec == std::errc() && read.ptr == name.data() + name.size() && writer > 0;
    if (is_ours && ::kill(writer, 0) != 0 && errno == ESRCH) std::filesystem::remove(entry.path(), error);
  }
}

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free descriptor is this one. What is written to a closed output has to fail still.
    (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void make_folders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw RunError(file_error_text(path, "cannot make the folder", error.value()));
}

}  // namespace rootward
