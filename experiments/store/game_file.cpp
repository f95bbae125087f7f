// JSON lines on a file descriptor.
#include "experiments/store/game_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>

#include "core/errors.h"
#include "experiments/store.h"

namespace rootward {
namespace {

constexpr std::chrono::seconds kSyncInterval{2};

}  // namespace

GameFileContent read_game_file(const std::string& path) {
  GameFileContent content;
  if (!std::filesystem::exists(path)) return content;
  const std::string text = read_whole_file(path);
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    ++number;
    const std::size_t newline = text.find('\n', at);
    const std::size_t end = newline == std::string::npos ? text.size() : newline;
    const bool is_last = end + 1 >= text.size();
    std::string problem = "its end is missing";
    if (newline != std::string::npos) {
      try {
        content.games.push_back(parse_game_record(text.substr(at, end - at)));
        problem.clear();
      } catch (const UsageError& error) {
        problem = error.what();
      }
    }
    if (!problem.empty() && !is_last) throw RunError(fmt::format("{}:{}: corrupt line: {}", path, number, problem));
    if (!problem.empty()) {
      content.warning =
          fmt::format("{}:{}: the last line was torn ({}); its game counts as not played", path, number, problem);
      return content;
    }
    at = end + 1;
    content.whole_bytes = at;
  }
  return content;
}

GameFileWriter::GameFileWriter(const std::string& path, std::size_t whole_bytes)
    : path_(path),
      fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
      bytes_(whole_bytes),
      last_sync_(std::chrono::steady_clock::now()) {
  if (!fd_.is_open()) fail("cannot open", errno);
  if (::ftruncate(fd_.get(), static_cast<off_t>(bytes_)) != 0) fail("cannot cut off the torn line", errno);
}

void GameFileWriter::append(const GameRecord& record) {
  const std::string line = to_json_line(record) + "\n";
  ssize_t written = -1;
  do {
    written = ::write(fd_.get(), line.data(), line.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(line.size())) {
    // A short write means a full disk or a reached limit as well.
    const int reason = written < 0 ? errno : ENOSPC;
    (void)!::ftruncate(fd_.get(), static_cast<off_t>(bytes_));
    fail("cannot store a finished game", reason);
  }
  bytes_ += line.size();
  if (std::chrono::steady_clock::now() - last_sync_ >= kSyncInterval) sync();
}

void GameFileWriter::sync() {
  // Pipes and some network file systems know no fsync.
  if (::fsync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("cannot sync", errno);
  last_sync_ = std::chrono::steady_clock::now();
}

void GameFileWriter::fail(std::string_view what, int error_number) {
  throw RunError(file_error_text(path_, what, error_number));
}

}  // namespace rootward
