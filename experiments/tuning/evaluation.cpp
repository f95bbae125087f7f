// Adding games up.
#include "experiments/tuning/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/rng.h"
#include "core/statistics/binomial.h"
#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "core/statistics/planning.h"
#include "lab/report/number_text.h"

namespace rootward::tuning {
namespace {

std::size_t next_opponent(const TuningConfig& tuning, const std::vector<double>& had, std::uint32_t pair) {
  std::size_t neediest = 0;
  double largest = -1;
  for (std::size_t i = 0; i < tuning.opponents.size(); ++i) {
    const double lacking = tuning.opponents[i].share * (static_cast<double>(pair) + 1) - had[i];
    // Rounding must not decide between equals.
    if (lacking <= largest + 1e-9) continue;
    largest = lacking;
    neediest = i;
  }
  return neediest;
}

/// What the candidate scored against one opponent.
struct Stratum {
  GameCounts counts;
  PairCounts pentanomial{};

  [[nodiscard]] double mean() const {
    return (static_cast<double>(counts.wins) + 0.5 * static_cast<double>(counts.draws)) /
           static_cast<double>(counts.games());
  }
  [[nodiscard]] double standard_error() const {
    if (tell_error(pentanomial)) return pair_error(pentanomial);
    const auto n = static_cast<double>(counts.games());
    return laplace_estimate(mean() * n, n).standard_error;
  }
};

void count(double score, GameCounts& counts) {
  if (score == 1)
    ++counts.wins;
  else if (score == 0)
    ++counts.losses;
  else
    ++counts.draws;
}

void join(const std::vector<Stratum>& strata, const TuningConfig& tuning, EvaluationResult& result) {
  double share = 0;
  double mean = 0;
  double variance = 0;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    if (strata[i].counts.games() == 0) continue;
    const double weight = tuning.opponents[i].share;
    share += weight;
    mean += weight * strata[i].mean();
    variance += weight * weight * strata[i].standard_error() * strata[i].standard_error();
  }
  result.mean = mean / share;
  result.standard_error = std::sqrt(variance) / share;
}

/// JSON has no infinity: null.
Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json interval_json(const Interval& ends) { return Json::array({number_json(ends.low), number_json(ends.high)}); }

Json opponents_json(const TuningConfig& tuning, const EvaluationResult& result) {
  Json opponents = Json::array();
  for (std::size_t i = 0; i < tuning.opponents.size(); ++i) {
    const GameCounts counts = i < result.by_opponent.size() ? result.by_opponent[i] : GameCounts{};
    Json one;
    one["name"] = tuning.opponents[i].player.name;
    one["weight"] = tuning.opponents[i].share;
    one["games"] = counts.games();
    one["mean"] = counts.games() == 0 ? Json(nullptr) : Json(Stratum{counts, {}}.mean());
    opponents.push_back(std::move(one));
  }
  return opponents;
}

Json errors_json(const EvaluationResult& result) {
  Json errors = Json::object();
  for (const auto& [reason, games] : result.errors) errors[reason] = games;
  if (!result.failure.empty()) errors["failure"] = result.failure;
  return errors;
}

}  // namespace

std::string evaluation_key(const TuningConfig& tuning, const Point& point, std::uint64_t seed) {
  const std::string params = dump_json(point_json(tuning, point));
  return fmt::format("{:016x}", derive_seed(hash_name(config_hash(tuning)), {hash_name(params), seed}));
}

std::vector<std::size_t> opponents_of_pairs(const TuningConfig& tuning, std::uint32_t count) {
  std::vector<std::size_t> order;
  std::vector<double> had(tuning.opponents.size(), 0);
  for (std::uint32_t pair = 0; pair < count; ++pair) {
    order.push_back(next_opponent(tuning, had, pair));
    had[order.back()] += 1;
  }
  return order;
}

void EvaluationGames::add(const EvaluationGame& game) {
  games_[game.pair][static_cast<std::size_t>(game.game_of_pair)] = game;
  const auto is_complete = [this](std::uint32_t pair) { return has(pair, 0) && has(pair, 1); };
  while (is_complete(complete_)) ++complete_;
}

bool EvaluationGames::has(std::uint32_t pair, int game_of_pair) const {
  const auto found = games_.find(pair);
  return found != games_.end() && found->second[static_cast<std::size_t>(game_of_pair)].has_value();
}

Interval EvaluationResult::ci95() const {
  if (counts.games() == 0) return {0, 1};
  if (are_few(pentanomial)) return score_interval(score_estimate(counts, pentanomial, true));
  return {mean - kZ95 * standard_error, mean + kZ95 * standard_error};
}

std::string_view status_name(EvaluationStatus status) {
  constexpr std::array<std::string_view, 4> kNames = {"ok", "partial", "stopped_early", "failed"};
  return kNames[static_cast<std::size_t>(status)];
}

EvaluationResult evaluate_games(const TuningConfig& tuning, const EvaluationGames& games, std::uint32_t pairs) {
  assert(pairs <= games.complete_pairs());
  EvaluationResult result;
  std::vector<Stratum> strata(tuning.opponents.size());
  const std::vector<std::size_t> opponents = opponents_of_pairs(tuning, pairs);
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    Stratum& stratum = strata[opponents[pair]];
    double points = 0;
    for (const int game_of_pair : {0, 1}) {
      const EvaluationGame& game = games.at(pair, game_of_pair);
      points += game.score;
      count(game.score, stratum.counts);
      count(game.score, result.counts);
      result.seconds += game.cpu_seconds;
      if (game.ended.starts_with("forfeit")) ++result.errors[game.ended];
      if (game.fallbacks > 0) ++result.errors[kNotFinite];
    }
    const auto outcome = static_cast<std::size_t>(2 * points);
    ++stratum.pentanomial.at(outcome);
    ++result.pentanomial.at(outcome);
  }
  for (const Stratum& stratum : strata) result.by_opponent.push_back(stratum.counts);
  if (pairs > 0) join(strata, tuning, result);
  return result;
}

Gain gain_over(const EvaluationGames& games, const EvaluationGames& other, std::uint32_t pairs) {
  const auto half_points = [](const EvaluationGames& from, std::uint32_t pair) {
    return static_cast<std::size_t>(2 * (from.at(pair, 0).score + from.at(pair, 1).score));
  };
  std::array<std::uint64_t, 9> counts{};  // of differences from -4 to 4 half points a pair
  for (std::uint32_t pair = 0; pair < pairs; ++pair) ++counts[4 + half_points(games, pair) - half_points(other, pair)];
  const auto gain = [](double score) { return 2 * score - 1; };
  const Interval ends = mean_interval(counts);
  return {.mean = gain(score_statistics(counts).score), .ci95 = {gain(ends.low), gain(ends.high)}};
}

std::string score_text(const EvaluationResult& result) {
  if (result.counts.games() == 0) return "-";
  return fmt::format("{} % {}", percent_text(result.mean), percent_text(result.ci95()));
}

Json result_json(const TuningConfig& tuning, const EvaluationRequest& request, const EvaluationResult& result) {
  const bool has_games = result.counts.games() > 0;
  const auto only_with_games = [&](Json value) { return has_games ? std::move(value) : Json(nullptr); };
  Json line;
  line["schema"] = "rootward.objective/1";
  line["id"] = request.id;
  line["params"] = point_json(tuning, request.point);
  line["status"] = status_name(result.status);
  line["mean"] = only_with_games(result.mean);
  line["stderr"] = only_with_games(result.standard_error);
  line["ci95"] = only_with_games(interval_json(result.ci95()));
  line["games"] = result.counts.games();
  line["wins"] = result.counts.wins;
  line["draws"] = result.counts.draws;
  line["losses"] = result.counts.losses;
  line["pairs"] = result.counts.games() / 2;
  line["pentanomial"] = result.pentanomial;
  line["elo"] = only_with_games(number_json(elo_of_score(result.mean)));
  line["elo_ci95"] = only_with_games(interval_json(elo_interval(result.ci95())));
  line["minimize"] = only_with_games(1 - result.mean);
  line["seconds"] = std::round(result.seconds * 1e6) / 1e6;
  line["seed"] = request.seed;
  line["config_hash"] = config_hash(tuning);
  line["errors"] = errors_json(result);
  if (tuning.opponents.size() > 1) line["opponents"] = opponents_json(tuning, result);
  return line;
}

}  // namespace rootward::tuning
