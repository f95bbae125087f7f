// A tuning for people: the summary on stdout, the table, the figures with their numbers, and the same of a folder,
// whoever made it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune.h"
#include "lab/report/facts.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"
#include "lab/report/table_format.h"

namespace rootward::tuning {

/// What came of a tuning, in words.
struct TuneSummary {
  std::string head{};         ///< its name, and how many evaluations there were
  std::vector<Fact> facts{};  ///< without a label: what belongs to the one before
  std::string tests_note{};   ///< lines on several fresh tests; "" for none
  std::string best_note{};    ///< lines on how far the best of several equals looks ahead; "" without a score
};
/// Recommended params, posterior mean, best observed and fresh test side by side, and how far the best of several
/// equals looks ahead: mean + standard error x expected maximum of as many standard normals.
TuneSummary summarise(const TuningConfig& tuning, const TuneReport& report);
/// The same as text: labels in 16 columns.
std::string tune_summary(const TuningConfig& tuning, const TuneReport& report);

/// A row an evaluation, those told of another folder first.
Grid tune_grid(const TuningConfig& tuning, const TuneReport& report);
std::string tune_table_markdown(const TuningConfig& tuning, const TuneReport& report);
std::string tune_table_csv(const TuningConfig& tuning, const TuneReport& report);

/// Scores of the evaluations in order, best observed and posterior mean of the incumbent, the fresh test.
plot::Figure convergence_figure(const TuningConfig& tuning, const TuneReport& report);
/// A panel a coordinate: the evaluations, and the optimizer's belief along the axis through the recommended point.
plot::Figure slices_figure(const TuningConfig& tuning, const TuneReport& report);
/// f of the recommended point against visits, that of the starting values, and the 10 to 90 % range of f over draws
/// of which evaluation, of those that have not failed, is best (scores drawn independently from the belief at each),
/// widened where the recommended point's f lies outside. Nothing for operators
/// without a weight function.
std::optional<plot::Figure> profile_figure(const TuningConfig& tuning, const TuneReport& report);

/// Convergence, slices, and where there is one the profile.
std::vector<plot::NamedFigure> tuning_figures(const TuningConfig& tuning, const TuneReport& report);

/// table.md, table.csv, and each figure as .svg and .csv, into the report's folder. Throws RunError.
void write_tune_report(const TuningConfig& tuning, const TuneReport& report);
/// Whether all of it is there: table.md is written last.
bool has_tune_report(const std::string& folder);
/// Takes table.md away, for a tuning that goes on.
void remove_tune_report(const std::string& folder);

/// A row an evaluation. Text and Markdown end with the summary; JSON holds evaluations as `objective` prints them, and
/// the fresh tests.
std::string render_tuning(const StoredTuning& stored, TableFormat format);
/// Facts, figures, table and provenance as HTML.
std::string tuning_section(const StoredTuning& stored);

}  // namespace rootward::tuning
