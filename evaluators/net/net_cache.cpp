// Hashing of inputs.
#include "evaluators/net/net_cache.h"

#include <bit>
#include <cstring>

#include "core/rng.h"

namespace rootward::net {
namespace {

void fold(std::span<const float> numbers, InputKey& key) {
  std::size_t i = 0;
  for (; i + 2 <= numbers.size(); i += 2) {
    std::uint64_t word = 0;
    std::memcpy(&word, numbers.data() + i, sizeof word);
    key.words[0] = (std::rotl(key.words[0], 29) ^ word) * 0x9E3779B97F4A7C15ULL;
    key.words[1] = (std::rotl(key.words[1], 31) + word) * 0xD6E8FEB86659FD93ULL;
  }
  if (i < numbers.size()) key.words[0] = mix64(key.words[0] ^ std::bit_cast<std::uint32_t>(numbers[i]));
}

}  // namespace

InputKey key_of_inputs(std::span<const float> planes, std::span<const float> globals) {
  InputKey key{{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL}};
  fold(planes, key);
  fold(globals, key);
  for (std::uint64_t& word : key.words) word = mix64(word);
  return key;
}

}  // namespace rootward::net
