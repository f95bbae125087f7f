// Elements as text.
#include "experiments/report/plot/svg_text.h"

#include <fmt/format.h>

#include "core/escape.h"

namespace rootward::plot {

std::string pixels(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

double text_width(std::string_view text, double font_size) {
  constexpr double kWide = 0.64;
  constexpr double kNarrow = 0.36;
  double width = 0;
  for (const char c : text) {
    const bool is_continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (is_continuation) continue;
    width += std::string_view(" .,:;'|!ijlrtf()[]").find(c) == std::string_view::npos ? kWide : kNarrow;
  }
  return width * font_size;
}

std::string svg_text(double x, double y, std::string_view text, const TextStyle& style) {
  const std::string turn =
      style.is_vertical ? fmt::format(" transform=\"rotate(-90 {} {})\"", pixels(x), pixels(y)) : "";
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                     pixels(x), pixels(y), pixels(style.size), style.anchor, style.colour,
                     style.is_bold ? " font-weight=\"bold\"" : "", turn, xml_text(text));
}

}  // namespace rootward::plot
