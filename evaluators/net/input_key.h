// What names everything that a network sees of a position.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace rootward::net {

/// 128 bits over everything that a network sees.
struct InputKey {
  std::array<std::uint64_t, 2> words{};
  friend bool operator==(const InputKey&, const InputKey&) = default;
};
InputKey key_of_inputs(std::span<const float> planes, std::span<const float> globals);
/// Over words from which the inputs follow.
InputKey key_of_words(std::span<const std::uint64_t> words);

}  // namespace rootward::net
