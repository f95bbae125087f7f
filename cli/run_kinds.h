// What `rootward run` runs: a row a kind of file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/config/head_reader.h"

namespace CLI {
class App;
}

namespace rootward {

struct RunRow {
  config::FileKind kind;
  std::string_view one;   ///< "a tournament"
  std::string_view many;  ///< "tournaments"
  /// Of a CONFIG of this kind, with the options of `run`; returns the exit code. Throws UsageError.
  int (*run)(const CLI::App& command);
  std::vector<std::string_view> options;  ///< that not every kind takes
};

std::span<const RunRow> run_kinds();
const RunRow& run_kind(config::FileKind kind);

/// Those that take the option; all of them where no row names it.
std::vector<const RunRow*> takers(std::string_view option);
/// "tournaments, estimates studies and training runs".
std::string names_of(std::span<const RunRow* const> kinds);

/// One function a kind, each in a file of its name.
int run_tournament_file(const CLI::App& command);
int run_tuning_file(const CLI::App& command);
int run_estimates_file(const CLI::App& command);
int run_study_file(const CLI::App& command);
int run_training_file(const CLI::App& command);
int run_discovery_file(const CLI::App& command);

/// Hands what is missing of a tournament or an estimates study to a cluster; returns the exit code. Throws UsageError.
int submit_run(const CLI::App& command);
/// Hands in the job that drives a tuning.
int submit_driver(const CLI::App& command);

}  // namespace rootward
