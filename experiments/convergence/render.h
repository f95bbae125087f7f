// A study's tables and figures.
#pragma once

#include <string>
#include <vector>

#include "experiments/convergence/curves.h"
#include "experiments/convergence/folder.h"
#include "experiments/plot/figure.h"
#include "experiments/table/grid.h"
#include "experiments/table/render.h"

namespace rootward {

/// A figure and the name of its files.
struct NamedFigure {
  std::string key;
  plot::Figure figure;
};

/// One grid a game with every measure at the last checkpoint, and one with the failure rate at each checkpoint.
std::vector<Grid> study_grids(const StoredStudy& study);
/// A figure a measure, a panel a game; and the profiles of shadow studies.
std::vector<NamedFigure> study_figures(const StoredStudy& study);
/// All numbers, a row a game, curve, checkpoint and measure.
std::string study_csv(const StoredStudy& study);
/// The study's head (name, question, searches, truth) and its grids. JSON: {"schema":"rootward.study/1",..}.
std::string render_study(const StoredStudy& study, TableFormat format);

/// Writes table.md, table.csv and plots/*.svg, plots/*.csv into the study's folder.
void write_study_files(const StoredStudy& study);

}  // namespace rootward
