// What a search for formulas found: the best on the portfolio, tuned survivors, and how these did where they were
// confirmed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/study/candidates.h"
#include "experiments/study/study_folder.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::study {

/// What a player's moves took in its games, on average.
struct MoveCost {
  double simulations = 0;
  double cpu_seconds = 0;
};
/// 0 of a player who chose no move.
MoveCost move_cost_of(const tournament::PlayerRow& row);

/// A survivor in a domain that no formula has seen, against the control, as the table of its games says it.
struct Confirmed {
  std::string id{};
  std::string domain{};
  std::uint64_t simulations = 0;  ///< that the formula may take a move
  PairCounts pairs{};
  MoveCost cost{};          ///< in these games
  MoveCost control_cost{};  ///< as well
  tournament::ScoreRange range{};
  double p = 1;       ///< two-sided
  double holm_p = 1;  ///< over survivors x domains
};

/// A survivor with its tuned constants.
struct Survivor {
  std::string id{};
  std::string player{};     ///< YAML in one line
  double mean = 0.5;        ///< what the optimizer believes of it on the portfolio, in score
  bool is_average = false;  ///< equals_average(): it tests no other rule
};

/// A domain, and the control's constant there as each tuning recommended it.
using ControlConstants = std::pair<std::string, std::vector<double>>;
/// What the control plays: their geometric mean.
double control_constant(const ControlConstants& control);

struct Discovered {
  std::string name{};
  std::string question{};
  std::string hypothesis{};
  std::vector<ControlConstants> controls{};
  std::vector<Candidate> tried{};
  std::vector<Survivor> survivors{};
  std::vector<Confirmed> confirmed{};  ///< survivor by survivor
  std::size_t held_out = 0;            ///< domains of the confirmation
  std::uint64_t confirmed_pairs = 0;   ///< of a survivor in a domain, as planned
};

/// Of a whole study. Throws RunError (damaged files).
Discovered read_discovered(const StudyFolder& folder, const StudyStep& step);

std::string discovered_markdown(const Discovered& found);
/// A row a formula and domain.
std::string formulas_csv(const Discovered& found);
/// Generations from left to right, in each the best above, lines to parents; a stand-alone SVG document.
std::string family_tree_svg(const Discovered& found);
/// STEP.csv and plots/STEP.svg.
void write_discovered_files(const Discovered& found, const std::string& folder, const std::string& step);

}  // namespace rootward::study
