// What work costs, from samples of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rootward::cluster {

/// Units of one sort (pairs of a pairing, searches of an arm) of which some were timed.
struct CostSort {
  std::uint64_t units = 0;      ///< in all
  std::vector<double> seconds;  ///< CPU time of those that were timed
  bool has_records = true;      ///< each leaves one
};

/// CPU seconds of a tournament or study.
struct Cost {
  std::vector<CostSort> sorts;
  double longest_record = 0;  ///< the longest game, search or truth seen
  double record_bytes = 0;    ///< of a stored record, on average
  std::string of{};           ///< "12 pairs played now", "340 stored games": where the numbers are from

  /// Of all units, the mean of each sort times its units: sum_s n_s mean_s.
  [[nodiscard]] double seconds() const;
  /// Of all records: its units, a record each, times record_bytes.
  [[nodiscard]] double bytes() const;
  /// Half the width of its 95 % interval: 1.96 sqrt(sum_s n_s^2 var_s / m_s), m_s the units timed of sort s. A sort of
  /// which one unit was timed counts with the variance of half its mean.
  [[nodiscard]] double margin() const;
};

/// Minutes that a task gets which takes so long: three times that and five more, ten of the longest records, 15 at
/// least.
std::uint32_t minutes_for(double task_seconds, double longest_record);

}  // namespace rootward::cluster
