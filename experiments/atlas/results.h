// What an atlas's folder says: cells with their Elo, the features of its domains, and what the model makes of both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "experiments/atlas/cells.h"
#include "experiments/atlas/model.h"
#include "experiments/estimates/features.h"

namespace rootward::atlas {

/// One side of a cell, as its own games have it.
struct CellSide {
  std::uint64_t simulations = 0;  ///< a move's budget; 0 = not known
  double cpu_seconds = 0;         ///< a move
};

/// One operator in one domain at one budget, from its view, over all its tunings.
struct CellResult {
  std::string op{};
  std::string family{};  ///< of the registry: "child-type"
  std::string domain{};
  std::string game{};
  std::string evaluator{};        ///< the features' name for it: "tactical"
  std::string evaluator_name{};   ///< the registry's: "tactical_playouts"; "" = not known
  std::string budget{};           ///< CellBudget::label()
  std::uint64_t simulations = 0;  ///< of the control; of the others too but at equal time
  bool is_control = false;        ///< A/A: what tuning alone is worth
  bool is_held_out = false;
  std::uint64_t pairs = 0;
  std::uint64_t planned_pairs = 0;
  bool is_extended = false;            ///< it was undecided, and more was played than planned at first
  ScoreStatistics statistics{};        ///< over pairs
  double elo = 0;                      ///< of the score by Laplace's rule: finite where every pair was won
  double p = 1;                        ///< two-sided, against equality, as if it had been looked at once
  std::uint64_t looks = 1;             ///< at how many numbers of games it could have been left
  double holm_p = 1;                   ///< of p times looks: over all cells but A/A; of A/A over all of A/A
  std::vector<double> tuning_elos{};   ///< tuning by tuning, as `elo`
  std::optional<double> pool_score{};  ///< against players that no tuning has met, in [0, 1]
  std::uint64_t pool_games = 0;        ///< of that score; 0 = not known
  double cost = 1;                     ///< CPU time of a simulation, in the control's; 0: the games hold none
  std::uint32_t openings = 0;          ///< that its games begin with, where these repeat; else 0
  std::vector<std::string> players{};  ///< what is tuned of each, tuning by tuning: YAML of a player
  std::string control_player{};        ///< the same of the control
  CellSide entrants{};                 ///< the operator's players; all have one budget
  CellSide control{};

  /// At equal CPU time: what the entrants' moves took in these games, in what the control's took. Nothing at equal
  /// simulations, or where it is not known.
  [[nodiscard]] std::optional<double> time_ratio() const;
  /// Whether that is not as meant.
  [[nodiscard]] bool is_off_time() const;
  /// A/A decides nothing about an operator.
  [[nodiscard]] bool is_decided() const { return !is_control && holm_p < kSignificance; }
  [[nodiscard]] bool is_at_equal_simulations() const { return budget == std::to_string(simulations); }
};

struct AtlasResults {
  std::string name{};
  std::string question{};
  std::string hypothesis{};
  std::vector<std::string> operators{};  ///< labels, in the atlas's order
  std::vector<std::string> domains{};
  std::vector<std::string> budgets{};
  std::uint64_t planned_cells = 0;
  std::vector<CellResult> cells{};  ///< in the order of play; those with games
  std::vector<estimates::FeatureRow> features{};
};

/// Reads what is there. Throws RunError (damaged files).
AtlasResults read_atlas_results(const AtlasConfig& config, const AtlasPlaces& places);
/// One cell, from its games or, where these were dropped, from what was kept; nothing where no pair is complete.
std::optional<CellResult> read_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell);
/// The cell of an operator in a domain at a budget; null where there is none.
const CellResult* cell_at(const AtlasResults& results, const std::string& op, const std::string& domain,
                          const std::string& budget);
/// The player of its best tuning, YAML; "" where none is known.
std::string best_player(const CellResult& cell);
/// A ratio of CPU times that games had to tell; throws RunError naming their folder where they have none.
double known_time(std::optional<double> ratio, const std::string& folder);
/// CPU time of an operator's simulation in the control's. Throws RunError where the cell's games have none.
double relative_cost(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell);

/// Fills in holm_p. Bonferroni over a cell's looks makes its p one that holds wherever it was left.
void correct(std::vector<CellResult>& cells);

/// Whether more games are to tell: the interval holds 0 and the estimate lies between 10 and 30 Elo.
bool wants_more(const CellResult& cell);

/// The JSON that `advise` reads, schema rootward.atlas/1, and back. Throws UsageError.
std::string atlas_json(const AtlasResults& results);
AtlasResults parse_atlas_json(const std::string& text);

/// The features of a domain at the number of simulations nearest by ratio; null where there are none.
const estimates::FeatureRow* features_of(const std::vector<estimates::FeatureRow>& rows, const std::string& game,
                                         const std::string& evaluator, std::uint64_t simulations);
/// Rows for the model: cells at equal simulations whose features are known, but A/A.
std::vector<ModelRow> model_rows(const AtlasResults& results, bool held_out);
ModelCase model_case(const CellResult& cell, const estimates::FeatureRow& features);

}  // namespace rootward::atlas
