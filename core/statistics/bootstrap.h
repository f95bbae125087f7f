// Intervals by drawing whole groups of games again: for games that share an opening and so are not independent.
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

}  // namespace rootward
