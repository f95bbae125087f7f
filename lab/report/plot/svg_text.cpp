// Elements as text.
#include "lab/report/plot/svg_text.h"

#include <fmt/format.h>

#include <algorithm>

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

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

double block_width(std::string_view text, double font_size) {
  double widest = 0;
  for (const std::string& line : lines_of(text)) widest = std::max(widest, text_width(line, font_size));
  return widest;
}

std::string wrapped_to(std::string_view text, double width, double font_size) {
  std::string out;
  std::string line;
  std::size_t break_at = 0;  // of the line; 0: nowhere
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!is_continuation && !line.empty() && text_width(line + c, font_size) > width) {
      if (c == ' ') break_at = line.size();
      const std::size_t end = break_at > 0 ? break_at : line.size();
      out += line.substr(0, end);
      if (out.back() == ' ') out.pop_back();
      out += '\n';
      line.erase(0, end);
      break_at = 0;
      if (c == ' ') continue;
    }
    line += c;
    const bool is_sign = c == '-' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
    if (!is_sign && std::string_view(" -_,/(").find(c) != std::string_view::npos) break_at = line.size();
  }
  return out + line;
}

std::string svg_lines(double x, double y, std::string_view text, const TextStyle& style) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    out += svg_text(x, y, line, style);
    y += kLine * style.size;
  }
  return out;
}

std::string svg_text(double x, double y, std::string_view text, const TextStyle& style) {
  const std::string turn =
      style.is_vertical ? fmt::format(" transform=\"rotate(-90 {} {})\"", pixels(x), pixels(y)) : "";
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                     pixels(x), pixels(y), pixels(style.size), style.anchor, style.colour,
                     style.is_bold ? " font-weight=\"bold\"" : "", turn, xml_text(text));
}

}  // namespace rootward::plot
