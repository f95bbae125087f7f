// Some of the lines of files, from places spread over all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace rootward {

/// Hands out whole lines, without their checksums, some `bytes` in all: every line where the files have no more. Lines
/// that are damaged are left out, and so are those that `take` refuses by a UsageError; packed files are not looked at.
/// Throws RunError where a file cannot be read.
void sample_lines(const std::vector<std::string>& files, std::size_t bytes,
                  const std::function<void(const std::string& line)>& take);

}  // namespace rootward
