// A tournament's results folder while somebody plays into it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "experiments/tournament/stored_results.h"
#include "lab/store/line_follower.h"

namespace rootward::tournament {

/// Keeps what read_results() would give, and reads only what is new. Takes no lock. What tables are made of is counted
/// in any case (StoredResults::counted); beside it the games without moves are kept where Detail::scores is asked for.
class ResultsFollower {
 public:
  /// From `shared` new bytes of a file on two threads read it.
  explicit ResultsFollower(const std::string& folder, Detail detail = Detail::tables, std::size_t shared = kShared);
  ~ResultsFollower();
  ResultsFollower(const ResultsFollower&) = delete;
  ResultsFollower& operator=(const ResultsFollower&) = delete;

  /// Whether there is news. Throws RunError, and UsageError where the folder holds something else; then everything is
  /// read again at the next look.
  bool look();
  /// Games in the order in which they were met. Before the first manifest: empty.
  [[nodiscard]] const StoredResults& results() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rootward::tournament
