// `rootward run` of a discovery: formulas made, tried, tuned and confirmed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/discovery/config.h"
#include "experiments/discovery/run.h"

namespace rootward {
namespace {

int run_discovery(const CLI::App& command) {
  const discovery::DiscoveryConfig config = discovery::read_discovery(given_file(command), given_overrides(command));
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

std::string check_discovery(const CLI::App& command) {
  const discovery::DiscoveryConfig config = discovery::read_discovery(given_file(command), given_overrides(command));
  return fmt::format("{} generations of {} formulas on {} domains, {} survivors confirmed on {} others\n",
                     config.search.generations, config.search.formulas, config.portfolio.size(),
                     config.tuning.survivors, config.held_out.size());
}

}  // namespace

Kind discovery_kind() {
  return {.kind = config::FileKind::discovery,
          .run = &run_discovery,
          .check = &check_discovery,
          .verify = &check_told_files,
          .is_made_of_folders = true,
          .look = [](const std::string& folder, Detail) { return watch::make_discovery_body(folder, &body_of); }};
}

}  // namespace rootward
