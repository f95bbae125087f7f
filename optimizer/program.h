// The whole program behind main().
#pragma once

namespace rootward::optimizer {

/// Answers the requests on standard input until they end; returns the exit code.
int run_program(int argc, char** argv);

}  // namespace rootward::optimizer
