// The score of a match between two players and how sure it is: from games (trinomial) and from colour-swapped pairs
// (pentanomial), all from the first-named player's view.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/statistics/binomial.h"

namespace rootward {

/// Games by outcome.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  [[nodiscard]] std::uint64_t games() const { return wins + draws + losses; }
  GameCounts& operator+=(const GameCounts& more) {
    wins += more.wins;
    draws += more.draws;
    losses += more.losses;
    return *this;
  }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// Pairs by their outcome for the first player: 0, 1/2, 1, 3/2 and 2 points of two games.
using PairCounts = std::array<std::uint64_t, 5>;

/// From the other player's view.
GameCounts reversed(const GameCounts& counts);
PairCounts reversed(PairCounts counts);

/// Mean score with its spread. Elo and its ends are infinite for scores of 0 and 1 and beyond.
struct ScoreStatistics {
  double score = 0.5;         ///< in [0, 1]
  double variance = 0;        ///< of one game's, or one pair's mean, score
  double standard_error = 0;  ///< of `score`
  Interval ci95{};            ///< score +- 1.96 standard errors; may leave [0, 1]
  double elo = 0;
  Interval elo_ci95{};
};

/// Of `counts` scores of 0, 1 / k, .., 1; at least one.
ScoreStatistics score_statistics(std::span<const std::uint64_t> counts);
/// Fewer than these say little of their spread.
inline constexpr std::uint64_t kFewScores = 30;
/// Those whose spread an interval is made of. Where of 30 and more scores fewer than 10 differ from the commonest it is
/// that of one score more of 0 and one of 1 (Bonett & Price 2012, J. Educ. Behav. Stat. 37, 479-488: the adjusted Wald
/// interval of paired proportions); else of the scores themselves.
ScoreStatistics spread_statistics(std::span<const std::uint64_t> counts);
/// From at least one game.
ScoreStatistics game_statistics(const GameCounts& counts);
/// From at least one pair; the variance is that of a pair's mean score, so what the two games share is counted right.
ScoreStatistics pair_statistics(const PairCounts& counts);

/// The number of win-or-loss games that would give the same standard error: n s (1 - s) / variance, both of
/// spread_statistics(); n itself where all games ended alike. 299 draws and one win: 30,233.
double effective_games(const GameCounts& counts);

/// Likelihood of superiority, exact: P(p > 1/2) for p ~ Beta(wins + 1, losses + 1); draws do not count.
double likelihood_of_superiority(const GameCounts& counts);

/// Exact sign test, two-sided: how often `wins` against `losses` or worse happens between equals. 1 without any.
double sign_test_p(std::uint64_t wins, std::uint64_t losses);

}  // namespace rootward
