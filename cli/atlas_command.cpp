// `rootward atlas` and `rootward advise`: every operator in many domains, and what that says of another game.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/atlas/advice.h"
#include "experiments/atlas/plan.h"
#include "experiments/atlas/recommendations.h"
#include "experiments/atlas/run.h"
#include "experiments/cluster/atlas_arrays.h"
#include "lab/config/shipped_files.h"
#include "lab/store/packed_file.h"

namespace rootward {
namespace {

atlas::AtlasSettings atlas_settings_of(const CLI::App& command) {
  atlas::AtlasSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  if (command.count("--part") > 0)
    settings.part = parse_shard(command.get_option("--part")->as<std::string>(), "--part");
  settings.only_tables = command.count("--tables") > 0;
  settings.drops_games = command.count("--drop-games") > 0;
  settings.is_quiet = command.count("--quiet") > 0;
  return settings;
}

constexpr const char* kUsualAtlas = "results/atlas";

/// "" where there is none. A night's is stored as atlas.json.gz.
std::string atlas_file(const std::string& path) {
  return stored_form(std::filesystem::is_directory(path) ? path + "/atlas.json" : path);
}

/// That of the working folder, else the program's own; "" where there is neither.
std::string usual_atlas() {
  for (const std::string& place : {std::string(kUsualAtlas), (config::data_folder() / kUsualAtlas).string()})
    if (std::string file = atlas_file(place); !file.empty()) return file;
  return "";
}

atlas::AtlasResults read_atlas_file(const std::string& file) {
  try {
    return atlas::parse_atlas_json(unpacked_text(file));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: it is no atlas.json, which `rootward atlas` writes: {}", file, error.what()));
  }
}

/// Adds the cells of operators that the folder's own atlas has none of but A/A; false where there are no such.
bool add_unplayed(const atlas::AtlasResults& other, atlas::AtlasResults& own) {
  std::set<std::string> played;
  for (const atlas::CellResult& cell : own.cells)
    if (!cell.is_control) played.insert(cell.op);
  const std::size_t before = own.cells.size();
  for (const atlas::CellResult& cell : other.cells)
    if (!cell.is_control && !played.contains(cell.op)) own.cells.push_back(cell);
  return own.cells.size() > before;
}

/// By the costs that the folder's own atlas measured, for operators that it lacks by those of the usual one.
void print_plan(const atlas::AtlasConfig& config, const std::string& folder) {
  atlas::AtlasResults played;
  std::vector<std::string> files;
  for (const std::string& file : {atlas_file(folder), usual_atlas()})
    if (!file.empty() && !std::filesystem::is_directory(file) && add_unplayed(read_atlas_file(file), played))
      files.push_back(file);
  fmt::print("{}", atlas::plan_text(config, atlas::plan_atlas(config, files.empty() ? nullptr : &played)));
  if (!files.empty()) fmt::print("measured costs: {}\n", fmt::join(files, ", "));
}

int run_atlas_command(const CLI::App& command) {
  const atlas::AtlasConfig config =
      atlas::read_atlas(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  if (command.count("--plan") > 0) {
    print_plan(config, atlas_folder_of(config, atlas_settings_of(command)));
    return static_cast<int>(ExitCode::done);
  }
  std::unique_ptr<atlas::AtlasCluster> cluster;
  if (std::optional<cluster::StayingSettings> staying = given_staying(command))
    cluster = cluster::atlas_arrays(std::move(*staying));
  atlas::AtlasSettings settings = atlas_settings_of(command);
  settings.cluster = cluster.get();
  settings.parts = given<std::uint32_t>(command, "--parts").value_or(0);
  const std::string folder = atlas_folder_of(config, settings);
  try {
    const atlas::AtlasReport report = atlas::run_atlas(config, settings);
    if (!report.is_complete) return interrupted("what was played is stored in " + folder);
    fmt::print("{}", report.table);
    if (settings.drops_games && !settings.is_quiet)
      note(fmt::format("{}: the games of {} cells and {} tunings were dropped", folder, report.dropped.cells,
                       report.dropped.tunings));
    return static_cast<int>(ExitCode::done);
  } catch (const tuning::EvaluationsHalted& why) {
    return failed(why, ExitCode::incomplete, folder, std::filesystem::exists(folder));
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, std::filesystem::exists(folder));
  } catch (const PlayerError& error) {
    return failed(error, ExitCode::unusable_player, folder, std::filesystem::exists(folder));
  }
}

/// The atlas that was named, a folder or its atlas.json; else that of the working folder, else the program's own.
std::string given_atlas(const CLI::App& command) {
  if (command.count("--atlas") > 0) {
    const auto path = command.get_option("--atlas")->as<std::string>();
    if (std::string file = atlas_file(path); !file.empty()) return file;
    throw UsageError(
        fmt::format("--atlas {}: there is no atlas.json; `rootward atlas CONFIG --out {}` makes one", path, path));
  }
  if (std::string file = usual_atlas(); !file.empty()) return file;
  throw UsageError(
      fmt::format("there is no atlas to take advice from: no atlas.json in {} or in {}. `rootward atlas "
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

void declare_atlas(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("atlas", "Tune and compare all operators in many domains, or go on doing so");
  command->add_option("CONFIG", "The atlas's YAML file, which names studies of features")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--out", "Folder of the results; results/NAME unless given")->type_name("DIR");
  command->add_option("--threads", "Tunings at once, and threads of the finals; every core unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
  command
      ->add_option("--part",
                   "Play the open domains of part K of N, K from 1 to N; again, when those of all parts are played, "
                   "the held-out ones; then "
                   "once more without it")
      ->type_name("K/N");
  command->add_flag("--plan")->description("Print cells, games, simulations and core hours; play nothing");
  command->add_flag("--tables")->description("Make tables, figures and page of what is there; play nothing");
  command->add_flag("--drop-games")
      ->description(
          "Keep of whole cells what tables need and a digest of their games, of whole tunings their journals; remove "
          "the games, and play nothing. Such cells cannot go on to more games");
  add_set_option(*command);
  add_staying_options(*command,
                      "The studies of features are submitted to Slurm, and the domains are dealt out over tasks of its "
                      "arrays; the folder lies where all nodes see it");
  command->add_option("--parts", "Tasks over which the domains are dealt; one a domain unless given")
      ->transform(whole_number(1, 100'000))
      ->needs(command->get_option("--slurm"))
      ->type_name("N");
  for (const char* other : {"--part", "--plan", "--tables", "--drop-games"})
    command->get_option(other)->excludes(command->get_option("--slurm"));
  for (const char* other : {"--part", "--plan", "--tables"})
    command->get_option(other)->excludes(command->get_option("--drop-games"));
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Continues by default: no game is played twice, whatever ended the run before. docs/playing-the-atlas.md tells "
      "what is played.\nExample: rootward atlas configs/atlas/evening.yaml --plan");
  command->callback([command, &exit_code] { exit_code = run_atlas_command(*command); });
}

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
