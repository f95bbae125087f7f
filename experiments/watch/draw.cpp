// Letters.
#include "experiments/watch/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/escape.h"

namespace rootward::watch {
namespace {

bool continues_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The cell of a share of the width.
std::size_t cell_of(double share, std::size_t width) {
  const double cell = std::floor(std::clamp(share, 0.0, 1.0) * static_cast<double>(width));
  return std::min(static_cast<std::size_t>(cell), width - 1);
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !continues_letter(byte); }));
}

std::string clipped(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t letters = 0;
  for (const char byte : one_line(text)) {
    if (!continues_letter(byte) && ++letters > width) break;
    out += byte;
  }
  return out;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out = clipped(text, width);
  out.append(width - width_of(out), ' ');
  return out;
}

std::string bar_text(std::uint64_t done, std::uint64_t wanted, std::size_t width) {
  const std::size_t inner = width - 2;
  const double share = wanted == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(wanted));
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(inner));
  return "[" + std::string(filled, '#') + std::string(inner - filled, '.') + "]";
}

std::string interval_bar(double score, const Interval& interval, std::size_t width) {
  std::string bar(width, '.');
  const std::size_t high = cell_of(interval.high, width);
  for (std::size_t i = cell_of(interval.low, width); i <= high; ++i) bar[i] = '-';
  bar[cell_of(0.5, width)] = '|';
  bar[cell_of(score, width)] = 'o';
  return bar;
}

std::string gauge_text(double value, double low, double high, std::size_t width) {
  const std::size_t inner = width - 2;
  std::string bar(inner, '.');
  bar[cell_of(-low / (high - low), inner)] = '|';
  bar[cell_of((value - low) / (high - low), inner)] = '#';
  return "[" + bar + "]";
}

std::string sparkline(std::span<const double> values, std::size_t width, bool has_blocks) {
  constexpr std::array<const char*, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::array<const char*, 8> kLetters = {"_", ".", "-", "~", "=", "+", "*", "#"};
  if (values.empty()) return "";
  const std::span<const double> shown = values.last(std::min(width, values.size()));
  const auto [low, high] = std::ranges::minmax(shown);
  std::string line;
  for (const double value : shown) {
    const std::size_t level = high > low ? cell_of((value - low) / (high - low), kBlocks.size()) : kBlocks.size() / 2;
    line += has_blocks ? kBlocks[level] : kLetters[level];
  }
  return line;
}

}  // namespace rootward::watch
