// Files on disk: whole reads, whole writes that are there completely or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rootward {

/// An open file descriptor, closed at the end of its life.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& from) noexcept : fd_(std::exchange(from.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& from) noexcept {
    std::swap(fd_, from.fd_);
    return *this;
  }
  ~FileDescriptor();
  /// Closes it now: network file systems and quotas tell of a full disk only there. 0, or an errno.
  [[nodiscard]] int close();
  /// Hands it over to who closes it by other means.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// "PATH: what failed: No space left on device", with advice where the disk is full. `error_number` is an errno.
std::string file_error_text(const std::string& path, std::string_view what, int error_number);

/// Whether something has this name. Throws RunError where that cannot be found out, as in a folder without permission.
bool file_exists(const std::string& path);
/// The paths in a folder, sorted; none where there is no folder. Throws RunError where it cannot be read.
std::vector<std::string> list_folder(const std::string& folder);
/// Opens a file that this program makes, with O_CREAT and O_CLOEXEC. Throws RunError, also where a symbolic link is in
/// the way: what it points to belongs to somebody else.
FileDescriptor open_own_file(const std::string& path, int flags);

/// More than any configuration, book, game record or state that people or programs write.
inline constexpr std::size_t kLargestText = std::size_t{1} << 28;
/// The whole file. Throws RunError where it cannot be read, UsageError where it has more than `limit` bytes (/dev/zero
/// has no end).
std::string read_whole_file(const std::string& path, std::size_t limit = kLargestText);
/// Replaces the file by way of a temporary file in the same folder, fsync and rename: a reader sees the old or the new
/// text, never a part. A symbolic link is replaced too, for what it points to may be somebody else's; a device or FIFO
/// is written to where it is. Throws RunError; the old file is then unchanged and no temporary file is left.
void write_file_atomically(const std::string& path, std::string_view text);
/// The same, but where the file exists already it stays as it is and the answer is false.
bool create_file_atomically(const std::string& path, std::string_view text);
/// As write_file_atomically(), for a file that the user names: of a symbolic link the file that it points to is
/// replaced or made. Throws RunError too for a link of /proc to an open file, such as /dev/stdout that is sent into a
/// file.
void write_named_file(const std::string& path, std::string_view text);
/// Puts the file `by`, which is synced, in the place of `path`, in a way that survives a power cut. Throws RunError.
void replace_file(const std::string& path, const std::string& by);
/// Removes what writers that were killed left of files in this folder; those of processes that live stay.
void remove_stale_temporaries(const std::string& folder);
/// Makes the folder and its parents. Throws RunError.
void make_folders(const std::string& path);
/// With all that is in it; done where there is none. Under another name first, so that a folder is there whole or not
/// at all, whenever the process is killed; the next call removes what is left. Throws RunError naming it.
void remove_folder(const std::string& path);
/// What a process that was killed left of remove_folder(); what is there under the name itself stays. Throws RunError.
void finish_removal(const std::string& path);
/// Where the program was started with a standard stream closed (`2>&-`), the next file to be opened would take its
/// place, and progress would go into a journal. Puts /dev/null there: reads end, messages go nowhere, results fail.
void occupy_standard_streams();

}  // namespace rootward
