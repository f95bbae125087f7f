// Views of an estimates study across what it varies: a parameter of the games or the operators, traps near a position.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/estimates/curves.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"

namespace rootward::estimates {

/// A parameter that all variants have with different numbers while all else is equal.
struct SweptParameter {
  std::string key;
  std::map<std::string, double> values;  ///< by the variant's name
};

/// What tells the study's games from one another, or its arms; nothing unless it is one number.
std::optional<SweptParameter> swept_by_games(const EstimatesConfig& config);
std::optional<SweptParameter> swept_by_arms(const EstimatesConfig& config);

/// One panel of a measure at the last checkpoint against a parameter: over games a line a curve, over arms a line a
/// game.
plot::Panel sweep_over_games(const std::vector<Curve>& curves, const SweptParameter& games, Measure measure);
plot::Panel sweep_over_arms(const std::vector<Curve>& curves, const SweptParameter& arms, Measure measure);

/// Auer, Cesa-Bianchi & Fischer 2002, theorem 1: UCB1 with c = sqrt 2 on rewards in [0, 1] has an expected regret of at
/// most 8 sum_i ln n / gap_i + (1 + pi^2 / 3) sum_i gap_i after n pulls, over arms with gap_i > 0. Gaps 0.5, n = 10:
/// 38.986.
double auer_bound(const std::vector<double>& gaps, double n);

/// How dense traps are in a game's positions.
struct TrapDensity {
  double moves = 0;      ///< mean share of a position's moves that are traps
  double positions = 0;  ///< share of positions with a trap
};
/// Nothing where the study counts no traps or knows no position of the game.
std::optional<TrapDensity> trap_density(const StoredEstimates& study, const std::string& game);

/// How many of a position's moves are traps, and how many searches failed there.
struct TrapBin {
  double share = 0;  ///< mean share of moves that are traps
  std::uint64_t searches = 0;
  std::uint64_t failures = 0;
};
/// A curve's failures at a checkpoint by the share of traps: none, up to 1/4, up to 1/2, more; empty bins are left out.
std::vector<TrapBin> trap_bins(const StoredEstimates& study, const std::string& game, const std::string& curve,
                               std::size_t checkpoint);
/// Failure rate against the share of traps, a line a curve.
plot::Panel trap_panel(const StoredEstimates& study, const std::vector<Curve>& curves, const std::string& game,
                       std::size_t checkpoint);
Grid trap_grid(const StoredEstimates& study, const std::vector<Curve>& curves, const std::string& game,
               std::size_t checkpoint);

}  // namespace rootward::estimates
