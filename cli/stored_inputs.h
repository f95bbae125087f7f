// Runs that are played again from their results folder.
#pragma once

#include <CLI/CLI.hpp>

#include "lab/store/manifest.h"

namespace rootward {

/// Whether CONFIG is a results folder, whose configuration is taken as it is, without --set.
bool plays_again(const CLI::App& command);

/// Throws UsageError unless book and networks are still those that CONFIG's games were played with.
void check_stored_inputs(const CLI::App& command, const InputFiles& now);

}  // namespace rootward
