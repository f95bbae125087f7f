// Runs that were never played: players as the shipped published file wants them, results as a test wants them.
#pragma once

#include <string>
#include <vector>

#include "core/rng.h"
#include "experiments/comparison/comparison.h"

namespace rootward::testing {

/// configs/reproduction/published.yaml.
const comparison::Published& shipped_published();

/// A run of all players on Go of this size, without games.
comparison::PlayedRun empty_run(int board);

/// Adds `games` games of a against b with this score, in pairs whose mean scores deviate by `pair_deviation`.
void add_score(comparison::PlayedRun& run, const std::string& a, const std::string& b, double score,
               std::uint64_t games, double pair_deviation);

inline constexpr double kDeviation = 0.25;  ///< of a pair's mean score

/// 1,000 games of softmax-2 against average on 9x9 with this score.
comparison::PlayedRun run_with(double score);

/// The run's player of this name; it must be there.
PlayerSpec& player(comparison::PlayedRun& run, const std::string& name);

/// The runs beside the shipped published file.
comparison::Comparison compared(std::vector<comparison::PlayedRun> runs);

/// The problems for which compared() refuses them, a line each; "accepted" where it does not.
std::string refusal_of(std::vector<comparison::PlayedRun> runs);

/// The score of so many games where this one is true: normal, with the error that such pairs have.
double drawn_score(Rng& rng, double score, std::uint64_t games, double pair_deviation);

/// The row of a cell; it must be there.
const comparison::CellRow& row_of(const comparison::Comparison& comparison, int board, const std::string& method,
                                  const std::string& opponent);

}  // namespace rootward::testing
