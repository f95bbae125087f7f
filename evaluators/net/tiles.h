// Convolutions in bf16 (bf16 numbers, f32 sums) as plain functions over plain memory, one table a kind of processor,
// all with the bits of AMX's tiles. Declarations only: units compiled for wider processors include nothing else of
// ours.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rootward::net {

inline constexpr std::size_t kTileRows = 16;             ///< places, or outputs, of a tile
inline constexpr std::size_t kTileChannels = 32;         ///< channels of a tile of places
inline constexpr std::size_t kPairSide = 2 * kTileRows;  ///< places and outputs that are computed together
inline constexpr std::size_t kPairWeights = kPairSide * kTileChannels;  ///< for one chunk
inline constexpr std::size_t kSumsOfTiles = 2 * kPairSide * kPairSide;  ///< memory of a convolution: those of two pairs
/// Smaller numbers count as 0, weights and activations: sums of their products are 0 or at least 2^-114, so that it
/// makes no difference whether a processor takes denormals for zeros.
inline constexpr float kLeastShort = 0x1p-50F;

/// target = relu(sum over taps and channels of source[place + tap][channel] * weight[tap][channel][output] + bias +
/// added). Maps of bf16 are [chunk][place][kTileChannels], a place being kTileChannels numbers; maps of floats are
/// [place][stride].
///
/// The sum of a tap and a chunk is that of its even channels plus that of its odd ones, each in order by fused
/// multiply-adds, and these are added up tap by tap, chunk by chunk: so TDPBF16PS has it (Intel's Software Developer's
/// Manual).
struct TileTask {
  const std::uint16_t* source;  ///< at the first point
  std::size_t source_chunk;     ///< numbers from one chunk to the next
  std::size_t chunks;
  const int* taps;  ///< in numbers
  std::size_t tap_count;
  /// [pair of tiles of outputs][tap][chunk][tile of outputs][pair of channels][output][channel of the pair]
  const std::uint16_t* weights;
  std::size_t outputs;  ///< a multiple of kPairSide
  const int* rows;      ///< of each point, its place counted from the first point's, ascending
  std::size_t points;
  float* sums;         ///< kSumsOfTiles: memory for this call
  const float* bias;   ///< an output each
  const float* added;  ///< map added to the result, or null
  const int* added_places;
  std::size_t added_outputs;  ///< channels that it has, a multiple of kPairSide
  float* target;              ///< null: nobody reads it as floats
  const int* target_places;
  bool is_rectified;
  std::uint16_t* shorts;  ///< receives the result as bf16; or null
  const int* short_places;
  std::size_t short_chunk;
  const float* factors;  ///< what becomes bf16 is relu(result * factors + offsets), an output each; or null: the result
  const float* offsets;
  bool is_rectified_short;
};

/// A map of floats becomes bf16.
struct ShortTask {
  const float* source;
  const int* source_places;
  std::size_t channels;  ///< a multiple of kTileChannels
  std::uint16_t* target;
  const int* target_places;
  std::size_t target_chunk;
  std::size_t points;
};

struct TileKernels {
  void (*convolve)(const TileTask& task);
  void (*make_short)(const ShortTask& task);
  void (*begin)();  ///< before the convolutions of an evaluation; or null
  void (*end)();    ///< after them; or null
};

const TileKernels& plain_tile_kernels();
#if defined(__x86_64__)
const TileKernels& avx2_tile_kernels();    ///< AVX2 and FMA
const TileKernels& avx512_tile_kernels();  ///< AVX-512F
#elif defined(__aarch64__)
const TileKernels& neon_tile_kernels();
#endif

/// Whether processor and system let this process use AMX tiles for bf16; asks the system for the permission.
bool can_use_amx();
/// On a machine where can_use_amx() said yes.
const TileKernels& amx_tile_kernels();

}  // namespace rootward::net
