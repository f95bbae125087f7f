// How sure a score is where games share an opening and so are not independent: by whole groups of games.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/statistics/binomial.h"

namespace rootward {

/// All games that share one opening.
struct OpeningGroup {
  double points = 0;
  std::uint32_t games = 0;
};

/// Percentile bootstrap of points a game: `resamples` times as many groups as there are, drawn with replacement by a
/// stream of `seed`; the 2.5 % and 97.5 % quantiles. Nothing with fewer than two groups, which show no spread. The
/// order of the groups matters to the last digits: give them in a fixed one.
std::optional<Interval> bootstrap_interval(std::span<const OpeningGroup> groups, std::uint64_t seed,
                                           int resamples = 2000);

/// Standard error of points a game, whatever games of a group have in common: sqrt(G / (G - 1) sum over G groups of
/// (points - mean games)^2) / games (Liang & Zeger 1986, the sandwich of a mean). Nothing with fewer than two groups.
std::optional<double> grouped_error(std::span<const OpeningGroup> groups);

}  // namespace rootward
