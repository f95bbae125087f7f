// The small change of SVG: escaping, numbers, texts and how much room they take.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rootward::plot {

inline constexpr double kTitleSize = 17;  ///< font sizes in pixels
inline constexpr double kLabelSize = 13;
inline constexpr double kTickSize = 12;

inline constexpr double kLine = 1.2;  ///< from line to line, in font sizes

/// A coordinate in pixels with two decimals, without trailing zeros.
std::string pixels(double value);
/// About how wide a text is in a usual sans-serif font, in pixels; rather too much than too little.
double text_width(std::string_view text, double font_size);
/// The text in lines that are no wider, with newlines between them: broken behind blanks and - _ , / ( where that is
/// possible, else anywhere; behind a number's sign never.
std::string wrapped_to(std::string_view text, double width, double font_size);
std::vector<std::string> lines_of(std::string_view text);
/// Of the widest line.
double block_width(std::string_view text, double font_size);

struct TextStyle {
  double size = kTickSize;
  std::string_view anchor = "start";  ///< start | middle | end
  std::string_view colour = "#333333";
  bool is_bold = false;
  bool is_vertical = false;  ///< read from below
};
/// A <text> element with its baseline at (x, y).
std::string svg_text(double x, double y, std::string_view text, const TextStyle& style);
/// An element a line, the first line's baseline at (x, y).
std::string svg_lines(double x, double y, std::string_view text, const TextStyle& style);

}  // namespace rootward::plot
