// One search of one arm on one instance, measured at every checkpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "experiments/estimates/config.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/record.h"

namespace rootward::estimates {

/// Which search: an arm by its place in the study, and a repeat.
struct SearchTask {
  const Instance* instance = nullptr;
  std::size_t arm = 0;
  std::uint32_t repeat = 0;
};

/// The seed of a task's search. Arms with one instance and repeat share it.
std::uint64_t search_seed(const EstimatesConfig& config, const TruthRecord& truth, std::uint32_t repeat);

/// Runs the search. A shadow's move is that of the highest value (its visits are the driver's); a driver's move is the
/// final-move rule's, and under `shadow` that of the highest value too. Nothing where `stop` ended it.
std::optional<SearchRecord> measure(const EstimatesConfig& config, const SearchTask& task,
                                    const std::function<bool()>& stop);

}  // namespace rootward::estimates
