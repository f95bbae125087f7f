// Colours, dashes and markers in order.
#include "lab/report/plot/palette.h"

#include <fmt/format.h>

#include <array>

#include "lab/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#222222"};
constexpr std::array<std::string_view, 4> kDashes = {"", "7 3", "2 3", "9 3 2 3"};
constexpr std::size_t kMarkers = 4;
constexpr double kRadius = 3.4;

/// A closed path through corners given as offsets from (x, y).
template <std::size_t N>
std::string shape(double x, double y, const std::array<std::array<double, 2>, N>& corners) {
  std::string path;
  for (const auto& corner : corners)
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", pixels(x + corner[0]), pixels(y + corner[1]));
  return path + "Z";
}

}  // namespace

Look look_of(std::size_t index) {
  return {kColours[index % kColours.size()], kDashes[(index / kColours.size()) % kDashes.size()], index % kMarkers};
}

std::string marker_svg(const Look& look, double x, double y) {
  constexpr double kR = kRadius;
  const std::string paint = fmt::format(R"(fill="{}" stroke="#ffffff" stroke-width="0.8")", look.colour);
  switch (look.marker) {
    case 0:
      return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", pixels(x), pixels(y), pixels(kR), paint);
    case 1:
      return fmt::format("<path d=\"{}\" {}/>\n", shape<4>(x, y, {{{-kR, -kR}, {kR, -kR}, {kR, kR}, {-kR, kR}}}),
                         paint);
    case 2:
      return fmt::format("<path d=\"{}\" {}/>\n", shape<3>(x, y, {{{0, -1.3 * kR}, {1.2 * kR, kR}, {-1.2 * kR, kR}}}),
                         paint);
    default:
      return fmt::format("<path d=\"{}\" {}/>\n",
                         shape<4>(x, y, {{{0, -1.35 * kR}, {1.35 * kR, 0}, {0, 1.35 * kR}, {-1.35 * kR, 0}}}), paint);
  }
}

std::string stroke_attributes(const Look& look) {
  std::string attributes = fmt::format(R"(stroke="{}" stroke-width="1.8" fill="none")", look.colour);
  if (!look.dashes.empty()) attributes += fmt::format(" stroke-dasharray=\"{}\"", look.dashes);
  return attributes;
}

}  // namespace rootward::plot
