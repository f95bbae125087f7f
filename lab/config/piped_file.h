// Configurations out of pipes: `< <(..)`, `<(..)` and `/dev/stdin`.
#pragma once

#include <cstddef>
#include <string>

namespace rootward::config {

/// A pipe gives its text once, and a configuration is asked several times: what kind it is, what stands in it. Where
/// the file is a pipe that this process was given, its descriptor holds the text from now on, and each opening reads it
/// from the beginning. Throws RunError where it cannot be read, or is longer than `limit` bytes.
void keep_piped_text(const std::string& file, std::size_t limit);

/// From which the files count that a configuration names: its own folder, of a piped one the working folder, and of a
/// run's the run's.
std::string configuration_folder(const std::string& file);

}  // namespace rootward::config
