// Random playouts of Go in vector lanes, without a tree around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/bench/measure.h"
#include "core/rng.h"
#include "games/go/lane_playout.h"

namespace rootward::bench {

/// Playouts from the empty board on the widest lanes of this processor, a random stream a lane.
class LanePlayouts final : private LaneSource {
 public:
  /// `is_traced`: the moves are told, as companions of a search want them.
  LanePlayouts(int size, bool is_traced) : board_(size), width_(best_lane_width(size)) {
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(width_); ++lane) streams_.emplace_back(lane);
    if (is_traced) traces_.resize(streams_.size());
  }

  /// 1 where the processor has no lanes: then seconds() must not be called.
  [[nodiscard]] std::size_t lanes() const { return streams_.size(); }
  /// CPU seconds of `count` playouts: the lanes are filled until all are given out, and the ragged end counts.
  double seconds(std::uint64_t count) {
    left_ = count;
    return seconds_of([&] { run_go_lanes(width_, board_.size(), *this); });
  }

 private:
  std::optional<LaneStart> next(std::size_t lane) override {
    if (left_ == 0 || lane >= streams_.size()) return std::nullopt;
    --left_;
    return LaneStart{
        .board = &board_, .start = {}, .rng = &streams_[lane], .trace = traces_.empty() ? nullptr : &traces_[lane]};
  }
  void finished(std::size_t, BoardPlayout) override {}

  SmallBoard board_;
  LaneWidth width_;
  std::vector<Rng> streams_;
  std::vector<PlayoutTrace> traces_;
  std::uint64_t left_ = 0;
};

}  // namespace rootward::bench
