// What planned games can show, how many a given difference needs, and what they cost: for whatever plays pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/planning.h"
#include "core/statistics/sprt.h"

namespace rootward {

/// A question that planned games are to answer.
struct PowerQuestion {
  std::string what;               ///< "each of 3 comparisons with average"
  std::uint64_t games = 0;        ///< planned for each comparison, even, > 0
  std::uint64_t comparisons = 1;  ///< that Holm corrects together
  std::uint64_t matches = 1;      ///< of so many games each that are played for them
};

/// A stop rule on pairs.
struct PowerStop {
  EloHypotheses hypotheses;
  double alpha = 0.05;
  double beta = 0.05;
};

/// Standard deviation of a pair's mean score, and where it comes from.
struct PairDeviation {
  double value = kUnpairedDeviation;
  std::uint64_t pairs = 0;  ///< measured in so many; 0: not measured
  std::string source;       ///< "assumed: ..."
};

/// What a tuning plays before its fresh test.
struct TuningSize {
  std::uint64_t evaluations = 0;
  std::uint64_t games = 0;  ///< of each
};

struct PowerPlan {
  std::string name;
  std::vector<PowerQuestion> questions;
  std::optional<std::uint64_t> games_in_all;  ///< where the questions' games are not all of them: a whole tuning's
  std::optional<TuningSize> tuning;
  std::optional<PowerStop> stop;
  PairDeviation deviation;
  std::optional<double> seconds_a_game;  ///< of one core; nothing: not measured
  double plies_a_game = 0;               ///< with it
  std::string cost_source;               ///< with it: "34 games played now"
  std::string machine;                   ///< how busy it was before; "" = not told
};

/// What a game costs, and how that is known.
void set_cost(PowerPlan& plan, double seconds_a_game, double plies_a_game, std::string source);

/// What is asked of a plan.
struct PowerRequest {
  double elo = 10;     ///< > 0: difference to be found, half-width of the band of equality
  double power = 0.8;  ///< in (0, 1)
};

/// The numbers of one question.
struct PowerAnswer {
  double smallest_elo = 0;  ///< that the planned games find; may be infinite
  std::uint64_t games_for_difference = 0;
  std::uint64_t games_for_equivalence = 0;
  std::optional<double> planned_core_hours;  ///< of all matches, as are the next two
  std::optional<double> difference_core_hours;
  std::optional<double> equivalence_core_hours;
};
/// Of one core, for so many games; nothing where their cost is not measured.
std::optional<double> core_hours(const PowerPlan& plan, std::uint64_t games);
PowerAnswer power_answer(const PowerPlan& plan, const PowerQuestion& question, const PowerRequest& request);

/// The smallest difference in Elo between two points that all evaluations' games find where each point has half of
/// them: a tuning, which shares them among more, finds no smaller one. May be infinite.
double smallest_tuned_difference(const PowerPlan& plan, const PowerRequest& request);
/// What the best of so many evaluations shows on average where all are worth 1/2.
double best_of_evaluations(const PowerPlan& plan);

/// Games that a stop rule takes where the true difference is this one, in the mean.
double expected_games(const PowerStop& stop, double elo, const PairDeviation& deviation);

/// The pooled deviation within several matches; with fewer than 30 pairs of them the one that pairing does not improve.
/// `where` names the games, "results/quickstart".
PairDeviation measured_deviation(const std::vector<PairCounts>& matches, const std::string& where);

/// For people, without the plan's name; ends with a line's end.
std::string power_text(const PowerPlan& plan, const PowerRequest& request);

}  // namespace rootward
