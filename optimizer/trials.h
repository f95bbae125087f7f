// Everything that was asked, told and failed, in the order in which it first came up.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "optimizer/gaussian_process.h"

namespace rootward::optimizer {

enum class TrialStatus : std::uint8_t { pending, told, failed };

/// A measured win rate.
struct Measurement {
  double mean = 0;       ///< in [0, 1], a draw counted as half
  double deviation = 0;  ///< standard error of the mean; 0 = not measured where games are known, else certain
  double games = 0;      ///< 0 = not known
  friend bool operator==(const Measurement&, const Measurement&) = default;
};

struct Trial {
  std::string id;
  Eigen::VectorXd values{};  ///< of the parameters, as they were given out or told
  Eigen::VectorXd unit{};    ///< their place in the unit cube
  TrialStatus status = TrialStatus::pending;
  Measurement measurement{};
};

/// A measurement as the model sees it: with games known, Laplace's mean (w + 1) / (n + 2); variance the square of the
/// measured deviation, else p (1 - p) / n of Laplace's mean p. 180 wins of 400: mean .4502487562, variance .000618812.
struct NoisyValue {
  double value = 0;
  double variance = 0;
};
NoisyValue noisy_value(const Measurement& measurement);

/// The trials, each id once.
class Trials {
 public:
  [[nodiscard]] const std::vector<Trial>& all() const { return trials_; }
  [[nodiscard]] const Trial* find(std::string_view id) const;
  void add(Trial trial) { trials_.push_back(std::move(trial)); }
  /// The trial with this id; it must be there.
  Trial& at(std::string_view id);
  [[nodiscard]] std::size_t count(TrialStatus status) const;
  [[nodiscard]] std::vector<const Trial*> with(TrialStatus status) const;
  [[nodiscard]] bool has_place(const Eigen::VectorXd& unit) const;

 private:
  std::vector<Trial> trials_;
};

}  // namespace rootward::optimizer
