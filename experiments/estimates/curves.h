// An estimates study's measures, averaged: for each game, operator and checkpoint, each with its interval.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/binomial.h"
#include "experiments/estimates/folder.h"

namespace rootward::estimates {

enum class Measure : std::uint8_t {
  error,              ///< |V - V*| of the root
  bias,               ///< V - V*
  failure,            ///< share of searches whose move is not optimal
  regret,             ///< V* - Q*(move)
  cumulative_regret,  ///< over the root's visits
  optimal_share,      ///< of the root's visits
  pv_right,           ///< share of principal variations whose every move is optimal
  root_rank,          ///< share of pairs of the root's most visited moves in wrong order
  limit_error,        ///< |V - what the operator comes to|
  first_held,         ///< share that still make the first checkpoint's move, of searches where that is refuted
  episode_return,     ///< of whole walks, at the last checkpoint
};
inline constexpr std::array<Measure, 11> kMeasures = {
    Measure::error,         Measure::bias,     Measure::failure,   Measure::regret,      Measure::cumulative_regret,
    Measure::optimal_share, Measure::pv_right, Measure::root_rank, Measure::limit_error, Measure::first_held,
    Measure::episode_return};

/// How a measure is told.
struct MeasureFacts {
  std::string_view key;       ///< "failure", for files and CSV
  std::string_view title;     ///< "failure rate"
  std::string_view axis;      ///< with its unit
  std::string_view column;    ///< short, for tables
  bool is_share = false;      ///< in [0, 1]
  bool is_yes_or_no = false;  ///< a share of searches: Wilson's interval
  bool is_log = false;        ///< drawn on a logarithmic axis
  bool is_optional = false;   ///< has no column where no curve knows it
};
const MeasureFacts& facts_of(Measure measure);

/// A mean over instances (over repeats where there is one instance), with a 95 % interval.
struct Estimate {
  double mean = 0;
  Interval interval;
};

/// One line of a plot: an arm's operator on one game.
struct Curve {
  std::string game;
  std::string arm;
  std::string op;                          ///< whose estimates it tells
  std::string name;                        ///< by curve_name()
  std::vector<std::uint64_t> simulations;  ///< the checkpoints
  std::uint64_t searches = 0;
  std::uint64_t instances = 0;
  std::uint64_t refuted_choices = 0;  ///< searches whose first choice is refuted; 0 where that is not asked
  bool is_in_own_units = false;       ///< values are in the game's own units, not in [-1, 1]
  /// [measure][checkpoint]; nothing where the measure is not known.
  std::array<std::vector<std::optional<Estimate>>, kMeasures.size()> estimates;
  /// The same less the driver's of the same searches, for a shadow and the measures in which it can differ.
  std::array<std::vector<std::optional<Estimate>>, kMeasures.size()> differences;
  [[nodiscard]] const std::vector<std::optional<Estimate>>& of(Measure measure) const {
    return estimates[static_cast<std::size_t>(measure)];
  }
  [[nodiscard]] const std::vector<std::optional<Estimate>>& difference_of(Measure measure) const {
    return differences[static_cast<std::size_t>(measure)];
  }
};

/// Measures that say how good an operator's own estimates are, which tables hold against those of the driver.
inline constexpr std::array<Measure, 4> kJudgedMeasures = {Measure::error, Measure::failure, Measure::regret,
                                                           Measure::root_rank};

/// What the curve of an arm's `op`-th operator is called: the operator where one shadow search tells several, ARM:
/// OPERATOR where several do, else the arm.
std::string curve_name(const EstimatesConfig& config, const std::string& arm, std::size_t op);

/// In the study's order: games, then arms, then operators. Curves without searches are left out.
std::vector<Curve> make_curves(const StoredEstimates& study);
/// What one variant's measure is less another's, after the last checkpoint.
struct Difference {
  Estimate estimate;     ///< over instances, or repeats of one instance, that both searched; Student's interval
  double p = 1;          ///< two-sided: Student's, of differences of one size the exact sign test
  double corrected = 1;  ///< by Holm over all comparisons and games of the measure
};

/// Two variants on one game's instances.
struct Comparison {
  std::string game;
  std::string first;
  std::string second;
  std::size_t searches = 0;                                             ///< that both have
  std::array<std::optional<Difference>, kMeasures.size()> differences;  ///< in the order of kMeasures
  [[nodiscard]] const std::optional<Difference>& of(Measure measure) const {
    return differences[static_cast<std::size_t>(measure)];
  }
};

/// In the study's order: games, then its `comparisons`; those without a common search are left out.
std::vector<Comparison> make_comparisons(const StoredEstimates& study);
/// Whether any of the curves tells the measure at any checkpoint.
bool is_known(const std::vector<Curve>& curves, Measure measure);

/// Simulations at the first checkpoint where half or fewer of the refuted first choices are still made.
std::optional<std::uint64_t> half_left_after(const Curve& curve);

/// Errors within trees by one operator on one game, added up over all searches.
struct ProfileCurve {
  std::string game;
  std::string arm;
  std::string op;
  std::string name;
  std::vector<ProfileCell> by_visits;
  std::vector<ProfileCell> by_depth;
};
std::vector<ProfileCurve> make_profiles(const StoredEstimates& study);

/// Median of alpha-beta's positions over a game's instances; nothing where they were not counted.
std::optional<double> median_alpha_beta(const StoredEstimates& study, const std::string& game);

}  // namespace rootward::estimates
