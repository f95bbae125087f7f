// Bradley-Terry ratings of several players from all their games (Bradley & Terry 1952), on the Elo scale.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rootward {

/// Games between two players with the same one moving first.
struct RatedGames {
  std::size_t first = 0;  ///< index of the player who moved first
  std::size_t second = 0;
  double points = 0;  ///< of `first`: win 1, draw 1/2
  double games = 0;
};

struct RatingOptions {
  bool has_first_player_advantage = false;  ///< fit one Elo advantage of moving first, the same for all
  double prior_draws = 0;  ///< draws each player is given against a player rated 0; > 0 keeps every rating finite
};

/// Maximum-likelihood ratings; standard errors from the inverse of the information, with the mean rating held at 0.
struct Ratings {
  std::vector<double> elo;  ///< mean 0
  std::vector<double> standard_error;
  double first_player_advantage = 0;  ///< Elo; 0 with error 0 where not fitted
  double first_player_advantage_error = 0;
  std::vector<double> covariance;  ///< of the ratings, Elo^2, row by row
  bool is_converged = false;       ///< false: no finite maximum (players not connected by results, or one unbeaten)

  /// Standard error of the difference of two players' ratings.
  [[nodiscard]] double difference_error(std::size_t a, std::size_t b) const;
};

/// Newton's method on the log-likelihood. `players` > 0; indices are below it.
Ratings bradley_terry(std::size_t players, std::span<const RatedGames> results, const RatingOptions& options = {});

}  // namespace rootward
