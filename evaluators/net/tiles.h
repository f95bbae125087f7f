// Matrix products on AMX tiles (bf16 numbers, f32 sums) as plain functions. Declarations only: the unit of the
// instructions includes nothing else of ours.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rootward::net {

inline constexpr std::size_t kTileRows = 16;     ///< places that a tile of the source holds
inline constexpr std::size_t kTileDepth = 32;    ///< channels that it holds
inline constexpr std::size_t kTileColumns = 16;  ///< outputs that a tile of sums holds
inline constexpr std::size_t kTilePlaces = 32;   ///< places that are computed together: two tiles
inline constexpr std::size_t kTileOutputs = 32;  ///< outputs that are computed together: two tiles

/// sums[place][output] = sum over taps and channels of source[place + tap][channel] * weight[tap][channel][output].
/// Places from `source` on; every number of places up to the next multiple of kTilePlaces is computed, and the source
/// must be readable there.
struct TileTask {
  const std::uint16_t* source;  ///< [place][channels]
  std::size_t channels;         ///< a multiple of kTileDepth
  const int* taps;              ///< in places
  std::size_t tap_count;
  /// [pair of tiles of outputs][tap][tile of channels][tile of outputs][pair of channels][output][channel of the pair]
  const std::uint16_t* weights;
  std::size_t outputs;  ///< a multiple of kTileOutputs
  std::size_t places;
  float* sums;  ///< [places rounded up][outputs]
};

using TileMultiply = void (*)(const TileTask& task);

/// Whether processor and system let this process use AMX tiles for bf16; asks the system for the permission.
bool can_use_amx();
/// On a machine where can_use_amx() said yes.
void amx_multiply(const TileTask& task);

}  // namespace rootward::net
