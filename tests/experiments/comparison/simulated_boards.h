// Whole boards of 28 cells drawn from true ratings, judged as real ones are.
#pragma once

#include <functional>
#include <string>

#include "experiments/comparison/comparison.h"

namespace rootward::testing {

struct SimulatedBoards {
  int boards = 0;
  std::uint64_t games = 1000;  ///< ours, a cell
  double pair_deviation = 0.25;
  bool redraws_published = true;  ///< else the paper's numbers as they are
  bool ours_even = false;         ///< the true scores of our cells are 50 %, else those of the paper's ratings
  /// A true score of our cells that is not what the above says; below 0: none.
  std::function<double(const comparison::PublishedCell&)> truth{};
};

/// How many of the boards fulfil the condition.
int count_boards(const SimulatedBoards& wanted, std::uint64_t seed,
                 const std::function<bool(const comparison::Comparison&)>& condition);

/// Whether some cell's verdict is "disagree".
bool has_disagreement(const comparison::Comparison& board);
/// The verdict of Softmax' second set against the average, 57.8 % in the paper.
std::string verdict_on_softmax(const comparison::Comparison& board);

}  // namespace rootward::testing
