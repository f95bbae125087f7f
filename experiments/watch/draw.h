// Small drawings out of letters: bars, gauges, lines cut to a width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/statistics/match_score.h"

namespace rootward::watch {

/// Without control characters, and at most so many letters (UTF-8) long.
std::string clipped(std::string_view text, std::size_t width);
/// The number of letters.
std::size_t width_of(std::string_view text);
/// Filled with blanks, or cut, to exactly this width.
std::string padded(std::string_view text, std::size_t width);

/// "[####....]" of this width in all.
std::string bar_text(std::uint64_t done, std::uint64_t wanted, std::size_t width);
/// A score with its interval between 0 and 1: "...|-o--....", the bar at one half.
std::string interval_bar(double score, const Interval& interval, std::size_t width);
/// A number between two bounds: "[......|...#....]", the bar at 0.
std::string gauge_text(double value, double low, double high, std::size_t width);
/// One letter a value, between the least and the greatest; the last so many. Blocks where the terminal has them.
std::string sparkline(std::span<const double> values, std::size_t width, bool has_blocks);

}  // namespace rootward::watch
