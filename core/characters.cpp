// Bytes to code points and their ranges.
#include "core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rootward {
namespace {

using CodeRange = std::pair<unsigned, unsigned>;

// Of Unicode's Default_Ignorable_Code_Point and White_Space above ASCII and the C1 controls.
constexpr std::array kInvisible = {
    CodeRange{0xA0, 0xA0},     CodeRange{0xAD, 0xAD},       CodeRange{0x34F, 0x34F},     CodeRange{0x61C, 0x61C},
    CodeRange{0x115F, 0x1160}, CodeRange{0x1680, 0x1680},   CodeRange{0x17B4, 0x17B5},   CodeRange{0x180B, 0x180F},
    CodeRange{0x2000, 0x200F}, CodeRange{0x2028, 0x202F},   CodeRange{0x205F, 0x206F},   CodeRange{0x3000, 0x3000},
    CodeRange{0x3164, 0x3164}, CodeRange{0xFE00, 0xFE0F},   CodeRange{0xFEFF, 0xFEFF},   CodeRange{0xFFA0, 0xFFA0},
    CodeRange{0xFFF0, 0xFFFB}, CodeRange{0x1BCA0, 0x1BCA3}, CodeRange{0x1D173, 0x1D17A}, CodeRange{0xE0000, 0xE0FFF},
};

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

unsigned code_point(std::string_view text, std::size_t length) {
  constexpr std::array<unsigned, 5> kFirstBits = {0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned code = byte_at(text, 0) & kFirstBits[length];
  for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byte_at(text, i) & 0x3FU);
  return code;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, k) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, 1);
  const bool is_bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_bad ? 0 : length;
}

std::string invisible_code(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length < 2) return "";
  const unsigned code = code_point(text, length);
  const bool is_seen = std::ranges::none_of(
      kInvisible, [&](const CodeRange& range) { return code >= range.first && code <= range.second; });
  return is_seen ? "" : fmt::format("U+{:04X}", code);
}

}  // namespace rootward
