// `rootward report --advice` and `--game`: which backup to begin with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

constexpr const char* kUsualStudies = "results/answers/which-backup";

/// The file of a study's grid, STEP.json; the file itself; "" where there is none.
std::string grid_file(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return file_exists(path) ? path : "";
  if (!file_exists(manifest_path(path))) return file_exists(path + "/answer.json") ? path + "/answer.json" : "";
  const study::StudyConfig study = study::stored_study(path);
  for (const study::StudyStep& step : study.steps)
    if (std::string file = path + "/" + step.name + ".json"; step.kind == study::StepKind::grid && file_exists(file))
      return file;
  return "";
}

/// The grids of a study, or of the studies in a folder, by the folder's name.
std::map<std::string, std::string> grid_files(const std::string& path) {
  const auto name = [](const std::filesystem::path& one) { return std::filesystem::absolute(one).filename().string(); };
  if (std::string file = grid_file(path); !file.empty()) return {{name(path), std::move(file)}};
  std::map<std::string, std::string> files;
  if (!std::filesystem::is_directory(path)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (std::string file = entry.is_directory() ? grid_file(entry.path().string()) : ""; !file.empty())
      files.emplace(name(entry.path()), std::move(file));
  return files;
}

/// Of the studies that were named; else of those of the working folder, else the program's own.
std::map<std::string, std::string> given_grids(const CLI::App& command) {
  std::map<std::string, std::string> files;
  if (const auto named = given<std::vector<std::string>>(command, "DIR")) {
    for (const std::string& path : *named) {
      std::map<std::string, std::string> found = grid_files(path);
      if (found.empty())
        throw UsageError(
            fmt::format("{}: there is no grid; `rootward run CONFIG --out {}` of a study with a step `grid` makes one",
                        path, path));
      files.merge(found);
      if (!found.empty())
        throw UsageError(fmt::format("{}: another study is called {} too; allowed: folders of different names", path,
                                     found.begin()->first));
    }
    return files;
  }
  const std::string own = (config::data_folder() / kUsualStudies).string();
  for (const std::string& place : {std::string(kUsualStudies), own})
    if (files = grid_files(place); !files.empty()) return files;
  throw UsageError(
      fmt::format("there is no study to take advice from, neither in {} nor in {}. `rootward run shipped:which-backup "
                  "--set game=GAME --out {}/GAME` plays one in about an hour of two cores; DIR names one that lies "
                  "elsewhere",
                  kUsualStudies, own, kUsualStudies));
}

study::GridResults read_grid_file(const std::string& file) {
  try {
    return study::parse_grid_json(read_whole_file(file));
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("{}: it is no file of a grid, which `rootward run` of a study writes: {}", file, error.what()));
  }
}

study::GridResults given_results(const CLI::App& command) {
  const std::map<std::string, std::string> files = given_grids(command);
  if (files.size() == 1) return read_grid_file(files.begin()->second);
  std::vector<std::pair<std::string, study::GridResults>> named;
  for (const auto& [name, file] : files) named.emplace_back(name, read_grid_file(file));
  return study::join_grids(std::move(named));
}

}  // namespace

int report_advice(const CLI::App& command) {
  const study::GridResults results = given_results(command);
  if (command.count("--game") == 0) {
    print_results("{}", study::recommendations_text(results, command.count("--markdown") > 0));
    flush_results();
    return static_cast<int>(ExitCode::done);
  }
  study::AdviceRequest request;
  request.game = PositionSource(command.get_option("--game")->as<std::string>(), {}, {}).game();
  request.evaluator = given<std::string>(command, "--evaluator").value_or(request.evaluator);
  request.simulations = given<std::uint64_t>(command, "--simulations").value_or(request.simulations);
  request.positions = given<std::uint32_t>(command, "--positions").value_or(request.positions);
  request.threads = given<std::size_t>(command, "--threads").value_or(request.threads);
  print_results("{}", study::advice_text(results, study::advise(results, request)));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace rootward
