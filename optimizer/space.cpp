// Checks of a space, and its transforms.
#include "optimizer/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/errors.h"

namespace rootward::optimizer {
namespace {

constexpr std::size_t kMostCoordinates = 256;
constexpr double kLargestInteger = 9007199254740992.0;  ///< 2^53: beyond it doubles skip whole numbers

void check_limits(const Parameter& parameter) {
  const auto refuse = [&](std::string_view why) {
    throw UsageError(
        fmt::format("parameter '{}': low {}, high {}: {}", parameter.name, parameter.low, parameter.high, why));
  };
  if (!std::isfinite(parameter.low) || !std::isfinite(parameter.high) || !(parameter.low < parameter.high))
    refuse("low must be below high, both finite");
  if (!std::isfinite(parameter.high - parameter.low)) refuse("the limits are too far apart");
  if (parameter.scale == Scale::log && parameter.low <= 0) refuse("a log scale needs low > 0");
  if (parameter.scale != Scale::integer) return;
  if (parameter.low != std::floor(parameter.low) || parameter.high != std::floor(parameter.high))
    refuse("an integer scale needs whole limits");
  if (std::max(std::abs(parameter.low), std::abs(parameter.high)) > kLargestInteger)
    refuse("an integer scale reaches to 2^53");
}

double log_range(const Parameter& parameter) { return std::log(parameter.high) - std::log(parameter.low); }

}  // namespace

Space::Space(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  if (parameters_.empty()) throw UsageError("a space needs at least one parameter");
  std::set<std::string> names;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    if (!names.insert(parameter.name).second)
      throw UsageError(fmt::format("parameter '{}' is there twice", parameter.name));
    check_limits(parameter);
    if (parameter.coordinates() == 0 || parameter.coordinates() > kMostCoordinates - owners_.size())
      throw UsageError(fmt::format("parameter '{}': count {} is not allowed; allowed: at least 1, and {} in all",
                                   parameter.name, parameter.coordinates(), kMostCoordinates));
    owners_.insert(owners_.end(), parameter.coordinates(), i);
  }
}

const Parameter& Space::owner(Eigen::Index coordinate) const {
  return parameters_[owners_[static_cast<std::size_t>(coordinate)]];
}

double Space::to_unit(Eigen::Index coordinate, double value) const {
  const Parameter& parameter = owner(coordinate);
  const double unit = parameter.scale == Scale::log ? (std::log(value) - std::log(parameter.low)) / log_range(parameter)
                                                    : (value - parameter.low) / (parameter.high - parameter.low);
  return std::clamp(unit, 0.0, 1.0);
}

double Space::to_value(Eigen::Index coordinate, double unit) const {
  const Parameter& parameter = owner(coordinate);
  if (unit >= 1) return parameter.high;
  const double range = parameter.high - parameter.low;
  double value = parameter.low + unit * range;
  if (parameter.scale == Scale::log) value = parameter.low * std::exp(unit * log_range(parameter));
  if (parameter.scale == Scale::integer) value = parameter.low + std::floor(unit * (range + 1));
  return std::clamp(value, parameter.low, parameter.high);
}

Eigen::VectorXd Space::to_unit(const Eigen::VectorXd& values) const {
  Eigen::VectorXd unit(values.size());
  for (Eigen::Index i = 0; i < values.size(); ++i) unit[i] = to_unit(i, values[i]);
  return unit;
}

Eigen::VectorXd Space::to_values(const Eigen::VectorXd& unit) const {
  Eigen::VectorXd values(unit.size());
  for (Eigen::Index i = 0; i < unit.size(); ++i) values[i] = to_value(i, unit[i]);
  return values;
}

Eigen::VectorXd Space::snap(const Eigen::VectorXd& unit) const {
  Eigen::VectorXd snapped = unit.cwiseMax(0.0).cwiseMin(1.0);
  for (Eigen::Index i = 0; i < snapped.size(); ++i) {
    if (owner(i).scale == Scale::integer) snapped[i] = to_unit(i, to_value(i, snapped[i]));
  }
  return snapped;
}

}  // namespace rootward::optimizer
