// The compression function as the standard writes it, and by instructions of processors that have them.
#include "core/sha256.h"

#include <fmt/format.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/processor.h"

namespace rootward {
namespace {

constexpr std::array<std::uint32_t, 64> kShaConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using ShaState = std::array<std::uint32_t, 8>;

std::uint32_t sha_word(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         std::uint32_t{bytes[3]};
}

/// One round: what stood in s[i] stands in s[i + 1] afterwards, which `first`, the place of s[0], says without moving.
void sha_round(ShaState& s, std::size_t first, std::uint32_t input) {
  const auto at = [&](std::size_t i) -> std::uint32_t& { return s[(i - first) % s.size()]; };
  const std::uint32_t e = at(4);
  const std::uint32_t a = at(0);
  const std::uint32_t one =
      at(7) + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & at(5)) ^ (~e & at(6))) + input;
  const std::uint32_t two =
      (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & at(1)) ^ (a & at(2)) ^ (at(1) & at(2)));
  at(3) += one;
  at(7) = one + two;
}

void take_blocks_plainly(ShaState& state, const unsigned char* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += 64) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) words[i] = sha_word(blocks + 4 * i);
    for (std::size_t i = 16; i < words.size(); ++i) {
      const std::uint32_t a = words[i - 15];
      const std::uint32_t b = words[i - 2];
      words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + words[i - 7] +
                 (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
    }
    ShaState s = state;
    for (std::size_t i = 0; i < words.size(); i += s.size())
      for (std::size_t j = 0; j < s.size(); ++j) sha_round(s, j, kShaConstants[i + j] + words[i + j]);
    for (std::size_t i = 0; i < s.size(); ++i) state[i] += s[i];
  }
}

#if defined(__x86_64__)

struct FourWords {
  __m128i bits;
};

/// By the processor's own instructions, four rounds at a time; they want the state as (A B E F) and (C D G H).
__attribute__((target("sha,sse4.1"))) void take_blocks_by_instructions(ShaState& state, const unsigned char* blocks,
                                                                       std::size_t count) {
  const auto load = [](const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); };
  const __m128i in_order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  const __m128i first = _mm_shuffle_epi32(load(state.data()), 0xb1);
  const __m128i second = _mm_shuffle_epi32(load(state.data() + 4), 0x1b);
  __m128i abef = _mm_alignr_epi8(first, second, 8);
  __m128i cdgh = _mm_blend_epi16(second, first, 0xf0);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    std::array<FourWords, 4> words{};
    for (std::size_t i = 0; i < 4; ++i) words[i].bits = _mm_shuffle_epi8(load(blocks + 16 * i), in_order);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i& oldest = words[i % 4].bits;
      const __m128i input = _mm_add_epi32(oldest, load(kShaConstants.data() + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
      const __m128i newest = words[(i + 3) % 4].bits;
      const __m128i middle = _mm_alignr_epi8(newest, words[(i + 2) % 4].bits, 4);
      oldest =
          _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(oldest, words[(i + 1) % 4].bits), middle), newest);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

void take_blocks(ShaState& state, const unsigned char* blocks, std::size_t count, bool may_use_instructions) {
#if defined(__x86_64__)
  static const bool kHasInstructions = processor().sha;
  if (may_use_instructions && kHasInstructions) return take_blocks_by_instructions(state, blocks, count);
#else
  (void)may_use_instructions;
#endif
  take_blocks_plainly(state, blocks, count);
}

}  // namespace

void Sha256::add(std::string_view bytes) {
  const std::size_t used = length_ % kBlock;
  length_ += bytes.size();
  if (used > 0) {
    const std::size_t taken = std::min(bytes.size(), kBlock - used);
    std::memcpy(rest_.data() + used, bytes.data(), taken);
    bytes.remove_prefix(taken);
    if (used + taken < kBlock) return;
    take_blocks(state_, rest_.data(), 1, may_use_instructions_);
  }
  const std::size_t whole = bytes.size() / kBlock;
  take_blocks(state_, reinterpret_cast<const unsigned char*>(bytes.data()), whole, may_use_instructions_);
  bytes.remove_prefix(whole * kBlock);
  if (!bytes.empty()) std::memcpy(rest_.data(), bytes.data(), bytes.size());
}

std::string Sha256::hex() const {
  Sha256 end = *this;
  std::string padding(1 + (kBlock + 55 - length_ % kBlock) % kBlock, '\0');
  padding.front() = '\x80';
  const std::uint64_t bits = 8 * length_;
  for (int shift = 56; shift >= 0; shift -= 8) padding += static_cast<char>(bits >> shift & 0xff);
  end.add(padding);
  std::string text;
  for (const std::uint32_t word : end.state_) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace rootward
