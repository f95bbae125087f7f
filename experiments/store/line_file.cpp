// Lines on a file descriptor.
#include "experiments/store/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::chrono::seconds kSyncInterval{2};

}  // namespace

LineFileState read_line_file(const std::string& path, const std::function<void(const std::string&)>& parse,
                             std::string_view consequence) {
  LineFileState state;
  if (!std::filesystem::exists(path)) return state;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    std::string problem;
    if (file.eof()) {
      problem = "its end is missing";
    } else {
      try {
        parse(line);
      } catch (const UsageError& error) {
        problem = error.what();
      }
    }
    if (problem.empty()) {
      state.whole_bytes += line.size() + 1;
      continue;
    }
    if (!file.eof() && file.peek() != std::ifstream::traits_type::eof())
      throw RunError(fmt::format("{}:{}: corrupt line: {}", path, number, problem));
    state.warning = fmt::format("{}:{}: the last line was torn ({}); {}", path, number, problem, consequence);
    return state;
  }
  if (!file.eof()) throw RunError(file_error_text(path, "cannot read", errno));
  return state;
}

std::size_t count_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

LineFileWriter::LineFileWriter(const std::string& path, std::size_t whole_bytes, std::string what)
    : path_(path),
      what_(std::move(what)),
      fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
      bytes_(whole_bytes),
      last_sync_(std::chrono::steady_clock::now()) {
  if (!fd_.is_open()) fail("cannot open", errno);
  if (::ftruncate(fd_.get(), static_cast<off_t>(bytes_)) != 0) fail("cannot cut off the torn line", errno);
}

void LineFileWriter::append(std::string_view line) {
  std::string text(line);
  text += '\n';
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
  if (std::chrono::steady_clock::now() - last_sync_ >= kSyncInterval) sync();
}

void LineFileWriter::sync() {
  // Pipes and some network file systems know no fsync.
  if (::fsync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("cannot sync", errno);
  last_sync_ = std::chrono::steady_clock::now();
}

void LineFileWriter::fail(std::string_view what, int error_number) {
  throw RunError(file_error_text(path_, what, error_number));
}

}  // namespace rootward
