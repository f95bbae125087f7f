// How the k-th series of a figure looks: colours that the colour-blind can tell apart, then dashes, then markers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rootward::plot {

inline constexpr std::string_view kGuideColour = "#808080";

struct Look {
  std::string_view colour;
  std::string_view dashes;  ///< of stroke-dasharray; "" = a full line
  std::size_t marker = 0;   ///< shape
};

/// The first seven differ in colour and marker, later ones in dashes too (Okabe and Ito 2008, without the yellow that
/// is unreadable on white).
Look look_of(std::size_t index);

/// A marker of that look at (x, y).
std::string marker_svg(const Look& look, double x, double y);
/// The attributes of a line of that look.
std::string stroke_attributes(const Look& look);

}  // namespace rootward::plot
