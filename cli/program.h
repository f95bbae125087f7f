// The whole program behind main().
#pragma once

namespace rootward {

/// Runs the command that the arguments name; returns the exit code.
int run_program(int argc, char** argv);

}  // namespace rootward
