// Reads, and writes by temporary file, fsync and rename.
#include "core/file_io.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/errors.h"
#include "core/number_text.h"
#include "core/temporary_name.h"

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

/// Forces to the disk what was written, and closes: until then a disk may turn out to be full.
void end_writing(FileDescriptor& fd, const std::string& path) {
  if (::fsync(fd.get()) != 0) fail(path, "cannot sync");
  errno = fd.close();
  if (errno != 0) fail(path, "cannot close");
}

/// What goes wrong is told of `path`, whose temporary file this is.
void write_synced(const TemporaryFile& temporary, std::string_view text, const std::string& path) {
  FileDescriptor fd = open_to_write(temporary.path, O_WRONLY | O_TRUNC, path);
  write_all(fd.get(), text, path);
  end_writing(fd, path);
}

/// Devices and FIFOs, which a file in their place would end. Throws RunError for what can be neither written to nor
/// replaced.
bool is_written_in_place(const std::string& path, mode_t mode) {
  if (S_ISDIR(mode) || S_ISSOCK(mode))
    throw RunError(
        fmt::format("{}: is a {}, which cannot be written to; allowed: a file, a device, a FIFO, or a name "
                    "that is not there yet",
                    path, S_ISDIR(mode) ? "folder" : "socket"));
  return S_ISCHR(mode) || S_ISBLK(mode) || S_ISFIFO(mode);
}

/// Unsynced: a FIFO cannot be.
void write_in_place(const std::string& path, std::string_view text) {
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (!fd.is_open()) fail(path, "cannot open");
  write_all(fd.get(), text, path);
  errno = fd.close();
  if (errno != 0) fail(path, "cannot close");
}

/// Throws RunError, naming `named`, for the links of /proc that stand for the open files of a process.
bool is_followed_link(const std::string& path, const std::string& named) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISLNK(facts.st_mode)) return false;
  struct statfs place {};
  if (::statfs(folder_of(path).c_str(), &place) == 0 && place.f_type == PROC_SUPER_MAGIC)
    throw RunError(fmt::format("{}: is a file that is open already; allowed: that file's own name, or a pipe", named));
  return true;
}

/// What a chain of symbolic links points to, whether it is there or not; any other path itself.
std::string end_of_links(const std::string& named) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::filesystem::path path(named);
  for (int followed = 0; is_followed_link(path.string(), named); ++followed) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    errno = followed < kMostLinks ? error.value() : ELOOP;
    if (errno != 0) fail(named, "cannot follow the symbolic link");
    path = path.parent_path() / target;
  }
  return path.string();
}

constexpr std::string_view kTemporaryMark = ".tmp.";
constexpr const char* kGoing = ".dropped";  // after the name of a folder that is being removed

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Who writes under a temporary name.
struct TemporaryOwner {
  std::string host;
  pid_t pid = 0;
};

/// Nothing where the name is none of ours.
std::optional<TemporaryOwner> owner_of(const std::string& name) {
  const std::size_t mark = name.rfind(kTemporaryMark);
  if (mark == std::string::npos || mark == 0) return std::nullopt;
  std::string text = name.substr(mark + kTemporaryMark.size());
  TemporaryOwner owner;
  text.resize(std::min(text.size(), text.rfind('.')));  // without the random digits
  const std::size_t pid = text.rfind('.');
  if (pid == std::string::npos || pid == 0) return std::nullopt;
  owner.host = text.substr(0, pid);
  text.erase(0, pid + 1);
  owner.pid = parse_number<decltype(owner.pid)>(text).value_or(0);
  return owner.pid > 0 ? std::optional(owner) : std::nullopt;
}

/// By the clock of the file system that holds both: a day lies between the file and now.
bool is_older_than_a_day(const std::string& file) {
  constexpr std::time_t kDay = std::time_t{24} * 60 * 60;
  const TemporaryFile now(temporary_name(file));
  struct stat then {};
  struct stat probe {};
  const FileDescriptor fd(::open(now.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  return fd.is_open() && ::fstat(fd.get(), &probe) == 0 && ::lstat(file.c_str(), &then) == 0 &&
         probe.st_mtime - then.st_mtime > kDay;
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/// Where the file system knows no hard links: who creates it first has it. False where somebody else did.
bool create_exclusively(const std::string& path, std::string_view text) {
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!fd.is_open() && errno == EEXIST) return false;
  if (!fd.is_open()) fail(path, "cannot create");
  write_all(fd.get(), text, path);
  end_writing(fd, path);
  return true;
}

}  // namespace

std::string temporary_name(const std::string& path) {
  std::uint64_t random = 0;
  while (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
    if (errno != EINTR) fail(path, "cannot name a temporary file by random digits");
  return fmt::format("{}{}{}.{}.{:016x}", path, kTemporaryMark, host_name(), ::getpid(), random);
}

FileDescriptor::~FileDescriptor() { (void)close(); }

int FileDescriptor::close() {
  // On Linux it is closed whatever close() returns.
  const int fd = std::exchange(fd_, -1);
  return fd < 0 || ::close(fd) == 0 || errno == EINTR ? 0 : errno;
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
  struct stat there {};
  if (::lstat(path.c_str(), &there) == 0 && is_written_in_place(path, there.st_mode)) return write_in_place(path, text);
  const TemporaryFile temporary(temporary_name(path));
  write_synced(temporary, text, path);
  replace_file(path, temporary.path);
}

void write_named_file(const std::string& path, std::string_view text) {
  // Not by the end of its links: /dev/stdout leads to a pipe, which has no name.
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0 && is_written_in_place(path, there.st_mode)) return write_in_place(path, text);
  write_file_atomically(end_of_links(path), text);
}

void replace_file(const std::string& path, const std::string& by) {
  struct stat own {};
  struct stat there {};
  const bool is_known = ::lstat(by.c_str(), &own) == 0;
  if (::rename(by.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    // The answer of a network file system may be lost though it did as it was told.
    const bool is_done = is_known && ::lstat(path.c_str(), &there) == 0 && there.st_dev == own.st_dev &&
                         there.st_ino == own.st_ino && ::access(by.c_str(), F_OK) != 0;
    errno = reason;
    if (!is_done) fail(path, "cannot replace");
  }
  sync_folder(folder_of(path));
}

bool create_file_atomically(const std::string& path, std::string_view text) {
  const TemporaryFile temporary(temporary_name(path));
  write_synced(temporary, text, path);
  if (::link(temporary.path.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    const bool knows_no_links = reason == EPERM || reason == ENOTSUP || reason == ENOSYS;
    if (knows_no_links && !create_exclusively(path, text)) return false;
    // The answer of a network file system may be lost though it did as it was told.
    if (!knows_no_links && !is_same_file(path, temporary.path)) {
      if (reason == EEXIST) return false;
      errno = reason;
      fail(path, "cannot create");
    }
  }
  sync_folder(folder_of(path));
  return true;
}

bool is_left_over(const std::string& file, const std::string& host, std::int64_t pid) {
  if (host.empty() || host == host_name()) return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
  return is_older_than_a_day(file);
}

void remove_stale_temporaries(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> left;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string file = entry->path().string();
    const std::optional<TemporaryOwner> owner = owner_of(entry->path().filename().string());
    if (owner && is_left_over(file, owner->host, owner->pid)) left.push_back(file);
  }
  for (const std::string& file : left) std::filesystem::remove(file, error);
}

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free descriptor is this one. What is written to a closed output has to fail still.
    (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void finish_removal(const std::string& path) {
  std::error_code failed;
  std::filesystem::remove_all(path + kGoing, failed);
  if (failed) throw RunError(fmt::format("{}{}: cannot be removed: {}", path, kGoing, failed.message()));
}

void remove_folder(const std::string& path) {
  finish_removal(path);
  std::error_code failed;
  if (std::filesystem::exists(path)) std::filesystem::rename(path, path + kGoing, failed);
  if (failed) throw RunError(fmt::format("{}: cannot be removed: {}", path, failed.message()));
  finish_removal(path);
}

void make_folders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw RunError(file_error_text(path, "cannot make the folder", error.value()));
}

}  // namespace rootward
