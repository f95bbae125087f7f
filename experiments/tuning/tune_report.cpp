// Summary, table, files.
#include "experiments/tuning/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "core/file_io.h"
#include "core/statistics/elo.h"
#include "core/statistics/planning.h"
#include "experiments/tuning/journal.h"
#include "experiments/tuning/tune_slices.h"
#include "lab/report/facts.h"
#include "lab/report/grid.h"
#include "lab/report/number_text.h"

namespace rootward::tuning {
namespace {

std::string tune_table_path(const std::string& folder) { return folder + "/table.md"; }

std::size_t count_of(const TuneReport& report, EvaluationStatus status) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.evaluations, [&](const TunedEvaluation& evaluation) { return evaluation.result.status == status; }));
}

/// What the best of the evaluations would show were all of them worth one half.
std::string best_of_text(const TuningConfig& tuning, const TuneReport& report) {
  std::vector<double> errors;
  for (const TunedEvaluation& evaluation : report.evaluations)
    if (evaluation.result.status != EvaluationStatus::failed) errors.push_back(evaluation.result.standard_error);
  std::ranges::nth_element(errors, errors.begin() + std::ssize(errors) / 2);
  const double error = errors[errors.size() / 2];
  const double ahead = expected_best_score(static_cast<int>(errors.size()), error);
  return fmt::format(
      "The best observed score is the highest of {0} noisy ones and so looks better than it is: of {0} candidates "
      "that\n"
      "are all worth 50 %, the best would show about {1} % at {2} games. {3} is the number to quote.\n",
      errors.size(), percent_text(ahead), tuning.games,
      !report.is_complete       ? "A fresh test, such as `run` plays,"
      : report.tests.size() > 1 ? "The first fresh test"
                                : "The fresh test");
}

std::string deviations_text(const TuningConfig& tuning, const TuneReport& report) {
  std::string text = fmt::format("{} evaluations of {} games", report.evaluations.size(), tuning.games);
  if (const std::size_t failed = count_of(report, EvaluationStatus::failed)) text += fmt::format(", {} failed", failed);
  if (const std::size_t stopped = count_of(report, EvaluationStatus::stopped_early))
    text += fmt::format(", {} stopped early", stopped);
  return text;
}

std::string opponents_text(const TuningConfig& tuning) {
  std::string text;
  for (const TuningOpponent& opponent : tuning.opponents)
    text +=
        fmt::format("{}{} (weight {} %)", text.empty() ? "" : ", ", opponent.player.name, percent_text(opponent.share));
  return text;
}

std::string posterior_text(const TuneReport& report) {
  if (!report.recommendation) return "none: the optimizer recommends no point, so the best observed is taken";
  return fmt::format(
      "{} % +- {} %{}", percent_text(report.recommendation->mean), percent_text(report.recommendation->standard_error),
      report.at_evaluations ? "" : " (the optimizer's word; it shows no posterior, so this may be a best score)");
}

bool has_origins(const TuneReport& report) {
  return std::ranges::any_of(report.evaluations,
                             [](const TunedEvaluation& evaluation) { return !evaluation.origin.empty(); });
}

std::string name_of(const TunedEvaluation& evaluation) {
  return evaluation.label.empty() ? std::to_string(evaluation.id) : evaluation.label;
}

std::vector<std::string> row_of(const TuningConfig& tuning, const TunedEvaluation& evaluation,
                                const TuneReport& report) {
  const EvaluationResult& result = evaluation.result;
  std::vector<std::string> row = {name_of(evaluation)};
  for (const Coordinate& coordinate : coordinates_of(tuning))
    row.push_back(
        evaluation.point ? fmt::format("{:.4g}", (*evaluation.point)[coordinate.parameter][coordinate.element]) : "-");
  const bool has_score = result.counts.games() > 0;
  row.push_back(has_score ? percent_text(result.mean) : "-");
  row.push_back(has_score ? percent_text(result.ci95()) : "-");
  row.push_back(has_score ? elo_text(elo_of_score(result.mean)) : "-");
  row.push_back(std::to_string(result.counts.games()));
  if (has_origins(report)) row.push_back(evaluation.origin.empty() ? "-" : evaluation.origin);
  std::string status(status_name(result.status));
  if (!result.failure.empty()) status += ": " + result.failure;
  if (const auto found = result.errors.find(kNotFinite); found != result.errors.end())
    status += fmt::format(", no finite value in {} games", found->second);
  if (evaluation.point && *evaluation.point == report.recommended) status += ", recommended";
  row.push_back(status);
  return row;
}

/// What was told of another folder: its score, and how sure it was.
std::vector<std::string> row_of(const TuningConfig& tuning, const ImportedEvaluation& known, const TuneReport& report) {
  std::vector<std::string> row = {
      fmt::format("{} of {}", known.id.is_string() ? known.id.get<std::string>() : dump_json(known.id), known.from)};
  for (const Coordinate& coordinate : coordinates_of(tuning))
    row.push_back(fmt::format("{:.4g}", known.point[coordinate.parameter][coordinate.element]));
  row.push_back(percent_text(known.mean));
  row.push_back("+- " + percent_text(known.standard_error));
  row.push_back(elo_text(elo_of_score(known.mean)));
  row.push_back(std::to_string(known.games));
  if (has_origins(report)) row.emplace_back("-");
  row.emplace_back(known.point == report.recommended ? "imported, recommended" : "imported");
  return row;
}

std::vector<Column> columns_of(const TuningConfig& tuning, const TuneReport& report) {
  std::vector<Column> columns = {{"evaluation"}};
  for (const Coordinate& coordinate : coordinates_of(tuning)) columns.push_back({coordinate.name});
  for (const char* title : {"score %", "95 %", "Elo", "games"}) columns.push_back({title});
  if (has_origins(report)) columns.push_back({"chosen by", false});
  columns.push_back({"status", false});
  return columns;
}

/// How many points fill the space and how many the model chose; "" where the optimizer does not say.
std::string origins_text(const TuneReport& report) {
  if (!has_origins(report)) return "";
  const auto count = [&](std::string_view origin) {
    return std::ranges::count(report.evaluations, origin, &TunedEvaluation::origin);
  };
  return fmt::format("{} by a space-filling design, {} by the optimizer's model", count("design"), count("model"));
}

std::string imports_text(const TuneReport& report) {
  if (report.imported.empty()) return "";
  return fmt::format("{} evaluations of {}, given to the optimizer first", report.imported.size(),
                     one_line(report.imported.front().from));
}

std::string test_text(const FreshTest& test) {
  return fmt::format("{}, Elo {} {}, {} games, seed {}", score_text(test.result),
                     elo_text(elo_of_score(test.result.mean)), elo_text(elo_interval(test.result.ci95())),
                     test.result.counts.games(), test.seed);
}

/// "not better than the start: 48.0 % [..] of the same games with the starting values, -1.2 points [..]"; "" where
/// nobody has played them.
std::string start_text(const FreshTest& test) {
  if (!test.start) return "";
  const Gain& gain = test.start->gain;
  const char* verdict = gain.ci95.low > 0    ? "better than the start"
                        : gain.ci95.high < 0 ? "WORSE than the start"
                        : gain.mean > 0      ? "not shown to be better than the start"
                                             : "not better than the start";
  return fmt::format("{}: the starting values have {} of the same games, {:+.1f} points [{:+.1f}, {:+.1f}]", verdict,
                     score_text(test.start->result), 100 * gain.mean, 100 * gain.ci95.low, 100 * gain.ci95.high);
}

/// All tests that were played: whoever saw one and went on has chosen by it.
void add_tests(const TuningConfig& tuning, const TuneReport& report, TuneSummary& summary) {
  const auto add_start = [&](const FreshTest& test) {
    if (const std::string start = start_text(test); !start.empty()) summary.facts.push_back({"", start});
  };
  if (report.tests.size() < 2) {
    if (!report.is_complete) return;
    FreshTest test{.point = report.recommended, .seed = report.test_seed, .result = report.test};
    if (!report.tests.empty()) test.start = report.tests.front().start;
    summary.facts.push_back({"fresh test", test_text(test)});
    add_start(test);
    return;
  }
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const FreshTest& test = report.tests[i];
    summary.facts.push_back(
        {fmt::format("fresh test {}", i + 1), test_text(test) + (i == 0 ? "; the honest one" : "")});
    const std::string after = test.evaluations ? fmt::format("after {} evaluations, ", *test.evaluations) : "";
    summary.facts.push_back({"", after + dump_json(point_json(tuning, test.point))});
    add_start(test);
  }
  summary.tests_note = fmt::format(
      "The first fresh test was played before any other was seen. Whoever goes on after a test and keeps the\n"
      "best of {} has chosen by it: quote the first, or test the last point anew in a tournament.\n",
      report.tests.size());
}

}  // namespace

TuneSummary summarise(const TuningConfig& tuning, const TuneReport& report) {
  TuneSummary summary{.head = fmt::format("{}: {}", tuning.name, deviations_text(tuning, report))};
  const auto add = [&summary](const char* label, const std::string& text) {
    if (!text.empty()) summary.facts.push_back({label, text});
  };
  if (tuning.opponents.size() > 1) add("opponents", opponents_text(tuning));
  if (!is_reproducible(tuning)) add("reproducible", reproducible_text(false, tuning.seed));
  add("chosen by", origins_text(report));
  add("imported", imports_text(report));
  if (report.is_complete) {
    add("recommended", dump_json(point_json(tuning, report.recommended)));
    if (report.is_live || report.recommendation) add("posterior mean", posterior_text(report));
  }
  if (count_of(report, EvaluationStatus::failed) == report.evaluations.size()) return summary;
  const TunedEvaluation& best = best_observed(report.evaluations);
  add("best observed",
      fmt::format("{}, evaluation {}: {}", score_text(best.result), one_line(name_of(best)), dump_json(best.params)));
  add_tests(tuning, report, summary);
  summary.best_note = best_of_text(tuning, report);
  return summary;
}

std::string tune_summary(const TuningConfig& tuning, const TuneReport& report) {
  const TuneSummary summary = summarise(tuning, report);
  std::string text = summary.head + "\n\n";
  for (const Fact& fact : summary.facts) text += fmt::format("{:<16}{}\n", fact.label, fact.text);
  return text + summary.tests_note + (summary.best_note.empty() ? "" : "\n" + summary.best_note);
}

Grid tune_grid(const TuningConfig& tuning, const TuneReport& report) {
  Grid grid;
  grid.title = tuning.name;
  grid.columns = columns_of(tuning, report);
  for (const ImportedEvaluation& known : report.imported) grid.rows.push_back(row_of(tuning, known, report));
  for (const TunedEvaluation& evaluation : report.evaluations) grid.rows.push_back(row_of(tuning, evaluation, report));
  return grid;
}

std::string tune_table_markdown(const TuningConfig& tuning, const TuneReport& report) {
  return grid_markdown(tune_grid(tuning, report)) + "\n```\n" + tune_summary(tuning, report) + "```\n";
}

std::string tune_table_csv(const TuningConfig& tuning, const TuneReport& report) {
  std::string text = "evaluation";
  for (const Coordinate& coordinate : coordinates_of(tuning)) text += "," + csv_cell(coordinate.name);
  text += ",mean,stderr,ci95_low,ci95_high,games,wins,draws,losses,status";
  text += has_origins(report) ? ",origin\n" : "\n";
  for (const TunedEvaluation& evaluation : report.evaluations) {
    const EvaluationResult& result = evaluation.result;
    text += csv_cell(name_of(evaluation));
    for (const Coordinate& coordinate : coordinates_of(tuning))
      text +=
          evaluation.point ? fmt::format(",{}", (*evaluation.point)[coordinate.parameter][coordinate.element]) : ",";
    const Interval ci95 = result.ci95();
    text += result.counts.games() > 0
                ? fmt::format(",{},{},{},{}", result.mean, result.standard_error, ci95.low, ci95.high)
                : ",,,,";
    text += fmt::format(",{},{},{},{},{}", result.counts.games(), result.counts.wins, result.counts.draws,
                        result.counts.losses, status_name(result.status));
    text += has_origins(report) ? "," + evaluation.origin + "\n" : "\n";
  }
  return text;
}

std::vector<plot::NamedFigure> tuning_figures(const TuningConfig& tuning, const TuneReport& report) {
  std::vector<plot::NamedFigure> figures = {{"convergence", convergence_figure(tuning, report)},
                                            {"slices", slices_figure(tuning, report)}};
  if (std::optional<plot::Figure> profile = profile_figure(tuning, report))
    figures.push_back({"profile", std::move(*profile)});
  return figures;
}

void write_tune_report(const TuningConfig& tuning, const TuneReport& report) {
  write_file_atomically(report.folder + "/table.csv", tune_table_csv(tuning, report));
  for (const plot::NamedFigure& one : tuning_figures(tuning, report)) {
    write_file_atomically(fmt::format("{}/{}.svg", report.folder, one.key), plot::figure_svg(one.figure));
    write_file_atomically(fmt::format("{}/{}.csv", report.folder, one.key), plot::figure_csv(one.figure));
  }
  write_file_atomically(tune_table_path(report.folder), tune_table_markdown(tuning, report));  // last: all is there
}

bool has_tune_report(const std::string& folder) { return file_exists(tune_table_path(folder)); }

void remove_tune_report(const std::string& folder) {
  std::error_code ignored;
  std::filesystem::remove(tune_table_path(folder), ignored);
}

}  // namespace rootward::tuning
