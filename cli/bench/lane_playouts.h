// Random playouts of Go in vector lanes, without a tree around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rng.h"
#include "games/go/lane_playout.h"

namespace rootward::bench {

/// Playouts from the empty board on the widest lanes of this processor, a random stream a lane.
class LanePlayouts final : private LaneSource {
 public:
  explicit LanePlayouts(int size);

  /// 1 where the processor has no lanes: then seconds() must not be called.
  [[nodiscard]] std::size_t lanes() const { return streams_.size(); }
  /// CPU seconds of `count` playouts.
  double seconds(std::uint64_t count);

 private:
  std::optional<LaneStart> next(std::size_t lane) override;
  void finished(std::size_t, BoardPlayout) override {}

  SmallBoard board_;
  LaneWidth width_;
  std::vector<Rng> streams_;
  std::uint64_t left_ = 0;
};

}  // namespace rootward::bench
