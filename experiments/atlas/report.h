// What a reader gets of an atlas: tables, figures, and a page that can be filtered.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/atlas/results.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"

namespace rootward::atlas {

/// One grid a budget: Elo of each operator in each domain.
std::vector<Grid> elo_grids(const AtlasResults& results);
std::vector<std::string> elo_legend();
/// Simulations and CPU time of the moves at equal CPU time, as the cells' own games have them; no rows where there are
/// no such cells.
Grid equal_time_grid(const AtlasResults& results);
std::vector<std::string> equal_time_legend();
/// Scores at a budget against the pool that no tuning has met, and what they are above the average's; no rows where
/// there are none.
Grid pool_grid(const AtlasResults& results, const std::string& budget);
std::vector<std::string> pool_legend();
/// The tuned players of each domain.
Grid players_grid(const AtlasResults& results);
/// Medians of what tuning set, operators and budgets that were tuned for x domains.
Grid constants_grid(const AtlasResults& results);
std::vector<std::string> constants_legend();
/// The medians over some players, YAML: "c 0.7, omega 5".
std::string constants_text(const std::set<std::string>& players);
/// The preregistered hypotheses and what became of them.
Grid hypotheses_grid(const AtlasResults& results);
std::vector<std::string> hypotheses_legend();
/// How well the model and its rivals foretell: games left out in turn, and those held out.
Grid model_grid(const AtlasResults& results);

/// Attributes of an element by which the page's filters find a cell.
std::string filter_marks(const CellResult& cell);
/// Operators and domains at a budget, coloured by Elo, hatched where the cell is undecided, empty where it has no
/// games. A stand-alone SVG document.
std::string heat_map_svg(const AtlasResults& results, const std::string& budget);
/// Elo against simulations, a panel a domain: a line a family, the mean of its operators, and one for each operator
/// that is decided somewhere.
plot::Figure scaling_figure(const AtlasResults& results);
/// Predicted against measured Elo where games are left out in turn, and of those held out.
plot::Figure predicted_figure(const AtlasResults& results);

std::string atlas_markdown(const AtlasResults& results);
std::string atlas_csv(const AtlasResults& results);
/// Everything in one document, with a table of cells that can be filtered.
std::string atlas_page(const AtlasResults& results);

/// Writes atlas.md, players.md, atlas.csv, atlas.json, page.html and plots/ into the folder; returns the Markdown.
std::string write_atlas_files(const AtlasResults& results, const std::string& folder);

}  // namespace rootward::atlas
