// Lines on a file descriptor.
#include "lab/store/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace rootward {
namespace {

constexpr std::size_t kLineChunk = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 26;
constexpr const char* kHowToGoOn =
    "--skip-damaged leaves damaged lines out and lists them (merge --skip-damaged --out DIR makes a folder without "
    "them)";

struct LineProblem {
  std::string text;  ///< "" where nothing is wrong
  bool may_be_torn = true;
};

LineProblem problem_of(const StoredLine& line, const TakeLine& parse) {
  if (std::string damage = line.damage(); !damage.empty()) return {std::move(damage), !line.has_end};
  try {
    parse(line.text, line.number);
    return {};
  } catch (const WholeLineError& error) {
    return {error.what(), false};
  } catch (const UsageError& error) {
    return {error.what(), line.is_last && line.checksum == Checksum::none};
  }
}

}  // namespace

std::string StoredLine::damage() const {
  if (!has_end) return "its end is missing";
  if (lacks_checksum && (!is_last || text.ends_with('}'))) return "it has no checksum, and lines beside it have one";
  return checksum == Checksum::wrong ? "its checksum is not that of its text: it was changed" : "";
}

LineFileReader::LineFileReader(const std::string& path) : file_(stored_form(path)) {
  if (!file_.empty()) input_.emplace(file_);
}

bool LineFileReader::fill() {
  buffer_.erase(0, std::exchange(start_, 0));
  const std::size_t used = buffer_.size();
  if (used > kLongestLine)
    throw RunError(fmt::format("{}:{}: longer than any line of ours ({} MiB)", file_, number_ + 1, kLongestLine >> 20));
  buffer_.resize(used + kLineChunk);
  const std::size_t got = input_->read(buffer_.data() + used, kLineChunk);
  buffer_.resize(used + got);
  return got > 0;
}

/// Among the first lines, two at least where there are two.
void LineFileReader::look_for_checksums() {
  while (std::ranges::count(buffer_, '\n') < 2 && fill()) continue;
  has_checksums_ = ::rootward::has_checksums(buffer_);
}

bool LineFileReader::next(StoredLine& line) {
  if (!input_) return false;
  if (number_ == 0) look_for_checksums();
  std::size_t searched = start_;
  std::size_t end = buffer_.find('\n', searched);
  while (end == std::string::npos) {
    searched = buffer_.size() - start_;  // fill() moves what is left to the front
    if (!fill()) break;
    end = buffer_.find('\n', searched);
  }
  line.has_end = end != std::string::npos;
  if (!line.has_end) end = buffer_.size();
  if (!line.has_end && start_ == end) return false;
  line.number = ++number_;
  line.text.assign(buffer_, start_, end - start_);
  line.bytes = line.text.size() + (line.has_end ? 1 : 0);
  line.checksum = take_checksum(line.text, &line.ending);
  line.lacks_checksum = line.checksum == Checksum::none && has_checksums_;
  has_checksums_ = has_checksums_ || line.checksum != Checksum::none;
  start_ = line.has_end ? end + 1 : end;
  line.is_last = start_ == buffer_.size() && !fill();
  return true;
}

LineFileState read_line_file(const std::string& path, const TakeLine& parse, std::string_view consequence,
                             DamagedLines damaged) {
  LineFileState state;
  LineFileReader reader(path);
  state.file = reader.file().empty() ? path : reader.file();
  StoredLine line;
  while (reader.next(line)) {
    const auto [problem, may_be_torn] = problem_of(line, parse);
    if (problem.empty()) {
      if (line.checksum == Checksum::none) ++state.unchecked;
      state.whole_bytes += line.bytes;
      state.tally.add(line.text);
      continue;
    }
    const std::string place = fmt::format("{}:{}", reader.file(), line.number);
    if (may_be_torn) {
      state.warning = fmt::format("{}: the last line was torn ({}); {}", place, problem, consequence);
      break;
    }
    if (damaged != DamagedLines::leave_out)
      throw RunError(fmt::format("{}: corrupt line: {}\n{}", place, problem, kHowToGoOn));
    state.left_out.push_back(fmt::format("{}: {}", place, problem));
    state.whole_bytes += line.bytes;
  }
  return state;
}

std::string read_checked_line(const std::string& path) {
  std::string text = read_whole_file(path);
  if (text.ends_with('\n')) text.pop_back();
  const Checksum checksum = take_checksum(text);
  if (checksum == Checksum::right) return text;
  throw RunError(fmt::format(
      "{}: {}", path,
      checksum == Checksum::none ? "it has no checksum" : "its checksum is not that of its text: it was changed"));
}

std::string tally_problem(const LineTally& told, const LineTally& found) {
  if (found == told) return "";
  const auto lines = fmt::format("the {} lines with which the run ended", told.lines);
  if (found.lines < told.lines) return fmt::format("{} of {} are missing", told.lines - found.lines, lines);
  if (found.lines > told.lines) return fmt::format("it has {} more than {}", found.lines - told.lines, lines);
  return fmt::format("its lines are not {}", lines);
}

void add_warnings(const LineFileState& state, const LineTally* told, std::vector<std::string>& warnings) {
  if (!state.warning.empty()) warnings.push_back(state.warning);
  for (const std::string& line : state.left_out) warnings.push_back("left out: " + line);
  if (told == nullptr) {
    if (state.unchecked > 0)
      warnings.push_back(
          fmt::format("{}: {} lines have no checksum, as another program wrote them: a change in them may "
                      "go unnoticed",
                      state.file, state.unchecked));
    return;
  }
  const std::string problem = state.left_out.empty() ? tally_problem(*told, state.tally) : "";
  if (!problem.empty()) warnings.push_back(fmt::format("{}: {}; rootward verify says which", state.file, problem));
}

LineFileWriter::LineFileWriter(std::string path, std::size_t whole_bytes, std::string what)
    : path_(std::move(path)),
      what_(std::move(what)),
      bytes_(whole_bytes),
      last_sync_(std::chrono::steady_clock::now()) {
  unpack_file(path_);
  fd_ = open_own_file(path_, O_WRONLY | O_APPEND);
  if (::ftruncate(fd_.get(), static_cast<off_t>(bytes_)) != 0) fail("cannot cut off the torn line", errno);
}

LineFileWriter::LineFileWriter(std::string path, std::string what, std::chrono::seconds sync_interval)
    : path_(std::move(path)),
      what_(std::move(what)),
      fd_(open_own_file(path_, O_WRONLY | O_APPEND | O_EXCL)),
      sync_interval_(sync_interval),
      last_sync_(std::chrono::steady_clock::now()) {}

void LineFileWriter::append(std::string_view object) {
  check_untouched();
  const std::string text = with_checksum(object) + '\n';
  ssize_t written = -1;
  do {
    written = ::write(fd_.get(), text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(text.size())) {
    // A short write means a full disk or a reached limit as well.
    const int reason = written < 0 ? errno : ENOSPC;
    (void)!::ftruncate(fd_.get(), static_cast<off_t>(bytes_));
    fail("cannot store " + what_, reason);
  }
  bytes_ += text.size();
  if (std::chrono::steady_clock::now() - last_sync_ >= sync_interval_) sync();
}

void LineFileWriter::sync() {
  check_untouched();
  // Pipes and some network file systems know no fsync.
  if (::fsync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("cannot sync", errno);
  last_sync_ = std::chrono::steady_clock::now();
}

void LineFileWriter::close() {
  sync();
  if (const int error = fd_.close(); error != 0) fail("cannot close", error);
}

void LineFileWriter::check_untouched() const {
  struct stat own {};
  struct stat named {};
  if (::fstat(fd_.get(), &own) != 0) fail("cannot look at it", errno);
  const bool is_there = ::lstat(path_.c_str(), &named) == 0;
  const char* happened = nullptr;
  if (!is_there && errno != ENOENT && errno != ENOTDIR) fail("cannot look at it", errno);
  if (!is_there)
    happened = "removed";
  else if (named.st_dev != own.st_dev || named.st_ino != own.st_ino)
    happened = "replaced";
  else if (own.st_size != static_cast<off_t>(bytes_))
    happened = "changed";
  if (happened != nullptr)
    throw RunError(
        fmt::format("{}: was {} by somebody else while this program wrote to it, so what it stores may be "
                    "lost; put the file back, or run the same command again for what is missing",
                    path_, happened));
}

void LineFileWriter::fail(std::string_view what, int error_number) const {
  throw RunError(file_error_text(path_, what, error_number));
}

}  // namespace rootward
