// What `rootward run` does with a file of any kind: the program's own runs, their results folders and tables.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/note.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/study/members.h"
#include "experiments/study/plan.h"
#include "experiments/study/run.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/planned_tournament.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tuning/config.h"
#include "lab/arena/signals.h"
#include "lab/config/head_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/shipped_files.h"
#include "lab/config/stored_configuration.h"
#include "python/native.h"

namespace rootward::python {
namespace {

/// A configuration's text, or the file it stands in, and values put into it, as `run --set` has them.
struct ConfigSource {
  std::string text;  ///< "": the file is read
  std::string file;
  std::vector<Override> overrides;

  ConfigSource(std::string of_text, std::string of_file, const std::vector<std::pair<std::string, std::string>>& set)
      : text(std::move(of_text)), file(text.empty() ? config::configuration_file(of_file) : std::move(of_file)) {
    for (const auto& [path, value] : set) overrides.push_back({.path = path, .value = value});
  }
  [[nodiscard]] config::YamlNode tree() const {
    return config::configuration_tree(text.empty() ? config::text_of(file) : text, file, overrides);
  }
};

using Set = std::vector<std::pair<std::string, std::string>>;

/// Where a run of it goes.
std::string results_folder(const ConfigSource& source, const std::string& out) {
  if (!out.empty()) return out;
  const config::YamlNode root = source.tree();
  const config::YamlNode* name = root.find("name");
  return name == nullptr ? "" : "results/" + name->text;
}

tournament::TournamentConfig read_config(const ConfigSource& source) {
  return source.text.empty() ? tournament::read_tournament(source.file, source.overrides)
                             : tournament::parse_tournament(source.text, source.file, source.overrides);
}

estimates::EstimatesConfig read_estimates(const ConfigSource& source) {
  return source.text.empty() ? estimates::read_estimates(source.file, source.overrides)
                             : estimates::parse_estimates(source.text, source.file, source.overrides);
}

study::StudyConfig read_study(const ConfigSource& source) {
  if (source.text.empty()) return study::read_study(source.file, source.overrides);
  study::StudyConfig study = study::parse_study(source.text, source.file, source.overrides);
  study::check_members(study);
  return study;
}

tuning::TuningConfig read_tuning(const ConfigSource& source) {
  return source.text.empty() ? tuning::read_tuning(source.file, source.overrides)
                             : tuning::parse_tuning(source.text, source.file, source.overrides);
}

config::FileKind kind_of(const ConfigSource& source) {
  const config::KindFacts* kind = config::kind_in(source.tree());
  return kind == nullptr ? config::FileKind::tournament : kind->kind;
}

/// KindFacts::name of what it configures.
std::string kind_of_source(const std::string& text, const std::string& file, const Set& set) {
  return std::string(config::facts_of(kind_of({text, file, set})).name);
}

/// How progress is shown: not at all, by a callable of (done, wanted, text), else on stderr.
struct Shown {
  bool is_quiet = false;
  Progress::Listener listener{};
};

Shown shown_as(const py::object& progress, const std::string& unit) {
  if (py::isinstance<py::bool_>(progress)) return {.is_quiet = !progress.cast<bool>()};
  const auto held = std::shared_ptr<py::object>(new py::object(progress), DeletesUnderLock<py::object>{});
  return {.is_quiet = true, .listener = [held, unit](const WorkStatus& status) {
            const py::gil_scoped_acquire lock;
            (*held)(status.done, status.wanted, status_text(status, unit));
          }};
}

constexpr std::chrono::milliseconds kNoGrace{0};  // Ctrl-C drops what is under way

RunSettings settings_of(const std::string& out, std::size_t threads, Shown shown) {
  return {.folder = out,
          .threads = threads,
          .grace = kNoGrace,
          .is_quiet = shown.is_quiet,
          .listener = std::move(shown.listener)};
}

/// As `rootward run`, of a shard with `--shard`: plays what is missing; a whole run writes records and tables.
py::dict run(const std::string& text, const std::string& file, const Set& set, const std::string& out,
             std::optional<std::uint32_t> games, std::size_t threads, const py::object& progress,
             std::pair<std::uint32_t, std::uint32_t> shard) {
  Shown shown = shown_as(progress, "games");
  const tournament::RunReport report = [&] {
    const py::gil_scoped_release release;
    const ConfigSource source(text, file, set);
    const config::ContinuedRun continued(results_folder(source, out));
    const tournament::TournamentConfig config = read_config(source);
    tournament::RunSettings settings{settings_of(out, threads, std::move(shown)), games};
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
  answer["end"] = SignalGuard::end_reason();
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

/// `out`: of the run that it is read for; None: it is read for no run.
std::string resolved(const std::string& text, const std::string& file, const Set& set,
                     const std::optional<std::string>& out) {
  const ConfigSource source(text, file, set);
  const config::ContinuedRun continued(out ? results_folder(source, *out) : "");
  return tournament::resolved_yaml(read_config(source));
}

/// As `rootward check` has it in words: everything that is wrong, or all of it with its defaults.
std::string checked_source(const std::string& text, const std::string& file, const Set& set) {
  const ConfigSource source(text, file, set);
  switch (kind_of(source)) {
    case config::FileKind::tournament:
      return tournament::resolved_yaml(read_config(source));
    case config::FileKind::estimates:
      return estimates::resolved_yaml(read_estimates(source));
    case config::FileKind::study:
      return config::tree_text(read_study(source).tree);
    case config::FileKind::tuning:
      return tuning::resolved_yaml(read_tuning(source));
    default:
      throw UsageError(fmt::format("{}: the program itself checks it: rootward check", source.file));
  }
}

std::string plan(const std::string& text, const std::string& file, const Set& set, std::size_t threads) {
  const py::gil_scoped_release release;
  const ConfigSource source(text, file, set);
  if (kind_of(source) == config::FileKind::study) return study::plan_text(read_study(source));
  const tournament::TournamentConfig config = read_config(source);
  const tournament::RunSettings settings{settings_of("", threads, {.is_quiet = true})};
  tournament::TournamentSetup setup(config, settings);
  constexpr double kSampleSeconds = 5;
  const tournament::PlannedTournament planned = tournament::plan_tournament(setup, settings, kSampleSeconds);
  return planned.schedule + "\n" + power_text(planned.power, {});
}

/// As `rootward run`: measures what is missing, writes tables and figures.
py::dict run_estimates(const std::string& text, const std::string& file, const Set& set, const std::string& out,
                       std::size_t threads, const py::object& progress) {
  Shown shown = shown_as(progress, "searches");
  const estimates::EstimatesRunReport report = [&] {
    const py::gil_scoped_release release;
    const ConfigSource source(text, file, set);
    const config::ContinuedRun continued(results_folder(source, out));
    const estimates::EstimatesConfig config = text.empty()
                                                  ? estimates::read_estimates(source.file, source.overrides)
                                                  : estimates::parse_estimates(text, source.file, source.overrides);
    estimates::EstimatesRunReport measured =
        estimates::run_estimates(config, settings_of(out, threads, std::move(shown)));
    if (measured.is_complete) estimates::write_estimates_files(measured.estimates);
    return measured;
  }();
  py::dict answer;
  answer["folder"] = report.folder;
  answer["is_complete"] = report.is_complete;
  answer["end"] = SignalGuard::end_reason();
  answer["done"] = report.done;
  answer["wanted"] = report.wanted;
  return answer;
}

/// As `rootward run`: plays what is missing of a study, and writes its tables.
py::dict run_study(const std::string& text, const std::string& file, const Set& set, const std::string& out,
                   std::size_t threads, const py::object& progress) {
  Shown shown = shown_as(progress, "runs");
  const study::StudyReport report = [&] {
    const py::gil_scoped_release release;
    const ConfigSource source(text, file, set);
    const config::ContinuedRun continued(results_folder(source, out));
    const study::StudyConfig config = read_study(source);
    study::StudySettings settings;
    settings.folder = out;
    settings.threads = threads;
    settings.is_quiet = shown.is_quiet;
    settings.say = std::move(shown.listener);
    if (!settings.is_quiet) settings.say = [](const WorkStatus& status) { note(status.what()); };
    return study::run_study(config, settings);
  }();
  py::dict answer;
  answer["folder"] = report.folder;
  answer["is_complete"] = report.end == study::StudyEnd::complete;
  answer["is_void"] = report.is_void;
  answer["end"] = SignalGuard::end_reason();
  return answer;
}

}  // namespace

void bind_tournaments(py::module_& module) {
  module.def("run", run);
  module.def("merge", merge);
  module.def("kind_of_source", kind_of_source);
  module.def("resolved", resolved, py::arg("text"), py::arg("file"), py::arg("set") = Set(),
             py::arg("out") = py::none());
  module.def("checked", checked_source);
  module.def("plan", plan);
  module.def("run_estimates", run_estimates);
  module.def("run_study", run_study);
}

}  // namespace rootward::python
