// Where an axis begins and ends, where its ticks stand and what they say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/statistics/binomial.h"
#include "lab/report/plot/figure.h"

namespace rootward::plot {

struct Tick {
  double at = 0;
  std::string label;  ///< "" for a minor tick
};

/// The axis's ends: those given, else those of the finite values (positive ones on a logarithmic axis) and a little
/// room. low < high always; without values 0 to 1, or 1 to 10.
Interval axis_range(const Axis& axis, std::span<const double> values);

/// Ticks within the range, in ascending order. Linear: multiples of 1, 2 or 5 times a power of ten, about `wanted` of
/// them. Logarithmic: powers of ten with minor ticks at their 2- to 9-fold, or 1, 2 and 5 within few decades.
std::vector<Tick> axis_ticks(AxisScale scale, const Interval& range, int wanted);

/// Where a number lies on the axis: 0 at range.low, 1 at range.high. Needs x > 0 on a logarithmic axis.
double axis_position(AxisScale scale, const Interval& range, double x);

}  // namespace rootward::plot
