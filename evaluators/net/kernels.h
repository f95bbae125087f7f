// The inner loops of a network's evaluation as plain functions over plain memory, one table a kind of processor. This
// header holds declarations only: units compiled for wider processors include it and nothing else of ours.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rootward::net {

/// A convolution over one board. Memory of a map is [place][channel]; places are given in floats from its start. The
/// channels of the target are written up to the next multiple of the block.
struct ConvolutionTask {
  const float* source;
  const int* source_places;  ///< of each point
  const int* taps;           ///< from a point's place to those of the filter's points, row by row
  std::size_t tap_count;
  std::size_t in;        ///< channels read
  const float* weights;  ///< [block][tap][in][block width], zeros beyond the last output
  const float* bias;     ///< [blocks * width]
  const float* added;    ///< map added to the result, or null
  const int* added_places;
  std::size_t added_blocks;  ///< blocks that the added map has
  float* target;
  const int* target_places;
  std::size_t blocks;
  std::size_t points;
  bool is_rectified;  ///< relu at the end
  bool is_narrow;     ///< one block, and of it the first vector alone: weights are [tap][in][vector]
};

/// target = source * weights + bias, [in][padded out]; `out` is a multiple of the vector. Only the rows listed are
/// multiplied: those whose input is 0 change nothing.
struct DenseTask {
  const float* source;
  const float* weights;
  const float* bias;
  float* target;
  const std::uint32_t* rows;  ///< ascending
  std::size_t row_count;
  std::size_t out;
};

/// A convolution of 3x3 over one board in tiles of 3x3 points by Winograd's F(3x3, 3x3). Strides are channels up to the
/// next multiple of the block.
struct WinogradTask {
  const float* source;
  const int* source_places;  ///< [tile][5 rows][5 columns]; what lies off the board points at zeros
  std::size_t tiles;
  std::size_t in;  ///< channels read
  std::size_t in_stride;
  std::size_t out_stride;
  float* transformed;    ///< [25][tile][in_stride]: memory for this call
  float* products;       ///< [25][tile][out_stride]: the same
  const float* weights;  ///< [25][block][in][block width], zeros beyond the last output
  const float* bias;
  const float* added;       ///< map added to the result, or null
  const int* added_places;  ///< [tile][3][3]
  std::size_t added_channels;
  float* target;
  const int* target_places;  ///< [tile][3][3]; -1 off the board
  bool is_rectified;
};

struct Kernels {
  std::size_t block;   ///< channels that are computed together
  std::size_t vector;  ///< of them in one vector
  void (*convolve)(const ConvolutionTask& task);
  void (*multiply)(const DenseTask& task);
  void (*convolve_winograd)(const WinogradTask& task);  ///< null where there is none
};

const Kernels& plain_kernels();
#if defined(__x86_64__)
const Kernels& avx2_kernels();    ///< AVX2 and FMA
const Kernels& avx512_kernels();  ///< AVX-512F; the same bits as AVX2
#elif defined(__aarch64__)
const Kernels& neon_kernels();  ///< every 64-bit ARM; the same bits as AVX2
#endif

}  // namespace rootward::net
