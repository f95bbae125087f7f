// Steps along each coordinate.
#include "experiments/tuning/tune_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace rootward::tuning {

std::vector<Coordinate> coordinates_of(const TuningConfig& tuning) {
  std::vector<Coordinate> coordinates;
  for (std::size_t i = 0; i < tuning.parameters.size(); ++i) {
    const TunedParameter& parameter = tuning.parameters[i];
    for (std::size_t element = 0; element < parameter.coordinates(); ++element)
      coordinates.push_back(
          {i, element, parameter.count ? fmt::format("{}[{}]", parameter.path, element) : parameter.path});
  }
  return coordinates;
}

std::vector<double> slice_values(const TunedParameter& parameter) {
  std::vector<double> values;
  for (std::size_t i = 0; i < kSlicePoints; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kSlicePoints - 1);
    double value = parameter.low + share * (parameter.high - parameter.low);
    if (parameter.scale == Scale::log)
      value = parameter.low * exp_exact(share * log_exact(parameter.high / parameter.low));
    if (parameter.scale == Scale::integer) value = std::round(value);
    values.push_back(std::clamp(value, parameter.low, parameter.high));
  }
  return values;
}

std::vector<Point> slice_points(const TuningConfig& tuning, const Point& centre) {
  std::vector<Point> points;
  for (const Coordinate& coordinate : coordinates_of(tuning)) {
    for (const double value : slice_values(tuning.parameters[coordinate.parameter])) {
      points.push_back(centre);
      points.back()[coordinate.parameter][coordinate.element] = value;
    }
  }
  return points;
}

}  // namespace rootward::tuning
