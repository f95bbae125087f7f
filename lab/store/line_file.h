// A file of lines, append-only: reading what is whole, and appending so that a crash or a full disk tears at most the
// last line. Each line is a JSON object that ends with a checksum, which writing adds and reading takes away again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/store/line_checksum.h"
#include "lab/store/packed_file.h"

namespace rootward {

/// What reading a file of lines tells beside the lines.
struct LineFileState {
  std::size_t whole_bytes = 0;        ///< length of the lines that are whole; a torn last line lies behind
  LineTally tally{};                  ///< of the lines that are whole
  std::string file{};                 ///< that was read, packed or not; the one asked for where there is none
  std::string warning{};              ///< about a torn last line; "" where there is none
  std::size_t unchecked = 0;          ///< lines without a checksum
  std::vector<std::string> left_out;  ///< damaged lines: "FILE:LINE: why"
  std::size_t others = 0;             ///< of an attempt: whole lines that tell of something else
};

/// What becomes of lines that are damaged. refuse: an error. leave_out: told in LineFileState, as `--skip-damaged`.
enum class DamagedLines : std::uint8_t { refuse, leave_out };

/// Thrown by who takes a line that is whole, but tells of what it must not: it was not torn, wherever it stands.
struct WholeLineError : UsageError {
  using UsageError::UsageError;
};

/// What takes a line, without newline and checksum, and its number from 1. Throws UsageError where it is wrong.
using TakeLine = std::function<void(const std::string& text, std::size_t number)>;

/// Hands every line to `parse`. No file holds no lines; its packed form stands for it. A last line that lacks its
/// end, or has no checksum and is wrong, was torn by a crash; the warning ends with `consequence`. Throws RunError
/// naming file and line where any other line is wrong, not what its checksum says or without one in a file whose lines
/// have them, and where the file cannot be read.
LineFileState read_line_file(const std::string& path, const TakeLine& parse, std::string_view consequence,
                             DamagedLines damaged = DamagedLines::refuse);

/// The one line of a file that ends with a checksum, without it. Throws RunError where there is none or it is wrong.
std::string read_checked_line(const std::string& path);
/// What `read` makes of a file of ours, or of a line of it. Throws RunError naming the place where that throws
/// UsageError.
template <class Read>
auto read_naming(const std::string& place, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const UsageError& error) {
    throw RunError(place + ": " + error.what());
  }
}

/// "" where the lines are those that the folder's manifest tells of. Else how many are missing or more: "2 of the 1000
/// lines with which the run ended are missing".
std::string tally_problem(const LineTally& told, const LineTally& found);
/// Adds what a user should know: a torn line, lines left out, and lines that are missing or more by what the manifest
/// tells of the file; where it tells nothing, lines without checksum.
void add_warnings(const LineFileState& state, const LineTally* told, std::vector<std::string>& warnings);

/// One line as it stands in its file.
struct StoredLine {
  std::size_t number = 0;  ///< from 1
  std::size_t bytes = 0;   ///< with checksum and newline
  std::string text;        ///< without them
  std::string ending;      ///< what stands in the file in place of the text's last brace; "" without a checksum
  Checksum checksum = Checksum::none;
  bool has_end = true;  ///< a newline follows
  bool is_last = false;
  bool lacks_checksum = false;  ///< which other lines of its file have
  /// What is wrong whatever the line says; "" where nothing is.
  [[nodiscard]] std::string damage() const;
};

/// The lines of a file or of its packed form, one after the other.
class LineFileReader {
 public:
  explicit LineFileReader(const std::string& path);
  /// The file that is read; "" where there is none.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// False at the end. Throws RunError (unreadable, or a line longer than any of ours).
  bool next(StoredLine& line);

 private:
  bool fill();
  void look_for_checksums();

  std::string file_;
  std::optional<PackedInput> input_;
  std::string buffer_;
  std::size_t start_ = 0;  // of what was not handed out yet
  std::size_t number_ = 0;
  bool has_checksums_ = false;
};

/// Appends lines, one write() each. Throws RunError where the disk is full or fails; the file then ends with the last
/// whole line. Throws RunError too where somebody else removed, replaced or changed the file meanwhile.
class LineFileWriter {
 public:
  /// Opens or makes the file, unpacking a packed one, and cuts it to `whole_bytes`. `what` is what a line holds, for
  /// errors: "a finished game".
  LineFileWriter(std::string path, std::size_t whole_bytes, std::string what);
  /// Makes a file that nobody else has made; RunError where somebody has. Forced to the disk so often while it grows.
  LineFileWriter(std::string path, std::string what, std::chrono::seconds sync_interval);
  /// `object`: a line of JSON without newline and checksum.
  void append(std::string_view object);
  /// Forces what was appended to the disk. To be called at the end, too: it notices a file that is gone.
  void sync();
  /// Syncs and closes: a full disk may be told of only then. Nothing is to be appended behind it.
  void close();
  /// How often what was appended is forced to the disk while more is.
  void sync_every(std::chrono::seconds interval) { sync_interval_ = interval; }
  /// The file's length.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void check_untouched() const;
  [[noreturn]] void fail(std::string_view what, int error_number) const;

  std::string path_;
  std::string what_;
  FileDescriptor fd_;
  std::size_t bytes_ = 0;
  std::chrono::seconds sync_interval_{2};
  std::chrono::steady_clock::time_point last_sync_;
};

}  // namespace rootward
