// `rootward run` of an atlas: every operator in many domains.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/atlas_file.h"
#include "cli/job_options.h"
#include "cli/run_kinds.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/atlas/plan.h"
#include "experiments/atlas/run.h"
#include "experiments/cluster/atlas_arrays.h"

namespace rootward {
namespace {

atlas::AtlasSettings atlas_settings_of(const CLI::App& command) {
  atlas::AtlasSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  if (command.count("--shard") > 0) settings.part = parse_shard(command.get_option("--shard")->as<std::string>());
  settings.only_tables = command.count("--tables") > 0;
  settings.drops_games = command.count("--drop-games") > 0;
  settings.is_quiet = command.count("--quiet") > 0;
  return settings;
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

}  // namespace

int run_atlas_file(const CLI::App& command) {
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

}  // namespace rootward
