// Return-type operators: m_n = m_{n-1} + eta_n (R_n - m_{n-1}); the operator is its step sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "backup/common_parameters.h"
#include "backup/step_table.h"
#include "search/backup_driver.h"
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

/// A weight law asked once a simulation: w at the search's clock, whatever the node.
template <class Law>
class SearchClock {
 public:
  SearchClock(Law law, const ClockSetting& clock)
      : law_(std::move(law)), visits_a_simulation_(clock.visits_a_simulation) {}

  double at(std::uint64_t simulation, std::uint32_t /*visits*/) { return at(simulation); }
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

/// A weight law asked for a node's n-th return.
template <class Law>
class NodeClock {
 public:
  explicit NodeClock(Law law) : weights_(std::move(law)) {}
  double at(std::uint64_t, std::uint32_t visits) { return weights_.at(visits); }

 private:
  GrowingTable<Law> weights_;
};

/// The node keeps W, the sum of the weights of its returns, and eta = w / W. The laws' weights lie in [1e-44, 1e60], so
/// the plain sum of any number of them neither overflows nor vanishes. kWeighted: selection counts by W in place of
/// visits.
template <class Clock, bool kWeighted = false>
class WeightOperator {
 public:
  static constexpr auto kColumns = kOneNumber;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kCountsWeights = kWeighted;

  explicit WeightOperator(Clock clock) : clock_(std::move(clock)) {}

  /// Of a node's present return.
  double weight_of(std::uint64_t simulation, std::uint32_t visits) { return clock_.at(simulation, visits); }

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const double weight = tell.one("w", "", clock_.at(node.simulation, node.visits));
    *node.columns[0] += weight;
    const double total = tell.one("W", "", *node.columns[0]);
    node.value = tell.one("V", "V_old + w / W * (R - V_old)", node.value + weight / total * (sample - node.value));
    return sample;
  }

 private:
  Clock clock_;
};

/// `weighted_visits`, at whose default visits count.
inline ParamSpec weighted_visits_spec() {
  return {.key = "weighted_visits",
          .help = "whether selection counts by the sums of weights, to whole numbers, in place of visits",
          .type = ParamType::boolean,
          .fallback = false,
          .is_late = true,
          .source = "Browne et al. 2012, 5.3, on Xie & Liu 2009 (from memory)"};
}

/// The operator of a weight law, by `clock` and `weighted_visits`.
template <class Law>
std::unique_ptr<Backup> make_weighted(Law law, const ClockSetting& clock, const Params& params) {
  const bool is_weighted = params.boolean("weighted_visits");
  if (clock.is_search) {
    SearchClock<Law> by(std::move(law), clock);
    if (is_weighted) return make_backup_driver(WeightOperator<SearchClock<Law>, true>(std::move(by)));
    return make_backup_driver(WeightOperator<SearchClock<Law>>(std::move(by)));
  }
  if (is_weighted) return make_backup_driver(WeightOperator<NodeClock<Law>, true>(NodeClock<Law>(std::move(law))));
  return make_backup_driver(StepOperator(StepTable(LawRatio(std::move(law)))));
}

}  // namespace rootward::backups
