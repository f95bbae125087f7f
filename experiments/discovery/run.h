// A discovery from wherever it stands: generations of formulas, tuned survivors, one confirmation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/discovery/archive.h"
#include "experiments/discovery/config.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::discovery {

struct DiscoverSettings {
  std::string folder{};                         ///< "" = results/NAME
  std::size_t threads = 0;                      ///< 0 = all it may use
  bool is_quiet = false;                        ///< no progress and no warnings
  std::function<void(const std::string&)> say;  ///< told of each step
};

/// What a player's moves took in its games, on average.
struct MoveCost {
  double simulations = 0;
  double cpu_seconds = 0;
};
/// 0 of a player who chose no move.
MoveCost move_cost_of(const tournament::PlayerRow& row);

/// A survivor in a held-out domain, against the tuned control at equal CPU time, as the table of its games says it.
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
  std::string player{};     ///< YAML in one line: backup and selection
  double mean = 0.5;        ///< what the optimizer believes of it on the portfolio, in score
  bool is_average = false;  ///< equals_average(): it tests no other rule
};

/// A domain, and the control's constant there as each tuning recommended it, or as it was given.
using ControlConstants = std::pair<std::string, std::vector<double>>;
/// What the control plays: their geometric mean.
double control_constant(const ControlConstants& control);

struct DiscoveryReport {
  std::string folder{};
  bool is_complete = false;  ///< false: a signal ended it
  std::vector<ControlConstants> controls{};
  std::vector<TriedFormula> tried{};
  std::vector<Survivor> survivors{};
  std::vector<Confirmed> confirmed{};  ///< survivor by survivor; of a whole discovery
  std::string table{};                 ///< Markdown
};

std::string discovery_folder_of(const DiscoveryConfig& config, const DiscoverSettings& settings);

/// Whether the language takes the formula: it is finite at all nodes that the check tries.
bool is_sound(const Formula& formula);

/// Plays what is missing. Each generation lies in a folder of its own, written before its first game; its rungs are
/// tournaments against the control in every domain of the portfolio, and who goes on is decided by all games of the
/// generation. The best of all are tuned on the portfolio and confirmed on the held-out domains. In the end, or where a
/// signal came, it writes discovery.md, formulas.csv and the family tree. Throws UsageError (the folder was begun with
/// another configuration), PlayerError, RunError; what was played is kept then.
DiscoveryReport run_discovery(const DiscoveryConfig& config, const DiscoverSettings& settings);

/// The report's texts.
std::string discovery_markdown(const DiscoveryConfig& config, const DiscoveryReport& report);
std::string formulas_csv(const DiscoveryReport& report);
/// Generations from left to right, in each the best above, lines to parents; a stand-alone SVG document.
std::string family_tree_svg(const DiscoveryReport& report);

}  // namespace rootward::discovery
