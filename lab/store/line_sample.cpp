// Pieces of equal length at equal distances.
#include "lab/store/line_sample.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/store/line_checksum.h"

namespace rootward {
namespace {

constexpr std::size_t kSamplePiece = std::size_t{1} << 16;

std::string piece_of(const std::string& file, std::size_t start, std::size_t size) {
  const FileDescriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(size, '\0');
  const ssize_t got = fd.is_open() ? ::pread(fd.get(), text.data(), size, static_cast<off_t>(start)) : -1;
  if (got < 0) throw RunError(file_error_text(file, "cannot read", errno));
  text.resize(static_cast<std::size_t>(got));
  return text;
}

/// `is_start`: the text begins with a whole line.
void take_lines(const std::string& text, bool is_start, const std::function<void(const std::string&)>& take) {
  std::size_t start = 0;
  if (!is_start) {
    start = text.find('\n');
    if (start == std::string::npos) return;
    ++start;
  }
  for (std::size_t end = text.find('\n', start); end != std::string::npos; end = text.find('\n', start)) {
    std::string line = text.substr(start, end - start);
    start = end + 1;
    if (take_checksum(line) == Checksum::wrong) continue;
    try {
      take(line);
    } catch (const UsageError&) {  // whoever joins the file tells of it
    }
  }
}

}  // namespace

void sample_lines(const std::vector<std::string>& files, std::size_t bytes,
                  const std::function<void(const std::string& line)>& take) {
  std::vector<std::size_t> sizes;
  std::size_t all = 0;
  for (const std::string& file : files) {
    std::error_code absent;
    const std::uintmax_t size = std::filesystem::file_size(file, absent);
    sizes.push_back(absent ? 0 : static_cast<std::size_t>(size));
    all += sizes.back();
  }
  if (all <= bytes) {
    for (std::size_t i = 0; i < files.size(); ++i)
      if (sizes[i] > 0) take_lines(piece_of(files[i], 0, sizes[i]), true, take);
    return;
  }
  const std::size_t pieces = (bytes + kSamplePiece - 1) / kSamplePiece;
  std::size_t file = 0;
  std::size_t before = 0;  // bytes of the files before it
  for (std::size_t i = 0; i < pieces; ++i) {
    const auto at =
        static_cast<std::size_t>(static_cast<double>(all) * static_cast<double>(i) / static_cast<double>(pieces));
    while (file + 1 < files.size() && at >= before + sizes[file]) before += sizes[file++];
    const std::size_t start = at - before;
    take_lines(piece_of(files[file], start, kSamplePiece), start == 0, take);
  }
}

}  // namespace rootward
