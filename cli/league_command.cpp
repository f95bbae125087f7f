// `rootward league`: every operator tuned alike, then finals between what the tunings recommend.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/cluster/league_arrays.h"
#include "experiments/league/league.h"
#include "experiments/tuning/evaluation_players.h"

namespace rootward {
namespace {

/// Options that stand for keys of the league's file.
std::vector<Override> given_keys(const CLI::App& command) {
  std::vector<Override> keys;
  if (command.count("--operators") > 0)
    keys.push_back({.path = "operators",
                    .value = fmt::format(
                        "[{}]", fmt::join(command.get_option("--operators")->as<std::vector<std::string>>(), ", "))});
  for (const char* key : {"seeds", "evaluations"})
    if (const std::string option = std::string("--") + key; command.count(option) > 0)
      keys.push_back({.path = key, .value = command.get_option(option)->as<std::string>()});
  return keys;
}

league::LeagueSettings league_settings_of(const CLI::App& command) {
  league::LeagueSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  settings.is_quiet = command.count("--quiet") > 0;
  if (!settings.is_quiet) settings.say = [](const std::string& text) { note(text); };
  return settings;
}

/// Who plays all games with --slurm; null without.
std::unique_ptr<league::LeagueCluster> given_cluster(const CLI::App& command) {
  std::optional<cluster::StayingSettings> settings = given_staying(command);
  return settings ? cluster::league_arrays(std::move(*settings)) : nullptr;
}

int run_league_command(const CLI::App& command) {
  const league::LeagueConfig config = league::read_league(command.get_option("CONFIG")->as<std::string>(),
                                                          given_overrides(command), given_keys(command));
  const std::unique_ptr<league::LeagueCluster> cluster = given_cluster(command);
  league::LeagueSettings settings = league_settings_of(command);
  settings.cluster = cluster.get();
  const std::string folder = league_folder_of(config, settings);
  try {
    const league::LeagueReport report = league::run_league(config, settings);
    if (!report.is_complete) return interrupted("what was played is stored in " + folder);
    fmt::print("{}", report.table);
    return static_cast<int>(ExitCode::done);
  } catch (const tuning::EvaluationsHalted& why) {
    return failed(why, ExitCode::incomplete, folder, std::filesystem::exists(folder + "/tuning.yaml"));
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, std::filesystem::exists(folder + "/tuning.yaml"));
  } catch (const PlayerError& error) {
    return failed(error, ExitCode::unusable_player, folder, std::filesystem::exists(folder + "/tuning.yaml"));
  }
}

}  // namespace

void declare_league(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("league", "Tune all operators alike, and play finals between the tuned players");
  command->add_option("CONFIG", "The league's YAML file, which names a tuning's and a tournament's")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--out", "Folder of the results; results/NAME unless given")->type_name("DIR");
  command->add_option("--operators", "Tune these operators, and average; the league's unless given")
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("OPERATOR");
  command
      ->add_option("--seeds",
                   "Tunings of each operator: the spread between them is the error; the league's unless given")
      ->transform(whole_number(2, 1000))
      ->type_name("N");
  command->add_option("--evaluations", "Evaluations of each tuning; the league's unless given")
      ->transform(whole_number(1, 100000))
      ->type_name("N");
  command
      ->add_option("--threads",
                   "Tunings at once, and threads of the finals; every core this process may use unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
  add_set_option(*command);
  add_staying_options(*command,
                      "Each tuning is a task of one of Slurm's arrays, and the finals are submitted; the folder lies "
                      "where all nodes see it");
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Continues by default: no game is played twice, whatever ended the run before. docs/tuning.md tells of the "
      "method.\n"
      "Example: rootward league configs/league/connect4.yaml --evaluations 20 --seeds 3 --out results/my-league");
  command->callback([command, &exit_code] { exit_code = run_league_command(*command); });
}

}  // namespace rootward
