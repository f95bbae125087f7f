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

inline constexpr int kLargestActivation = 1820;  ///< 18 times as much fits 16 bits

/// The same convolution in whole numbers. The source's are 0 to kLargestActivation; weights are such that the result
/// fits 32 bits (integer_winograd.h), and times `scales` it is the map's number.
struct IntegerTask {
  const std::int16_t* source;
  const int* source_places;  ///< [tile][5 rows][5 columns]; what lies off the board points at zeros
  std::size_t tiles;
  std::size_t pairs;            ///< of channels read; where the last is alone the other one is 0
  std::size_t in_stride;        ///< channels up to the next multiple of the block
  std::size_t blocks;           ///< of outputs
  std::int16_t* transformed;    ///< [25][tile][in_stride]: memory for this call
  std::int32_t* products;       ///< [25][tile][block width]: the same
  const std::int16_t* weights;  ///< [block][25][pair][vector][output][channel of the pair], or as `keeps_pairs_apart`
  const float* scales;          ///< an output each, 0 beyond the last
  const float* bias;
  const float* added;       ///< map added to the result, or null
  const int* added_places;  ///< [tile][3][3]
  std::size_t added_channels;
  float* target;             ///< null: nobody reads it
  const int* target_places;  ///< [tile][3][3]; -1 off the board
  std::int16_t* whole;       ///< receives the nearest whole numbers, as in WholeTask, of the result; or null
  const int* whole_places;   ///< [tile][3][3]
  const float* factors;      ///< an output each
  const float* slopes;       ///< what becomes whole is result * slopes + offsets, an output each; or null: the result
  const float* offsets;
  bool is_rectified;
};

/// target = the nearest whole numbers, ties to even, of source * factors, within 0 and kLargestActivation.
struct WholeTask {
  const float* source;
  const int* source_places;  ///< of each point
  const float* factors;
  std::int16_t* target;
  const int* target_places;
  std::size_t points;
  std::size_t stride;  ///< numbers a point, a multiple of the vector
};

struct Kernels {
  std::size_t block;   ///< channels that are computed together
  std::size_t vector;  ///< of them in one vector
  void (*convolve)(const ConvolutionTask& task);
  void (*multiply)(const DenseTask& task);
  void (*convolve_winograd)(const WinogradTask& task);  ///< null where there is none
};

/// Kernels that compute the same bits on every processor: no fused multiply-add, and large convolutions in whole
/// numbers.
struct IntegerKernels {
  Kernels direct;
  void (*convolve)(const IntegerTask& task);
  void (*make_whole)(const WholeTask& task);
  bool keeps_pairs_apart;  ///< weights of a vector are [channel of the pair][output]
};

const Kernels& plain_kernels();
const Kernels& plain_fused_kernels();  ///< the bits of those with a fused multiply-add, slowly where there is none
const IntegerKernels& plain_integer_kernels();
#if defined(__x86_64__)
const Kernels& avx2_kernels();                        ///< AVX2 and FMA
const Kernels& avx512_kernels();                      ///< AVX-512F; the same bits as AVX2
const IntegerKernels& avx2_integer_kernels();         ///< AVX2
const IntegerKernels& avx_vnni_integer_kernels();     ///< AVX2 and AVX-VNNI
const IntegerKernels& avx512_vnni_integer_kernels();  ///< AVX-512F, BW, VL and VNNI
#elif defined(__aarch64__)
const Kernels& neon_kernels();  ///< every 64-bit ARM; the same bits as AVX2
const IntegerKernels& neon_integer_kernels();
#endif

}  // namespace rootward::net
