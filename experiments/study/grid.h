// A table of operators x domains: what each tuned operator gains over the tuned control, cell by cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/estimates/features.h"
#include "experiments/study/config.h"
#include "experiments/study/effects.h"

namespace rootward::study {

/// The budget of cells whose players have equal CPU time.
inline constexpr const char* kEqualTime = "equal-time";

/// One operator in one domain at one budget, over all its tunings.
struct GridCell {
  std::string op{};
  std::string family{};           ///< of the registry: "child-type"
  std::string domain{};           ///< GAME+EVALUATOR
  std::string budget{};           ///< "400", "equal-time"
  std::uint64_t simulations = 0;  ///< of the control; of the others too but at equal CPU time
  bool is_control = false;        ///< A/A: what tuning alone is worth
  bool is_held_out = false;
  bool is_extended = false;  ///< it was undecided, and more was played than planned at first
  std::uint64_t looks = 1;   ///< at how many numbers of games it could have been left
  double holm_p = 1;         ///< of p times looks: over all cells but A/A; of A/A over all of A/A
  double equal_p = 1;        ///< of equality within the grid's margin, corrected likewise; 1 where there is none
  Effect effect{};
  std::optional<double> pool_score{};  ///< against players that no tuning has met, in [0, 1]
  std::uint64_t pool_games = 0;        ///< of that score

  [[nodiscard]] std::string game() const { return domain.substr(0, domain.find('+')); }
  [[nodiscard]] std::string evaluator() const;  ///< as the features call it
  /// At equal CPU time: what the tuned players' moves took in these games, in what the control's took.
  [[nodiscard]] std::optional<double> time_ratio() const;
  /// Whether that is not as meant.
  [[nodiscard]] bool is_off_time() const;
  /// A/A decides nothing about an operator.
  [[nodiscard]] bool is_decided() const;
  /// Neither better nor worse is shown, and a difference of the margin or more is refuted.
  [[nodiscard]] bool is_equal() const;
  [[nodiscard]] bool is_at_equal_simulations() const { return budget == std::to_string(simulations); }
};

struct GridResults {
  std::string name{};
  std::string question{};
  std::string hypothesis{};
  std::vector<std::string> operators{};  ///< labels, the control's first
  std::vector<std::string> domains{};    ///< those held out last
  std::vector<std::string> budgets{};    ///< in the order of the steps
  std::uint64_t planned_cells = 0;
  std::optional<double> margin{};  ///< Elo within which an operator is called equal to the control
  std::vector<GridCell> cells{};   ///< operator by operator; those with games
  std::vector<estimates::FeatureRow> features{};
};

/// Reads what is there below a study's folder. Throws RunError (damaged files).
GridResults read_grid(const StudyConfig& study, const StudyStep& step, const std::string& folder);

/// The cell of an operator in a domain at a budget; null where there is none.
const GridCell* cell_at(const GridResults& results, const std::string& op, const std::string& domain,
                        const std::string& budget);
/// The player of its best tuning, YAML; "" where none is known.
std::string best_player(const GridCell& cell);
/// The control's tunings against all operators of these cells: mean Elo over the cells, but for its own.
std::vector<EffectPlayer> control_players(const std::vector<const GridCell*>& cells);
/// The best of them, likewise.
std::string best_control(const std::vector<const GridCell*>& cells);
/// How many tunings of the control the operators meet.
std::size_t most_controls(const GridResults& results);
/// Fills in holm_p and equal_p. Bonferroni over a cell's looks makes its p one that holds wherever it was left.
void correct(GridResults& results);

/// The file that `report --game` reads, schema rootward.grid/1, and back. Throws UsageError.
std::string grid_json(const GridResults& results);
GridResults parse_grid_json(const std::string& text);

/// Grids of several studies as one, whose domains are called NAME, or NAME/DOMAIN where a study has several. Cells keep
/// their p, which were corrected within their own study. Throws UsageError where the margins differ.
GridResults join_grids(std::vector<std::pair<std::string, GridResults>> named);

/// The features of a game under an evaluator at the number of simulations nearest by ratio; null where there are none.
const estimates::FeatureRow* features_of(const std::vector<estimates::FeatureRow>& rows, const std::string& game,
                                         const std::string& evaluator, std::uint64_t simulations);

}  // namespace rootward::study
