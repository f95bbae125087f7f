// `rootward discover`: formulas made, tried, tuned and confirmed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <string>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/discovery/run.h"

namespace rootward {
namespace {

int discover(const CLI::App& command) {
  const discovery::DiscoveryConfig config =
      discovery::read_discovery(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  discovery::DiscoverSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  settings.is_quiet = command.count("--quiet") > 0;
  if (!settings.is_quiet) settings.say = [](const std::string& text) { note(text); };
  const std::string folder = discovery_folder_of(config, settings);
  try {
    const discovery::DiscoveryReport report = discovery::run_discovery(config, settings);
    if (!report.is_complete) return interrupted("what was played is stored in " + folder);
    fmt::print("{}", report.table);
    return static_cast<int>(ExitCode::done);
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, std::filesystem::exists(folder));
  } catch (const PlayerError& error) {
    return failed(error, ExitCode::unusable_player, folder, std::filesystem::exists(folder));
  }
}

}  // namespace

void declare_discover(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("discover", "Search for a better backup rule among formulas, or go on");
  command->add_option("CONFIG", "The discovery's YAML file")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--out", "Folder of the results; results/NAME unless given")->type_name("DIR");
  command->add_option("--threads", "Threads; every core this process may use unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
  add_set_option(*command);
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Continues by default: no game is played twice, whatever ended the run before. docs/discovering.md tells how.\n"
      "Example: rootward discover configs/atlas/discovery.yaml --out results/my-discovery");
  command->callback([command, &exit_code] { exit_code = discover(*command); });
}

}  // namespace rootward
