// A tuning's folder in every format, and as a section of a report.
#include "experiments/tuning/tune_report.h"
#include "lab/report/facts.h"
#include "lab/report/html.h"
#include "lab/report/provenance.h"

namespace rootward::tuning {
namespace {

Json evaluation_json(const TuningConfig& tuning, const TunedEvaluation& evaluation) {
  Json line = result_json(tuning, {.id = evaluation.label, .point = *evaluation.point, .seed = 0, .games = 0},
                          evaluation.result);
  line.erase("schema");
  line.erase("seed");
  if (!evaluation.origin.empty()) line["origin"] = evaluation.origin;
  return line;
}

Json test_json(const TuningConfig& tuning, const FreshTest& test) {
  Json line = result_json(tuning, {.id = "test", .point = test.point, .seed = test.seed, .games = 0}, test.result);
  line.erase("schema");
  if (test.evaluations) line["evaluations"] = *test.evaluations;
  if (test.start) {
    const Gain& gain = test.start->gain;
    line["start"] = {{"mean", test.start->result.mean},
                     {"games", test.start->result.counts.games()},
                     {"gain", gain.mean},
                     {"gain_ci95", {gain.ci95.low, gain.ci95.high}}};
  }
  return line;
}

std::string stored_tuning_json(const StoredTuning& stored) {
  Json object;
  object["schema"] = "rootward.tuning/1";
  object["name"] = stored.tuning.name;
  object["config_hash"] = stored.manifest.config_hash;
  object["imported"] = stored.report.imported.size();
  object["evaluations"] = Json::array();
  for (const TunedEvaluation& evaluation : stored.report.evaluations)
    object["evaluations"].push_back(evaluation_json(stored.tuning, evaluation));
  object["tests"] = Json::array();
  for (const FreshTest& test : stored.report.tests) object["tests"].push_back(test_json(stored.tuning, test));
  return dump_json(object, 2) + "\n";
}

bool has_any_score(const StoredTuning& stored) {
  for (const TunedEvaluation& evaluation : stored.report.evaluations)
    if (evaluation.result.counts.games() > 0) return true;
  return false;
}

}  // namespace

std::string render_tuning(const StoredTuning& stored, TableFormat format) {
  switch (format) {
    case TableFormat::md:
      return tune_table_markdown(stored.tuning, stored.report);
    case TableFormat::csv:
      return tune_table_csv(stored.tuning, stored.report);
    case TableFormat::latex:
      return grid_latex(tune_grid(stored.tuning, stored.report));
    case TableFormat::json:
      return stored_tuning_json(stored);
    case TableFormat::text:
      break;
  }
  return grid_text(tune_grid(stored.tuning, stored.report)) + "\n" + tune_summary(stored.tuning, stored.report);
}

std::string tuning_section(const StoredTuning& stored) {
  std::string html = html_facts({{"question", stored.tuning.question}, {"hypothesis", stored.tuning.hypothesis}});
  const TuneSummary summary = summarise(stored.tuning, stored.report);
  html += html_legend({summary.head}) + html_facts(summary.facts);
  for (const std::string& note : {summary.tests_note, summary.best_note})
    if (!note.empty()) html += html_legend({note});
  if (has_any_score(stored)) {
    html += "<h3>Figures</h3>\n" + html_figure(convergence_figure(stored.tuning, stored.report)) +
            html_figure(slices_figure(stored.tuning, stored.report));
  }
  html += "<h3>Table</h3>\n" + html_table(tune_grid(stored.tuning, stored.report));
  return html + provenance_html(stored.manifest);
}

}  // namespace rootward::tuning
