// `rootward report --advice` and `--game`: which backup to begin with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "cli/job_options.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/report_page.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/study/advice.h"
#include "experiments/study/recommendations.h"
#include "experiments/study/run.h"
#include "lab/config/shipped_files.h"
#include "lab/store/run_folder.h"

namespace rootward {
namespace {

constexpr const char* kUsualStudy = "results/atlas";

/// The files of a study's grids, STEP.json; the file itself.
std::string grid_file(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return file_exists(path) ? path : "";
  if (!file_exists(manifest_path(path))) return file_exists(path + "/answer.json") ? path + "/answer.json" : "";
  const study::StudyConfig study = study::stored_study(path);
  for (const study::StudyStep& step : study.steps)
    if (std::string file = path + "/" + step.name + ".json"; step.kind == study::StepKind::grid && file_exists(file))
      return file;
  return "";
}

/// Of the study that was named; else of that of the working folder, else the program's own.
std::string given_grid(const CLI::App& command) {
  if (const auto named = given<std::vector<std::string>>(command, "DIR")) {
    if (named->size() > 1) throw UsageError("--advice and --game: one study is allowed");
    const std::string& path = named->front();
    if (std::string file = grid_file(path); !file.empty()) return file;
    throw UsageError(fmt::format(
        "{}: there is no grid; `rootward run CONFIG --out {}` of a study with a step `grid` makes one", path, path));
  }
  const std::string own = (config::data_folder() / kUsualStudy).string();
  for (const std::string& place : {std::string(kUsualStudy), own})
    if (std::string file = grid_file(place); !file.empty()) return file;
  throw UsageError(
      fmt::format("there is no study to take advice from, neither in {} nor in {}. `rootward run shipped:atlas/small "
                  "--out {}` plays one in about two hours of two cores; DIR names one that lies elsewhere",
                  kUsualStudy, own, kUsualStudy));
}

study::GridResults read_grid_file(const std::string& file) {
  try {
    return study::parse_grid_json(read_whole_file(file));
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("{}: it is no file of a grid, which `rootward run` of a study writes: {}", file, error.what()));
  }
}

}  // namespace

int report_advice(const CLI::App& command) {
  const study::GridResults results = read_grid_file(given_grid(command));
  if (command.count("--game") == 0) {
    fmt::print("{}", study::recommendations_text(results, command.count("--markdown") > 0));
    flush_results();
    return static_cast<int>(ExitCode::done);
  }
  study::AdviceRequest request;
  request.game = PositionSource(command.get_option("--game")->as<std::string>(), {}, {}).game();
  request.evaluator = given<std::string>(command, "--evaluator").value_or(request.evaluator);
  request.simulations = given<std::uint64_t>(command, "--simulations").value_or(request.simulations);
  request.positions = given<std::uint32_t>(command, "--positions").value_or(request.positions);
  request.threads = given<std::size_t>(command, "--threads").value_or(request.threads);
  fmt::print("{}", study::advice_text(results, study::advise(results, request)));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace rootward
