// Figures as files.
#include "experiments/tournament/report/plots.h"

#include "core/file_io.h"
#include "experiments/tournament/report/sweep_figure.h"

namespace rootward::tournament {

void write_plots(const std::string& folder, const TournamentConfig& config, const ResultTable& table) {
  const std::optional<plot::Figure> sweep = sweep_figure(config, table);
  if (!sweep) return;
  make_folders(folder + "/plots");
  write_file_atomically(folder + "/plots/sweep.svg", plot::figure_svg(*sweep));
  write_file_atomically(folder + "/plots/sweep.csv", plot::figure_csv(*sweep));
}

}  // namespace rootward::tournament
