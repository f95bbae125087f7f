// flock on a small file that holds its owner's process id; and an exclusive file that shows that its owner is alive.
#include "lab/store/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "core/errors.h"
#include "core/escape.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/temporary_name.h"

namespace rootward {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kBeat{60};

std::string text_at(int fd) {
  std::array<char, 512> buffer{};
  const ssize_t got = ::pread(fd, buffer.data(), buffer.size(), 0);
  std::string text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  text.erase(text.find_last_not_of("\n ") + 1);
  return text;
}

std::string holder_text(int fd) {
  std::string text = text_at(fd);
  return text.empty() ? "another process" : text;
}

std::string host_name() {
  std::array<char, 128> host{};
  return ::gethostname(host.data(), host.size() - 1) == 0 ? host.data() : "";
}

std::string owner_path(const std::string& lock_file) { return lock_file + std::string(kOwnerEnding); }

std::string own_text() { return fmt::format("process {} on {}", ::getpid(), host_name()); }

[[noreturn]] void refuse(const std::string& what, const std::string& holder) {
  throw RunError(
      fmt::format("{} is in use by {}; wait for it, or stop it and run the same command again", what, holder));
}

/// Whether the kernel can lock here. False with a warning where the file system knows no locks.
bool lock_file_descriptor(int fd, int mode, const std::string& lock_file, const std::string& what) {
  while (::flock(fd, mode | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) refuse(what, holder_text(fd));
    if (errno != ENOLCK && errno != ENOSYS && errno != EOPNOTSUPP)
      throw RunError(file_error_text(lock_file, "cannot lock", errno));
    note("warning: {}", file_error_text(lock_file, "this file system knows no locks", errno));
    return false;
  }
  return true;
}

/// What an owner's file says: "process PID on HOST, job J, beat N".
struct OwnerText {
  std::string holder;  ///< "process PID on HOST"
  std::string host;
  std::int64_t pid = 0;
  std::string whole;
};

OwnerText owner_text_in(const std::string& path) {
  OwnerText owner;
  const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return owner;
  owner.whole = text_at(fd.get());
  owner.holder = owner.whole.substr(0, owner.whole.find(", job "));
  const std::size_t on = owner.holder.find(" on ");
  if (on == std::string::npos || !owner.holder.starts_with("process ")) return owner;
  owner.host = owner.holder.substr(on + 4);
  owner.pid = std::atoll(owner.holder.c_str() + std::string_view("process ").size());
  return owner;
}

bool is_alive(std::int64_t pid) { return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM); }

}  // namespace

/// The file LOCK.owner, and a thread that shows that its process is alive.
class FolderLock::Owner {
 public:
  /// `has_flock`: whoever of this machine left the file is dead, for else the lock would not be ours.
  Owner(std::string path, const std::string& what, bool has_flock, const LockPatience& patience)
      : path_(std::move(path)) {
    while (!create()) await_or_remove(what, has_flock, patience);
    write(0);
    try {
      beat_ = std::thread([this] { show_life(); });
    } catch (const std::system_error& error) {
      note("warning: {}: no thread can be had ({}), so other machines may take this process for dead", path_,
           error.what());
    }
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    ends_.notify_all();
    if (beat_.joinable()) beat_.join();
    if (is_ours()) ::unlink(path_.c_str());  // who slept for long may have lost it to another
  }

 private:
  [[nodiscard]] bool is_ours() const {
    struct stat own {
    }, there{};
    return ::fstat(fd_.get(), &own) == 0 && ::lstat(path_.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
           own.st_ino == there.st_ino;
  }

  bool create() {
    fd_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!fd_.is_open() && errno != EEXIST) throw RunError(file_error_text(path_, "cannot create", errno));
    return fd_.is_open();
  }

  /// Returns when the file that is in the way is gone; throws RunError where its owner is alive.
  void await_or_remove(const std::string& what, bool has_flock, const LockPatience& patience) const {
    const OwnerText owner = owner_text_in(path_);
    const bool is_here = owner.host == host_name();
    if (is_here && !has_flock && is_alive(owner.pid)) refuse(what, owner.holder);
    if (!is_here) watch(owner, what, patience);
    ::unlink(path_.c_str());
  }

  /// Another machine's process is alive while its number grows.
  void watch(const OwnerText& owner, const std::string& what, const LockPatience& patience) const {
    const std::string holder = owner.holder.empty() ? "an unknown process" : owner.holder;
    if (patience.silence.count() > 0)
      note("{} was in use by {}; looking for {} s whether it is alive", what, holder,
           std::chrono::duration_cast<std::chrono::seconds>(patience.silence).count());
    for (const Clock::time_point start = Clock::now(); Clock::now() - start < patience.silence;) {
      std::this_thread::sleep_for(patience.look);
      const OwnerText now = owner_text_in(path_);
      if (::access(path_.c_str(), F_OK) != 0) return;
      if (now.whole != owner.whole) refuse(what, now.holder.empty() ? holder : now.holder);
    }
  }

  void write(std::uint64_t beat) const {
    const char* const job = std::getenv("SLURM_JOB_ID");
    const std::string text =
        fmt::format("{}, job {}, beat {}\n", own_text(), terminal_token(job != nullptr ? job : "0", 32), beat);
    // Where the disk is full it says less; the file is there all the same.
    (void)!::pwrite(fd_.get(), text.data(), text.size(), 0);
  }

  void show_life() {
    std::unique_lock lock(mutex_);
    for (std::uint64_t beat = 1; !ends_.wait_for(lock, kBeat, [this] { return is_ending_; }); ++beat) write(beat);
  }

  std::string path_;
  FileDescriptor fd_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool is_ending_ = false;
  std::thread beat_;
};

FolderLock::FolderLock(const std::string& lock_file, Kind kind, const std::string& what, const LockPatience& patience)
    : fd_(open_own_file(lock_file, O_RDWR)) {
  const bool has_flock = lock_file_descriptor(fd_.get(), kind == Kind::exclusive ? LOCK_EX : LOCK_SH, lock_file, what);
  const std::string text = own_text() + '\n';
  const bool is_written = ::ftruncate(fd_.get(), 0) == 0 &&
                          ::pwrite(fd_.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  // A full disk leaves the file empty: the lock holds all the same, only its owner cannot be named.
  if (!is_written) (void)!::ftruncate(fd_.get(), 0);
  if (kind == Kind::exclusive) owner_ = std::make_unique<Owner>(owner_path(lock_file), what, has_flock, patience);
}

FolderLock::FolderLock(FolderLock&&) noexcept = default;

/// No name of a machine stays in a folder that nobody works in.
FolderLock::~FolderLock() {
  if (owner_) (void)!::ftruncate(fd_.get(), 0);
}

void release_dead_lock(const std::string& lock_file) {
  const std::string path = owner_path(lock_file);
  const OwnerText owner = owner_text_in(path);
  const std::string host = owner.host.empty() ? "?" : owner.host;  // killed before it had written its name
  if (!file_exists(path) || !is_left_over(path, host, owner.pid)) return;
  try {
    const FolderLock lock(lock_file, FolderLock::Kind::exclusive, lock_file, {.silence = {}, .look = {}});
  } catch (const RunError&) {  // somebody took it meanwhile
  }
}

std::optional<std::vector<FolderLock>> lock_unless_in_use(const std::vector<std::string>& folders) {
  std::vector<FolderLock> locks;
  for (const std::string& folder : folders) {
    if (!file_exists(folder)) continue;
    try {
      locks.emplace_back(folder + "/.lock", FolderLock::Kind::exclusive, folder);
    } catch (const RunError& error) {
      note("left as it is: {}", error.what());
      return std::nullopt;
    }
  }
  return locks;
}

}  // namespace rootward
