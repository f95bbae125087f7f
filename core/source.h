// Where work that runs side by side comes from and where results go: one slot a piece of work under way.
#pragma once

#include <cstddef>
#include <optional>

namespace rootward {

/// Pulled by whoever does the work (lanes of playouts, an evaluator, searches side by side, a thread of games).
template <class Job, class Result>
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  /// The slot's next job, or nothing: the slot stays empty from then on.
  virtual std::optional<Job> next(std::size_t slot) = 0;
  /// The slot's job is done; its next() follows.
  virtual void finished(std::size_t slot, Result result) = 0;
};

}  // namespace rootward
