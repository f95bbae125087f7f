// The loops over tiles, for AMX's registers or for a plain stand-in that tests use. `Tiles` has load<t>(memory, bytes a
// row), store<t>(memory, bytes a row), zero<t>() and multiply<sum, a, b>().
#pragma once

#include "evaluators/net/tiles.h"

namespace rootward::net {
namespace {

/// Two tiles of places times two of outputs: registers 0-3 are sums, 4-5 places, 6-7 weights.
template <class Tiles>
void multiply_tiles(const TileTask& task, Tiles& tiles) {
  constexpr std::size_t kWeightTile = kTileDepth * kTileColumns;
  const std::size_t depth_tiles = task.channels / kTileDepth;
  const std::size_t source_bytes = task.channels * sizeof(std::uint16_t);
  const std::size_t sum_bytes = task.outputs * sizeof(float);
  for (std::size_t place = 0; place < task.places; place += kTilePlaces) {
    const std::uint16_t* weights = task.weights;
    for (std::size_t output = 0; output < task.outputs; output += kTileOutputs) {
      tiles.template zero<0>();
      tiles.template zero<1>();
      tiles.template zero<2>();
      tiles.template zero<3>();
      for (std::size_t tap = 0; tap < task.tap_count; ++tap) {
        const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(place) + task.taps[tap];
        const std::uint16_t* source = task.source + first * static_cast<std::ptrdiff_t>(task.channels);
        for (std::size_t depth = 0; depth < depth_tiles; ++depth) {
          tiles.template load<4>(source + depth * kTileDepth, source_bytes);
          tiles.template load<5>(source + kTileRows * task.channels + depth * kTileDepth, source_bytes);
          tiles.template load<6>(weights, 2 * kTileColumns * sizeof(std::uint16_t));
          tiles.template load<7>(weights + kWeightTile, 2 * kTileColumns * sizeof(std::uint16_t));
          tiles.template multiply<0, 4, 6>();
          tiles.template multiply<1, 4, 7>();
          tiles.template multiply<2, 5, 6>();
          tiles.template multiply<3, 5, 7>();
          weights += 2 * kWeightTile;
        }
      }
      float* sums = task.sums + place * task.outputs + output;
      tiles.template store<0>(sums, sum_bytes);
      tiles.template store<1>(sums + kTileColumns, sum_bytes);
      tiles.template store<2>(sums + kTileRows * task.outputs, sum_bytes);
      tiles.template store<3>(sums + kTileRows * task.outputs + kTileColumns, sum_bytes);
    }
  }
}

}  // namespace
}  // namespace rootward::net
