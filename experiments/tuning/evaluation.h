// One evaluation of a tuning's objective: which games it consists of, and what they say together.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/statistics/binomial.h"
#include "core/statistics/match_score.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/point_json.h"

namespace rootward::tuning {

/// What was asked for. Games are the same games, whoever asks and however many: pair k depends on the configuration,
/// `seed` and k alone (and its moves on the point).
struct EvaluationRequest {
  Json id;  ///< the asker's own name for it, given back with the result
  Point point;
  std::uint64_t seed = 0;
  std::uint32_t games = 0;  ///< even
};

/// Names the games of a point and a seed in the journal: 16 hexadecimal digits.
std::string evaluation_key(const TuningConfig& tuning, const Point& point, std::uint64_t seed);

/// The opponents of pairs 0 .. count - 1: they take turns such that after any number of pairs each has had its share as
/// nearly as can be.
std::vector<std::size_t> opponents_of_pairs(const TuningConfig& tuning, std::uint32_t count);

/// One game of an evaluation as journalled.
struct EvaluationGame {
  std::uint32_t pair = 0;
  int game_of_pair = 0;  ///< 1 = seats swapped
  double score = 0;      ///< the candidate's: 1 | 0.5 | 0
  std::string ended = "rules";
  double cpu_seconds = 0;       ///< of both players
  std::uint64_t fallbacks = 0;  ///< updates in which a player's formula had no finite value

  /// In its evaluation: 2 * pair + game of the pair.
  [[nodiscard]] std::uint32_t number() const { return 2 * pair + static_cast<std::uint32_t>(game_of_pair); }
};

/// The games of one key so far, by pair; safe to fill in any order.
class EvaluationGames {
 public:
  void add(const EvaluationGame& game);
  [[nodiscard]] bool has(std::uint32_t pair, int game_of_pair) const;
  /// Pairs 0 .. n - 1 are complete and n is not.
  [[nodiscard]] std::uint32_t complete_pairs() const { return complete_; }
  [[nodiscard]] const EvaluationGame& at(std::uint32_t pair, int game_of_pair) const {
    return *games_.at(pair)[static_cast<std::size_t>(game_of_pair)];
  }

 private:
  using Pair = std::array<std::optional<EvaluationGame>, 2>;
  std::map<std::uint32_t, Pair> games_;  // a number read from a file asks for no memory
  std::uint32_t complete_ = 0;
};

enum class EvaluationStatus : std::uint8_t { ok, partial, stopped_early, failed };
std::string_view status_name(EvaluationStatus status);

/// Among an evaluation's errors: games in which a formula had no finite value and a mean took its place.
inline constexpr const char* kNotFinite = "not_finite";

/// What an evaluation found. Scores are the candidate's, a draw counts 1/2.
struct EvaluationResult {
  EvaluationStatus status = EvaluationStatus::ok;
  double mean = 0.5;  ///< the opponents' shares times the score against each
  double standard_error = 0;
  GameCounts counts;
  PairCounts pentanomial{};
  double seconds = 0;  ///< CPU time of all players in these games
  std::vector<GameCounts> by_opponent;
  std::map<std::string, std::uint64_t> errors;  ///< games that ended by forfeit, by reason; kNotFinite
  std::string failure;                          ///< why it failed

  /// The 95 % interval: exact, of all its pairs together, where these are few (score_estimate.h), which takes some
  /// tenths of a millisecond; else its mean +- 1.96 standard errors. [0, 1] without pairs.
  [[nodiscard]] Interval ci95() const;
};

/// The first `pairs` pairs, all complete. Against one opponent: the pentanomial mean and standard error, where more
/// than one pair outcome occurs; else the standard error is that of Laplace's estimate p = (w + 1) / (n + 2), sqrt(p (1
/// - p) / n). Against several: the same for each, weighted by their shares. Without pairs: 1/2.
EvaluationResult evaluate_games(const TuningConfig& tuning, const EvaluationGames& games, std::uint32_t pairs);

/// How much better one point did than another in the same pairs, in points a game, [-1, 1].
struct Gain {
  double mean = 0;
  Interval ci95{};
};
/// Over the first `pairs` > 0 pairs, complete in both.
Gain gain_over(const EvaluationGames& games, const EvaluationGames& other, std::uint32_t pairs);

/// "54.3 % [49.4, 59.2]".
std::string score_text(const EvaluationResult& result);

/// The result's line, schema rootward.objective/1.
Json result_json(const TuningConfig& tuning, const EvaluationRequest& request, const EvaluationResult& result);

}  // namespace rootward::tuning
