// `rootward advise`: which backup to begin with in a game.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
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
  if (command.count("--study") > 0) {
    const auto path = command.get_option("--study")->as<std::string>();
    if (std::string file = grid_file(path); !file.empty()) return file;
    throw UsageError(
        fmt::format("--study {}: there is no grid; `rootward run CONFIG --out {}` of a study with a step `grid` makes "
                    "one",
                    path, path));
  }
  const std::string own = (config::data_folder() / kUsualStudy).string();
  for (const std::string& place : {std::string(kUsualStudy), own})
    if (std::string file = grid_file(place); !file.empty()) return file;
  throw UsageError(
      fmt::format("there is no study to take advice from, neither in {} nor in {}. `rootward run shipped:atlas/small "
                  "--out {}` plays one in about two hours of two cores; --study names one that lies elsewhere",
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

int advise_command(const CLI::App& command) {
  const study::GridResults results = read_grid_file(given_grid(command));
  if (command.count("GAME") == 0) {
    fmt::print("{}", study::recommendations_text(results, command.count("--markdown") > 0));
    flush_results();
    return static_cast<int>(ExitCode::done);
  }
  study::AdviceRequest request;
  request.game = PositionSource(command.get_option("GAME")->as<std::string>(), {}, {}).game();
  if (command.count("--evaluator") > 0) request.evaluator = command.get_option("--evaluator")->as<std::string>();
  if (command.count("--simulations") > 0)
    request.simulations = command.get_option("--simulations")->as<std::uint64_t>();
  if (command.count("--positions") > 0) request.positions = command.get_option("--positions")->as<std::uint32_t>();
  if (command.count("--threads") > 0) request.threads = command.get_option("--threads")->as<std::size_t>();
  fmt::print("{}", study::advice_text(results, study::advise(results, request)));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_advise(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("advise", "Say which backup to begin with, by the games of a study");
  const std::string help = std::string(kGameHelp) + "; without it, what to use in the study's own games";
  command->add_option("GAME", help)->type_name("GAME");
  command->add_option("--evaluator", "What judges leaves: a name or a YAML map; playouts unless given")
      ->type_name("EVALUATOR");
  command->add_option("--simulations", "Of a move; 1000 unless given")
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("N");
  command
      ->add_option(
          "--study",
          "Folder of a study with a grid, or the grid's JSON file; results/atlas unless given, or what came with "
          "the program")
      ->type_name("DIR");
  command->add_option("--positions", "On which the game's features are measured; 100 unless given")
      ->transform(whole_number(2, 100'000))
      ->type_name("N");
  command->add_option("--threads", "Threads; every core unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
  command->add_flag("--markdown")
      ->description("The table of the study's own games as Markdown")
      ->excludes(command->get_option("GAME"));
  for (const char* asked : {"--evaluator", "--simulations", "--positions", "--threads"})
    command->get_option(asked)->needs(command->get_option("GAME"));
  command->footer("Example: rootward advise connect4 --evaluator playouts --simulations 800");
  command->callback([command, &exit_code] { exit_code = advise_command(*command); });
}

}  // namespace rootward
