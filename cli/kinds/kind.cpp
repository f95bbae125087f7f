// The table of kinds, and what follows from it for options and folders.
#include "cli/kinds/kind.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <initializer_list>

#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/plan.h"
#include "lab/config/head_reader.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward {

#define ROOTWARD_KIND(name, ...) Kind name##_kind();
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND

namespace {

/// Those that take the option; all of them where no row names it.
std::vector<const Kind*> takers(std::string_view option) {
  std::vector<const Kind*> all;
  std::vector<const Kind*> some;
  for (const Kind& kind : kinds()) {
    all.push_back(&kind);
    if (kind.takes(option)) some.push_back(&kind);
  }
  return some.empty() ? all : some;
}

}  // namespace

std::span<const Kind> kinds() {
  static const std::array kKinds = {
#define ROOTWARD_KIND(name, ...) name##_kind(),
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND
  };
  return kKinds;
}

bool Kind::takes(std::string_view option) const {
  return fmt::format(" {} ", options).find(fmt::format(" {} ", option)) != std::string::npos;
}

const Kind& kind_of_config(const CLI::App& command) {
  const std::string file = given_file(command);
  const std::string planned = cluster::planned_config_path(file);
  const bool is_planned = asks_cluster(command) && file_exists(planned);
  return kinds()[static_cast<std::size_t>(config::kind_of_file(is_planned ? planned : file))];
}

const Kind* kind_of_folder(const std::string& folder) {
  if (!file_exists(manifest_path(folder))) return nullptr;
  const std::string name = read_manifest(folder).kind;
  const auto found = std::ranges::find(kinds(), name, [](const Kind& kind) { return kind.facts().name; });
  if (found == kinds().end())
    throw RunError(fmt::format("{}: kind: {} is nothing that this version knows", manifest_path(folder), name));
  return &*found;
}

const Kind& kind_of_results(const std::string& folder) {
  if (const Kind* kind = kind_of_folder(folder)) return *kind;
  throw UsageError(fmt::format("{} is no results folder: it has no manifest.json", folder));
}

std::unique_ptr<watch::Body> body_of(const std::string& folder, Detail detail) {
  const Kind* kind = kind_of_folder(folder);
  return kind == nullptr || kind->look == nullptr ? nullptr : kind->look(folder, detail);
}

std::string names_of(std::span<const Kind* const> kinds) {
  std::string names;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 < kinds.size() ? ", " : " and ", kinds[i]->facts().many);
  return names;
}

void check_option(const CLI::Option& option, const Kind& kind, const std::string& file) {
  const std::vector<const Kind*> taking = takers(option.get_name());
  if (option.count() > 0 && std::ranges::find(taking, &kind) == taking.end())
    throw UsageError(
        fmt::format("{}: it is for {}; {} is {}", option.get_name(), names_of(taking), file, kind.facts().one));
}

void check_cluster_options(const CLI::App& command, const Kind& kind) {
  const auto require = [&](bool is_there, const char* needed, std::initializer_list<const char*> options) {
    for (const char* option : options)
      if (!is_there && command.count(option) > 0) throw UsageError(fmt::format("{} requires {}", option, needed));
  };
  const char* way = kind.takes("--print") ? "--slurm or --print" : "--slurm";
  require(asks_cluster(command), way,
          {"--cpus", "--time", "--mem-per-cpu", "--at-once", "--sbatch-arg", "--tasks", "--rounds", "--calibrate"});
  require(command.count("--slurm") > 0, "--slurm",
          {"--tasks-per-evaluation", "--gather", "--wait", "--driver", "--driver-time", "--round"});
  if (kind.takes("--driver"))
    require(command.count("--driver") > 0, "--driver", {"--driver-time", "--rounds", "--round"});
  if (kind.submit != nullptr && !is_only_planned(command))
    require(kind.takes("--driver") ? command.count("--driver") > 0 : asks_cluster(command),
            kind.takes("--driver") ? "--driver" : way, {"--json"});
  if (command.count("--shard") > 0 && asks_cluster(command))
    throw UsageError("--shard: Slurm's tasks are shards already; leave out --slurm");
}

void group_options(CLI::App& command, std::size_t first, std::string_view suffix) {
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t i = first; i < options.size(); ++i)
    if (const auto taking = takers(options[i]->get_name());
        taking.size() < kinds().size() && !options[i]->get_group().empty())
      options[i]->group(fmt::format("Options of {}{}", names_of(taking), suffix));
}

}  // namespace rootward
