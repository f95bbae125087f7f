// One convolution step of 3x3 in whole numbers (precision i16): scales, packs and bounds the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/kernels.h"
#include "evaluators/net/plan.h"

namespace rootward::net {

/// A map as whole numbers, with the places of the map that it stands for.
struct WholeMap {
  AlignedVector<std::int16_t> memory;
  AlignedVector<float> factors;  ///< from a channel's number to the whole one: a power of two; 0 beyond the last

  /// `exponents`: Step::exponents of who reads it.
  WholeMap(const BoardMap& map, const std::vector<int>& exponents);
};

/// Memory that the convolutions of one runner share.
struct IntegerScratch {
  AlignedVector<std::int16_t> transformed;
  AlignedVector<std::int32_t> products;
};

/// Weights of an output have one scale: the smallest with which the transformed ones fit 16 bits, and the sum over all
/// inputs 32, whatever the activations.
class IntegerConvolution {
 public:
  /// What a run reads and writes beside the source.
  struct Ends {
    const float* bias;  ///< a number an output, zeros to the end of its block
    const BoardMap* added;
    BoardMap* target;  ///< null: nobody reads it
    WholeMap* whole;   ///< receives the target as whole numbers, through the normalise where there is one; or null
    bool is_rectified;
  };

  /// The laid-out maps that the step reads, adds (or null) and writes; the source has a rim. Throws
  /// std::invalid_argument where the weights do not fit.
  IntegerConvolution(const Step& step, const BoardMap& source, const BoardMap* added, const BoardMap& target,
                     const IntegerKernels& kernels);

  /// Before the result becomes whole it goes through this step, whose activation is relu, to its map.
  void normalise(const Step& step, const BoardMap& target);

  void run(const IntegerKernels& kernels, const WholeMap& source, const Ends& ends, IntegerScratch& scratch) const;

 private:
  void pack(const Step& step, const IntegerKernels& kernels);

  std::size_t block_, in_stride_, out_stride_, pairs_, tiles_;
  AlignedVector<std::int16_t> weights_;
  AlignedVector<float> scales_;
  AlignedVector<float> slopes_, offsets_;  ///< of the normalise; empty where there is none
  std::vector<int> source_places_;         ///< [tile][5][5]
  std::vector<int> added_places_;          ///< [tile][3][3]; empty where nothing is added
  std::vector<int> target_places_;         ///< [tile][3][3]
  std::vector<int> whole_places_;          ///< the same
};

}  // namespace rootward::net
