// One convolution step of 3x3 by Winograd's F(3x3, 3x3): packs the weights and knows which tile reads and writes what.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/kernels.h"
#include "evaluators/net/plan.h"

namespace rootward::net {

/// Tiles of 3x3 points cover the board, from its first row and column on: nine on 9x9, 49 on 19x19. The places of the
/// `size` x `size` points of each that begin `offset` rows and columns from its first point; `outside` off the board.
std::vector<int> tile_places(const BoardMap& map, int size, int offset, int outside);

/// Memory that the convolutions of one runner share.
struct WinogradScratch {
  AlignedVector<float> transformed, products;
};

class WinogradConvolution {
 public:
  /// The laid-out maps that the step reads, adds (or null) and writes; the source has a rim.
  WinogradConvolution(const Step& step, const BoardMap& source, const BoardMap* added, const BoardMap& target,
                      const Kernels& kernels);

  /// target = step(source) + bias, + added where it is given, then relu if asked for; no other activation. `bias` has a
  /// number an output, and zeros to the end of its block.
  void run(const Kernels& kernels, const BoardMap& source, const float* bias, const BoardMap* added, bool is_rectified,
           BoardMap& target, WinogradScratch& scratch) const;

 private:
  void pack(const Step& step, std::size_t block);

  std::size_t in_, in_stride_, out_stride_;
  std::size_t tiles_;
  AlignedVector<float> weights_;    ///< [25][block][in][block width]
  std::vector<int> source_places_;  ///< [tile][5][5]
  std::vector<int> added_places_;   ///< [tile][3][3]; empty where nothing is added
  std::vector<int> target_places_;  ///< [tile][3][3]
};

/// G g G^T of a filter g of 3x3 (row by row), G = (1/2 0 0; -1/2 -1/2 -1/2; -1/6 1/6 -1/6; 1/6 1/3 2/3; 0 0 1): 5x5
/// numbers. The filter with 1 in its middle alone becomes the outer product of (0, -1/2, 1/6, 1/3, 0) with itself.
void transform_filter(const double* filter, double* transformed);

}  // namespace rootward::net
