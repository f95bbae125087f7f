// What is tuned: named parameters, and the map between their values and the unit cube.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/params.h"

namespace rootward::optimizer {

/// One parameter, a number or a list of numbers that share limits and scale.
struct Parameter {
  std::string name;
  double low = 0;  ///< limits, both included
  double high = 1;
  Scale scale = Scale::linear;
  std::optional<std::size_t> count{};  ///< length of a list; nothing for a number

  [[nodiscard]] std::size_t coordinates() const { return count.value_or(1); }
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A box of parameters. Every coordinate of the unit cube is a number, or an element of a list, in the written order:
/// linear u = (v - low) / (high - low); log u = ln(v / low) / ln(high / low); integer like linear, and only whole
/// numbers have a place in the cube.
class Space {
 public:
  /// Throws UsageError: no parameters, a name twice, low not below high, log without low > 0, integer limits that are
  /// not whole, an empty list, more than 256 coordinates.
  explicit Space(std::vector<Parameter> parameters);

  [[nodiscard]] std::span<const Parameter> parameters() const { return parameters_; }
  [[nodiscard]] Eigen::Index dimensions() const { return static_cast<Eigen::Index>(owners_.size()); }
  /// The parameter that a coordinate belongs to.
  [[nodiscard]] const Parameter& owner(Eigen::Index coordinate) const;
  /// A value in its limits to its place in [0, 1].
  [[nodiscard]] double to_unit(Eigen::Index coordinate, double value) const;
  /// A place in [0, 1] to the value there; whole numbers have equal shares of [0, 1]: low + floor(u (high - low + 1)),
  /// so that 0.2 is 1 of 1 .. 4, and 1 is 4.
  [[nodiscard]] double to_value(Eigen::Index coordinate, double unit) const;
  /// The same for all coordinates at once.
  [[nodiscard]] Eigen::VectorXd to_unit(const Eigen::VectorXd& values) const;
  [[nodiscard]] Eigen::VectorXd to_values(const Eigen::VectorXd& unit) const;
  /// The places of the values that a point stands for: the point itself but for integers. Cut to the cube before.
  [[nodiscard]] Eigen::VectorXd snap(const Eigen::VectorXd& unit) const;

  friend bool operator==(const Space& a, const Space& b) { return a.parameters_ == b.parameters_; }

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::size_t> owners_;  ///< index of the parameter, one a coordinate
};

}  // namespace rootward::optimizer
