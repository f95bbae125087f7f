// Facts, figures, tables.
#include "experiments/estimates/section.h"

#include "experiments/estimates/facts.h"
#include "experiments/estimates/features.h"
#include "experiments/estimates/render.h"
#include "lab/report/html.h"
#include "lab/report/provenance.h"

namespace rootward::estimates {

std::string estimates_section(const StoredEstimates& study) {
  std::string html = html_facts(estimates_facts(study));
  html += "<h3>Figures</h3>\n";
  for (const plot::NamedFigure& figure : estimates_figures(study)) html += html_figure(figure.figure);
  html += "<h3>Tables</h3>\n";
  for (const Grid& grid : estimates_grids(study)) html += html_table(grid);
  html += html_legend(estimates_legend(study));
  if (study.config.feature_nodes > 0) html += html_legend(feature_legend());
  return html + provenance_html(study.manifest);
}

}  // namespace rootward::estimates
