// An estimates study's tables and figures.
#pragma once

#include <string>
#include <vector>

#include "experiments/estimates/curves.h"
#include "experiments/estimates/folder.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"
#include "lab/report/table_format.h"

namespace rootward::estimates {

/// One grid a game with every measure at the last checkpoint, and one with the failure rate at each checkpoint. Of
/// shadow studies one more for each judged measure: shadows less their driver.
std::vector<Grid> estimates_grids(const StoredEstimates& study);
/// A figure a measure, a panel a game, of shadow studies with several arms a panel an arm; and the profiles of shadow
/// studies.
std::vector<plot::NamedFigure> estimates_figures(const StoredEstimates& study);
/// All numbers, a row a game, curve, checkpoint and measure.
std::string estimates_csv(const StoredEstimates& study);
/// The study's head (name, question, searches, truth) and its grids. JSON: {"schema":"rootward.study/1",..}.
std::string render_estimates(const StoredEstimates& study, TableFormat format);

/// Writes table.md, table.csv and plots/*.svg, plots/*.csv into the study's folder.
void write_estimates_files(const StoredEstimates& study);

}  // namespace rootward::estimates
