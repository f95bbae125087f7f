// Hashing of inputs.
#include "evaluators/net/input_key.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "core/rng.h"

namespace rootward::net {
namespace {

/// Two sums over words that come one after another.
struct Chains {
  std::uint64_t left, right;

  void add(const unsigned char* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof word);
    left = (std::rotl(left, 29) ^ word) * 0x9E3779B97F4A7C15ULL;
    right = (std::rotl(right, 31) + word) * 0xD6E8FEB86659FD93ULL;
  }
};

/// Eight chains over every fourth word, which do not wait for one another. Members rather than an array: a loop over
/// one becomes vectors, and these multiply words slowly.
class KeySums {
 public:
  void add(const void* memory, std::size_t bytes) {
    const auto* from = static_cast<const unsigned char*>(memory);
    Chains a = a_, b = b_, c = c_, d = d_;
    const auto add_block = [&](const unsigned char* block) {
      a.add(block);
      b.add(block + 8);
      c.add(block + 16);
      d.add(block + 24);
    };
    for (; bytes >= kBlock; bytes -= kBlock, from += kBlock) add_block(from);
    if (bytes > 0) {
      std::array<unsigned char, kBlock> rest{};
      std::memcpy(rest.data(), from, bytes);
      add_block(rest.data());
    }
    a_ = a, b_ = b, c_ = c, d_ = d;
  }
  [[nodiscard]] InputKey key() const {
    InputKey key;
    for (const Chains& chains : {a_, b_, c_, d_}) {
      key.words[0] = mix64(key.words[0] ^ chains.left);
      key.words[1] = mix64(key.words[1] ^ chains.right);
    }
    return key;
  }

 private:
  static constexpr std::size_t kBlock = 4 * sizeof(std::uint64_t);
  Chains a_{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL}, b_{0xA4093822299F31D0ULL, 0x082EFA98EC4E6C89ULL};
  Chains c_{0x452821E638D01377ULL, 0xBE5466CF34E90C6CULL}, d_{0xC0AC29B7C97C50DDULL, 0x3F84D5B5B5470917ULL};
};

}  // namespace

InputKey key_of_inputs(std::span<const float> planes, std::span<const float> globals) {
  KeySums sums;
  sums.add(planes.data(), planes.size_bytes());
  sums.add(globals.data(), globals.size_bytes());
  return sums.key();
}

InputKey key_of_words(std::span<const std::uint64_t> words) {
  KeySums sums;
  sums.add(words.data(), words.size_bytes());
  return sums.key();
}

}  // namespace rootward::net
