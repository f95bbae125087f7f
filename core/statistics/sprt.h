// Sequential probability ratio tests on match results: when a match may stop, and for which of two Elo hypotheses.
#pragma once

#include <array>
#include <cstdint>

#include "core/statistics/match_score.h"

namespace rootward {

/// go_on: neither bound is reached. accept_h1: the difference is elo1 rather than elo0.
enum class SprtDecision : std::uint8_t { go_on, accept_h0, accept_h1 };

/// Where a sequential test stands. `lower` < 0 < `upper` are Wald's bounds on the log-likelihood ratio.
struct SprtState {
  double llr = 0;
  double lower = 0;
  double upper = 0;
  SprtDecision decision = SprtDecision::go_on;
};

/// H0 against H1 in logistic Elo, elo0 < elo1.
struct EloHypotheses {
  double elo0 = 0;
  double elo1 = 0;
};

/// Generalised log-likelihood ratio of H1 over H0: each hypothesis by its most likely distribution over the outcomes of
/// a pair (Van den Bergh, "A practical introduction to the GSPRT"). Outcomes never seen count as 0.001. 0 without
/// results.
double log_likelihood_ratio(const PairCounts& given, const EloHypotheses& hypotheses);

/// Wald's bounds ln(beta / (1 - alpha)) and ln((1 - beta) / alpha); alpha, beta in (0, 0.5).
Interval sprt_bounds(double alpha, double beta);

/// Generalised SPRT over colour-swapped pairs, logistic Elo: H0 elo0 against H1 elo1 (elo0 < elo1), error rates alpha
/// (accepting H1 wrongly) and beta (accepting H0 wrongly), each in (0, 0.5). No pairs: llr 0, go on. The same bits on
/// every machine, for what it decides is stored.
SprtState sprt_pentanomial(const std::array<std::uint64_t, 5>& counts, double elo0, double elo1, double alpha,
                           double beta);

/// How a sequential test of win-or-loss games ends, by Wald's approximations (overshoot neglected).
struct SprtLength {
  double accept_h1 = 0;  ///< probability
  double expected_games = 0;
};
/// For a player who truly is `elo` stronger.
SprtLength sprt_length(double elo, const EloHypotheses& hypotheses, double alpha, double beta);

}  // namespace rootward
