// Formats of the one grid, and the section.
#include "experiments/tuning/render.h"

#include "experiments/report/facts.h"
#include "experiments/report/html.h"
#include "experiments/report/provenance.h"
#include "experiments/tuning/tune_report.h"

namespace rootward::tuning {
namespace {

Json evaluation_json(const TuningConfig& study, const TunedEvaluation& evaluation) {
  Json line = result_json(study, {.id = evaluation.label, .point = *evaluation.point, .seed = 0, .games = 0},
                          evaluation.result);
  line.erase("schema");
  line.erase("seed");
  if (!evaluation.origin.empty()) line["origin"] = evaluation.origin;
  return line;
}

Json test_json(const TuningConfig& study, const FreshTest& test) {
  Json line = result_json(study, {.id = "test", .point = test.point, .seed = test.seed, .games = 0}, test.result);
  line.erase("schema");
  if (test.evaluations) line["evaluations"] = *test.evaluations;
  return line;
}

std::string stored_tuning_json(const StoredTuning& stored) {
  Json object;
  object["schema"] = "rootward.tuning/1";
  object["name"] = stored.study.name;
  object["config_hash"] = stored.manifest.config_hash;
  object["imported"] = stored.report.imported.size();
  object["evaluations"] = Json::array();
  for (const TunedEvaluation& evaluation : stored.report.evaluations)
    object["evaluations"].push_back(evaluation_json(stored.study, evaluation));
  object["tests"] = Json::array();
  for (const FreshTest& test : stored.report.tests) object["tests"].push_back(test_json(stored.study, test));
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
      return tune_table_markdown(stored.study, stored.report);
    case TableFormat::csv:
      return tune_table_csv(stored.study, stored.report);
    case TableFormat::latex:
      return grid_latex(tune_grid(stored.study, stored.report));
    case TableFormat::json:
      return stored_tuning_json(stored);
    case TableFormat::text:
      break;
  }
  return grid_text(tune_grid(stored.study, stored.report)) + "\n" + tune_summary(stored.study, stored.report);
}

std::string tuning_section(const StoredTuning& stored) {
  std::string html = html_facts({{"question", stored.study.question}, {"hypothesis", stored.study.hypothesis}});
  html += html_legend({tune_summary(stored.study, stored.report)});
  if (has_any_score(stored)) {
    html += "<h3>Figures</h3>\n" + html_figure(convergence_figure(stored.study, stored.report)) +
            html_figure(slices_figure(stored.study, stored.report));
  }
  html += "<h3>Table</h3>\n" + html_table(tune_grid(stored.study, stored.report));
  return html + provenance_html(stored.manifest);
}

}  // namespace rootward::tuning
