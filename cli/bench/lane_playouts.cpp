// One run fills the lanes until all playouts are given out; its ragged end counts.
#include "cli/bench/lane_playouts.h"

#include "cli/bench/measure.h"

namespace rootward::bench {

LanePlayouts::LanePlayouts(int size) : board_(size), width_(best_lane_width(size)) {
  for (std::size_t lane = 0; lane < static_cast<std::size_t>(width_); ++lane) streams_.emplace_back(lane);
}

double LanePlayouts::seconds(std::uint64_t count) {
  left_ = count;
  return seconds_of([&] { run_go_lanes(width_, board_.size(), *this); });
}

std::optional<LaneStart> LanePlayouts::next(std::size_t lane) {
  if (left_ == 0 || lane >= streams_.size()) return std::nullopt;
  --left_;
  return LaneStart{.board = &board_, .start = {}, .rng = &streams_[lane]};
}

}  // namespace rootward::bench
