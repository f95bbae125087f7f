// Points along the coordinate axes through one point, where an optimizer's belief is drawn.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/tuning/config.h"

namespace rootward::tuning {

inline constexpr std::size_t kSlicePoints = 41;  ///< a coordinate, from limit to limit

/// A number, or an element of a list, of the tuning's parameters.
struct Coordinate {
  std::size_t parameter = 0;  ///< in TuningConfig::parameters
  std::size_t element = 0;
  std::string name;  ///< "search.selection.c", "backup.g[2]"
};
std::vector<Coordinate> coordinates_of(const TuningConfig& tuning);

/// kSlicePoints values from the coordinate's low to its high: equal steps, equal ratios on a log scale, whole numbers
/// on an integer scale.
std::vector<double> slice_values(const TunedParameter& parameter);
/// For each coordinate in order, the points that differ from `centre` in it alone.
std::vector<Point> slice_points(const TuningConfig& tuning, const Point& centre);

}  // namespace rootward::tuning
