// Vectors with an element a lane, by the compilers' vector extension.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/inline.h"

namespace rootward::lanes {

template <int Lanes>
struct Vector {
  using U32 [[gnu::vector_size(4 * Lanes)]] = std::uint32_t;
  using I32 [[gnu::vector_size(4 * Lanes)]] = std::int32_t;
  using U64 [[gnu::vector_size(4 * Lanes)]] = std::uint64_t;  ///< as wide: half as many elements
};

/// Whether any lane has a bit.
template <class V>
ROOTWARD_INLINE bool any(const V& vector) {
  std::array<std::uint64_t, sizeof(V) / 8> words;
  std::memcpy(words.data(), &vector, sizeof(V));
  std::uint64_t all = 0;
  for (const std::uint64_t word : words) all |= word;
  return all != 0;
}

/// All ones in the lanes where the set is not empty, or is.
template <class Sets>
ROOTWARD_INLINE auto filled(const Sets& set) {
  return (decltype(set.folded()))(set.folded() != 0);
}
template <class Sets>
ROOTWARD_INLINE auto is_empty(const Sets& set) {
  return (decltype(set.folded()))(set.folded() == 0);
}

}  // namespace rootward::lanes
