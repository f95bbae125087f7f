// An estimates study's folder while somebody searches into it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "experiments/estimates/folder.h"

namespace rootward::estimates {

/// Keeps what read_estimates_folder() would give and reads only what is new. Takes no lock.
class EstimatesFollower {
 public:
  explicit EstimatesFollower(const std::string& folder);
  ~EstimatesFollower();
  EstimatesFollower(const EstimatesFollower&) = delete;
  EstimatesFollower& operator=(const EstimatesFollower&) = delete;

  /// Whether there is news. Throws RunError, and UsageError where the folder holds something else.
  bool look();
  /// Before the first manifest: empty.
  [[nodiscard]] const StoredEstimates& study() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Searches that the study is of.
std::uint64_t planned_searches(const EstimatesConfig& config);

}  // namespace rootward::estimates
