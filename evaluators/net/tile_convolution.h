// One convolution step in bf16 on tiles: packs the weights, turns the source into bf16, and finishes the sums.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/plan.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {

/// The nearest bf16 number, ties to even: the upper half of the float. 1.00390625 (1 + 2^-8) becomes 1.
std::uint16_t to_bf16(float x);

/// Memory that the convolutions of one runner share.
struct TileScratch {
  AlignedVector<std::uint16_t> source;
  AlignedVector<float> sums;
};

class TileConvolution {
 public:
  /// `source` is the laid-out map that the step reads.
  TileConvolution(const Step& step, const BoardMap& source);

  /// target = activation-free step(source) + bias, + added where it is given, then relu if asked for. `bias` has a
  /// number an output.
  void run(TileMultiply multiply, const BoardMap& source, std::span<const float> bias, const BoardMap* added,
           bool is_rectified, BoardMap& target, TileScratch& scratch) const;

 private:
  std::size_t channels_ = 0;  ///< padded
  std::size_t outputs_ = 0;   ///< padded
  std::size_t out_ = 0;
  std::vector<int> taps_;  ///< in places
  AlignedVector<std::uint16_t> weights_;
};

}  // namespace rootward::net
