// One convolution step in bf16: packs the weights, and knows where its maps lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/plan.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {

/// The nearest bf16 number, ties to even: the upper half of the float; 0 for what is below kLeastShort. 1.00390625
/// (1 + 2^-8) becomes 1.
std::uint16_t to_bf16(float x);

/// A map in bf16, [chunk][place][kTileChannels], with the places of the map that it stands for: rims are zeros.
struct ShortMap {
  std::size_t chunk = 0;    ///< numbers from one chunk to the next
  std::vector<int> places;  ///< of each point, in numbers
  AlignedVector<std::uint16_t> memory;

  explicit ShortMap(const BoardMap& map);
};

class TileConvolution {
 public:
  /// What a run reads and writes beside the source.
  struct Ends {
    const float* bias;  ///< a number an output, zeros to the end of the last kPairSide
    const BoardMap* added;
    BoardMap* target;  ///< null: nobody reads it as floats
    bool is_rectified;
    ShortMap* shorts;  ///< receives the target in bf16, through the normalise where there is one; or null
  };

  /// `source` is the laid-out map that the step reads; `normalise` the step that the result goes through before it
  /// becomes bf16, whose activation is relu or none; or null.
  TileConvolution(const Step& step, const BoardMap& source, const Step* normalise);

  /// Strides of the maps are multiples of kPairSide. `sums`: kSumsOfTiles numbers, for this call.
  void run(const TileKernels& kernels, const ShortMap& source, const Ends& ends, float* sums) const;

 private:
  void pack(const Step& step);

  std::size_t chunks_;
  std::size_t outputs_;    ///< padded
  std::vector<int> taps_;  ///< in numbers
  std::vector<int> rows_;  ///< TileTask::rows
  AlignedVector<std::uint16_t> weights_;
  AlignedVector<float> factors_, offsets_;  ///< of the normalise; empty where there is none
  bool is_normal_rectified_ = false;
};

}  // namespace rootward::net
