// Ways in which the pairs of a match may share one score, and how often an interval then holds it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rootward {

/// Chances of a pair's outcomes, 0 to 2 points in halves, whose mean score is `score` in [1/2, 1).
using PairChances = std::array<double, 5>;
struct PairShape {
  std::string name;
  PairChances chances{};
  double score = 0.5;
};

inline PairChances independent_games(double win, double draw) {
  const double loss = 1 - win - draw;
  return {loss * loss, 2 * loss * draw, 2 * win * loss + draw * draw, 2 * win * draw, win * win};
}

/// Independent games, with draws too; pairs of two equal games; and mostly even pairs, as far as the score allows.
inline std::vector<PairShape> pair_shapes(double score) {
  const double draws = std::min(0.4, 1.8 * (1 - score));
  const double even = std::min(0.8, 2 * (1 - score));
  const double won = score - even / 2;
  return {{"independent", independent_games(score, 0), score},
          {"with draws", independent_games(score - draws / 2, draws), score},
          {"uneven", {1 - score, 0, 0, 0, score}, score},
          {"mostly even", {std::max(0.0, 1 - even - won), 0, even, 0, won}, score}};
}

}  // namespace rootward
