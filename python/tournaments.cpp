// Tournaments and estimates: the program's own runs, their results folders and tables.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "experiments/config/shipped_files.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/dry_run.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "python/native.h"

namespace rootward::python {
namespace {

/// A configuration's text, or the file it stands in.
struct ConfigSource {
  std::string text;  ///< "": the file is read
  std::string file;
};

tournament::TournamentConfig read_config(const ConfigSource& source) {
  return source.text.empty() ? tournament::read_tournament(config::configuration_file(source.file))
                             : tournament::parse_tournament(source.text, source.file);
}

tournament::RunSettings settings_of(const std::string& out, std::optional<std::uint32_t> games, std::size_t threads,
                                    bool shows_progress) {
  tournament::RunSettings settings;
  settings.folder = out;
  settings.games = games;
  settings.threads = threads;
  settings.is_quiet = !shows_progress;
  return settings;
}

/// As `rootward run`, of a shard with `--shard`: plays what is missing; a whole run writes records and tables.
py::dict run(const std::string& text, const std::string& file, const std::string& out,
             std::optional<std::uint32_t> games, std::size_t threads, bool shows_progress,
             std::pair<std::uint32_t, std::uint32_t> shard) {
  const tournament::RunReport report = [&] {
    const py::gil_scoped_release release;
    const tournament::TournamentConfig config = read_config({text, file});
    tournament::RunSettings settings = settings_of(out, games, threads, shows_progress);
    settings.shard = {.index = shard.first, .count = shard.second};
    tournament::RunReport played = tournament::run_tournament(config, settings);
    if (!settings.shard.is_whole()) return played;
    if (tournament::has_records(config.game)) (void)tournament::write_records(played.results);
    if (played.is_complete && played.stopped_pairings.empty()) (void)tournament::write_tables(played.results);
    return played;
  }();
  py::dict answer;
  answer["folder"] = report.folder;
  answer["is_complete"] = report.is_complete;
  answer["done"] = report.games.done;
  answer["wanted"] = report.games.wanted;
  answer["stopped_pairings"] = report.stopped_pairings;
  return answer;
}

/// As `rootward merge --tidy` of one folder in itself, with records and tables; returns how many games are missing.
std::uint64_t merge(const std::string& folder) {
  const py::gil_scoped_release release;
  const MergeReport report = tournament::merge_results({folder}, folder, {.is_tidy = true});
  const tournament::StoredResults results = tournament::read_results(folder, Detail::moves);
  if (tournament::has_records(results.config.game)) (void)tournament::write_records(results);
  if (report.missing == 0) (void)tournament::write_tables(results);
  return report.missing;
}

std::string resolved(const std::string& text, const std::string& file) {
  return tournament::resolved_yaml(read_config({text, file}));
}

std::string plan(const std::string& text, const std::string& file, std::size_t threads) {
  const py::gil_scoped_release release;
  const tournament::TournamentConfig config = read_config({text, file});
  const tournament::RunSettings settings = settings_of("", std::nullopt, threads, false);
  tournament::TournamentSetup setup(config, settings);
  return tournament::dry_run_text(setup, settings);
}

/// As `rootward converge`: measures what is missing, writes tables and figures.
py::dict converge(const std::string& text, const std::string& file, const std::string& out, std::size_t threads,
                  bool shows_progress) {
  const estimates::EstimatesRunReport report = [&] {
    const py::gil_scoped_release release;
    const estimates::EstimatesConfig config =
        text.empty() ? estimates::read_estimates(file) : estimates::parse_estimates(text, file);
    estimates::EstimatesRunSettings settings;
    settings.folder = out;
    settings.threads = threads;
    settings.is_quiet = !shows_progress;
    estimates::EstimatesRunReport measured = estimates::run_estimates(config, settings);
    if (measured.is_complete) estimates::write_estimates_files(measured.estimates);
    return measured;
  }();
  py::dict answer;
  answer["folder"] = report.folder;
  answer["is_complete"] = report.is_complete;
  answer["done"] = report.done;
  answer["wanted"] = report.wanted;
  return answer;
}

}  // namespace

void bind_tournaments(py::module_& module) {
  module.def("run", run);
  module.def("merge", merge);
  module.def("resolved", resolved);
  module.def("plan", plan);
  module.def("converge", converge);
}

}  // namespace rootward::python
