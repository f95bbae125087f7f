// `rootward run` of a study.
#pragma once

namespace CLI {
class App;
}

namespace rootward {

/// With the options of `run`; returns the exit code. Throws UsageError.
int run_study_file(const CLI::App& command);

}  // namespace rootward
