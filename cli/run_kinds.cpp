// The table of kinds of files that `rootward run` runs.
#include "cli/run_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rootward {

std::span<const RunRow> run_kinds() {
  using config::FileKind;
  static const std::array<RunRow, 6> kKinds = {{
      {FileKind::tournament,
       "a tournament",
       "tournaments",
       &run_tournament_file,
       {"--shard", "--games", "--wind-down", "--sync", "--dry-run", "--watch", "--json", "--slurm", "--print", "--cpus",
        "--time", "--mem-per-cpu", "--at-once", "--sbatch-arg", "--tasks", "--rounds", "--calibrate", "--wait",
        "--round"}},
      {FileKind::tuning,
       "a tuning",
       "tunings",
       &run_tuning_file,
       {"--evaluations",
        "--parallel",
        "--optimizer",
        "--import",
        "--early-stop",
        "--no-start-test",
        "--slurm",
        "--cpus",
        "--time",
        "--mem-per-cpu",
        "--at-once",
        "--sbatch-arg",
        "--tasks-per-evaluation",
        "--gather",
        "--driver",
        "--driver-time",
        "--rounds",
        "--round",
        "--dry-run",
        "--json"}},
      {FileKind::estimates,
       "an estimates study",
       "estimates studies",
       &run_estimates_file,
       {"--shard", "--wind-down", "--sync", "--dry-run", "--json", "--slurm", "--print", "--cpus", "--time",
        "--mem-per-cpu", "--at-once", "--sbatch-arg", "--tasks", "--rounds", "--calibrate", "--wait", "--round"}},
      {FileKind::training,
       "a training run",
       "training runs",
       &run_training_file,
       {"--shard", "--games", "--generation", "--network", "--json"}},
      {FileKind::study,
       "a study",
       "studies",
       &run_study_file,
       {"--shard", "--dry-run", "--drop-games", "--slurm", "--cpus", "--time", "--mem-per-cpu", "--at-once",
        "--sbatch-arg", "--tasks", "--rounds", "--calibrate"}},
      {FileKind::discovery, "a discovery", "discoveries", &run_discovery_file, {}},
  }};
  return kKinds;
}

const RunRow& run_kind(config::FileKind kind) { return *std::ranges::find(run_kinds(), kind, &RunRow::kind); }

std::vector<const RunRow*> takers(std::string_view option) {
  std::vector<const RunRow*> all;
  std::vector<const RunRow*> some;
  for (const RunRow& kind : run_kinds()) {
    all.push_back(&kind);
    if (std::ranges::find(kind.options, option) != kind.options.end()) some.push_back(&kind);
  }
  return some.empty() ? all : some;
}

std::string names_of(std::span<const RunRow* const> kinds) {
  std::string names;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 < kinds.size() ? ", " : " and ", kinds[i]->many);
  return names;
}

}  // namespace rootward
