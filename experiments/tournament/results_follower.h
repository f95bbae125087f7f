// A tournament's results folder while somebody plays into it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// Keeps what read_results() would give, the games without moves, and reads only what is new. Takes no lock.
class ResultsFollower {
 public:
  explicit ResultsFollower(std::string folder);
  ~ResultsFollower();
  ResultsFollower(const ResultsFollower&) = delete;
  ResultsFollower& operator=(const ResultsFollower&) = delete;

  /// Whether there is news. Throws RunError, and UsageError where the folder holds something else.
  bool look();
  /// In the order in which they were met. Before the first manifest: empty.
  [[nodiscard]] const StoredResults& results() const;

 private:
  struct State;
  void begin_anew();

  std::string folder_;
  std::unique_ptr<State> state_;
};

}  // namespace rootward::tournament
