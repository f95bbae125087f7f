// Where in CONFIG the keys stand that were found wrong after it was read.
#pragma once

#include <CLI/CLI.hpp>

#include "core/errors.h"

namespace rootward {

/// The error of the command that was given, with the file, line and column of each key that it names without: those of
/// the key, or of the nearest one above it that was written. Other problems stay as they are.
UsageError with_places(const UsageError& error, const CLI::App& app);

}  // namespace rootward
