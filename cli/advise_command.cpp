// `rootward advise`: what an atlas says of a game.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/atlas_file.h"
#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "core/errors.h"
#include "experiments/atlas/advice.h"
#include "experiments/atlas/recommendations.h"
#include "lab/config/shipped_files.h"

namespace rootward {
namespace {

/// The atlas that was named, a folder or its atlas.json; else that of the working folder, else the program's own.
std::string given_atlas(const CLI::App& command) {
  if (command.count("--atlas") > 0) {
    const auto path = command.get_option("--atlas")->as<std::string>();
    if (std::string file = atlas_file(path); !file.empty()) return file;
    throw UsageError(
        fmt::format("--atlas {}: there is no atlas.json; `rootward run CONFIG --out {}` makes one", path, path));
  }
  if (std::string file = usual_atlas(); !file.empty()) return file;
  throw UsageError(
      fmt::format("there is no atlas to take advice from: no atlas.json in {} or in {}. `rootward run "
                  "shipped:atlas/evening --out {}` plays one in about two hours of two cores; --atlas names one that "
                  "lies elsewhere",
                  kUsualAtlas, (config::data_folder() / kUsualAtlas).string(), kUsualAtlas));
}

int advise_command(const CLI::App& command) {
  const atlas::AtlasResults results = read_atlas_file(given_atlas(command));
  if (command.count("GAME") == 0) {
    fmt::print("{}", atlas::recommendations_text(results, command.count("--markdown") > 0));
    flush_results();
    return static_cast<int>(ExitCode::done);
  }
  atlas::AdviceRequest request;
  request.game = PositionSource(command.get_option("GAME")->as<std::string>(), {}, {}).game();
  if (command.count("--evaluator") > 0) request.evaluator = command.get_option("--evaluator")->as<std::string>();
  if (command.count("--simulations") > 0)
    request.simulations = command.get_option("--simulations")->as<std::uint64_t>();
  if (command.count("--positions") > 0) request.positions = command.get_option("--positions")->as<std::uint32_t>();
  if (command.count("--threads") > 0) request.threads = command.get_option("--threads")->as<std::size_t>();
  fmt::print("{}", atlas::advice_text(results, atlas::advise(results, request), request.simulations));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_advise(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("advise", "Say which backup to use: in an atlas's games, or as it foretells");
  const std::string help = std::string(kGameHelp) + "; without it, what to use in the atlas's own games";
  command->add_option("GAME", help)->type_name("GAME");
  command->add_option("--evaluator", "What judges leaves: a name or a YAML map; playouts unless given")
      ->type_name("EVALUATOR");
  command->add_option("--simulations", "Of a move; 1000 unless given")
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("N");
  command
      ->add_option("--atlas",
                   "Folder of an atlas, or its atlas.json; results/atlas unless given, or what came with the program")
      ->type_name("DIR");
  command->add_option("--positions", "On which the game's features are measured; 100 unless given")
      ->transform(whole_number(2, 100'000))
      ->type_name("N");
  command->add_option("--threads", "Threads; every core unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
  command->add_flag("--markdown")
      ->description("The table of the atlas's own games as Markdown")
      ->excludes(command->get_option("GAME"));
  for (const char* asked : {"--evaluator", "--simulations", "--positions", "--threads"})
    command->get_option(asked)->needs(command->get_option("GAME"));
  command->footer("Example: rootward advise connect4 --evaluator playouts --simulations 800");
  command->callback([command, &exit_code] { exit_code = advise_command(*command); });
}

}  // namespace rootward
