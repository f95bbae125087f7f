// A published number of an estimates study beside ours: values, differences of two players, thresholds.
#pragma once

#include <optional>
#include <span>

#include "experiments/comparison/comparison.h"

namespace rootward::comparison {

/// A player's number, and its mean with the 95 % interval.
struct MeasuredAt {
  double at = 0;
  double mean = 0;
  Interval ci95{};
};
/// Between which two numbers the mean passes the level: the last that is surely on the first one's side and the first
/// that is surely on the other, +inf where none is. Sorted; intervals that hold the level are not sure. Nothing where
/// the first is not.
std::optional<Interval> passing_between(std::span<const MeasuredAt> points, double level);

/// agree: the published threshold lies between ours, within the margin. disagree: it does not. undecided: ours is
/// above what was tried, and so may the published one be.
Agreement threshold_agreement(const PublishedCell& cell, const std::optional<Interval>& ours);

/// Value in standard errors; without an error as far as a number goes.
double z_of(double value, double error);
/// The larger p of the two one-sided tests that a value lies within the margin of 0; 1 without a margin.
double within_margin_p(double value, double error, double margin);

/// Ours of a cell, or of a reading of it; nothing where that was not measured yet. Of a threshold the interval alone.
/// Throws UsageError naming the cell for names that the run has not.
std::optional<OurScore> measured_score(const PublishedCell& cell, const Answerer& by, const PlayedRun& run);

}  // namespace rootward::comparison
