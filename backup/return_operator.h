// Return-type operators: m_n = m_{n-1} + eta_n (R_n - m_{n-1}); the operator is its step sizes.
#pragma once

#include <cstdint>
#include <utility>

#include "backup/common_parameters.h"
#include "search/node_view.h"
#include "search/terms.h"

namespace rootward::backups {

/// Steps by the node's visits: `Steps` has step(n) in [0, 1], step(1) = 1. Passes up what it received.
template <class Steps>
class StepOperator {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  explicit StepOperator(Steps steps) : steps_(std::move(steps)) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const double eta = tell.one("eta", "", steps_.step(node.visits));
    node.value = tell.one("V", "V_old + eta * (R - V_old)", node.value + eta * (sample - node.value));
    return sample;
  }

 private:
  Steps steps_;
};

/// A weight law asked once a simulation: w at the search's clock.
template <class Law>
class SearchClock {
 public:
  SearchClock(Law law, const ClockSetting& clock)
      : law_(std::move(law)), visits_a_simulation_(clock.visits_a_simulation) {}

  double at(std::uint64_t simulation) {
    if (simulation != simulation_) {
      simulation_ = simulation;
      value_ = law_(static_cast<double>(simulation) * visits_a_simulation_);
    }
    return value_;
  }

 private:
  Law law_;
  double visits_a_simulation_;
  std::uint64_t simulation_ = 0;  ///< of `value_`; 0 = none yet
  double value_ = 0;
};

/// Weights by the search's clock: the node keeps W, the sum of the weights of its returns, and eta = w / W. The laws'
/// weights lie in [1e-44, 1e60], so the plain sum of any number of them neither overflows nor vanishes.
template <class Law>
class WeightOperator {
 public:
  static constexpr auto kColumns = kOneNumber;
  static constexpr bool kNeedsTrail = false;

  WeightOperator(Law law, const ClockSetting& clock) : clock_(std::move(law), clock) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const double weight = tell.one("w", "", clock_.at(node.simulation));
    *node.columns[0] += weight;
    const double total = tell.one("W", "", *node.columns[0]);
    node.value = tell.one("V", "V_old + w / W * (R - V_old)", node.value + weight / total * (sample - node.value));
    return sample;
  }

 private:
  SearchClock<Law> clock_;
};

}  // namespace rootward::backups
