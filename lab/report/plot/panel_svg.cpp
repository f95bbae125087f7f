// Draws from the back to the front: grid, bands, guides, lines, bars, markers, frame.
#include "lab/report/plot/panel_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lab/report/plot/palette.h"
#include "lab/report/plot/svg_text.h"
#include "lab/report/plot/ticks.h"

namespace rootward::plot {
namespace {

constexpr double kTickLength = 5;
constexpr double kPixelsAnXTick = 80;
constexpr double kPixelsAYTick = 45;
constexpr std::string_view kInk = "#333333";

int ticks_for(double pixels_available, double pixels_a_tick) {
  return std::max(2, static_cast<int>(pixels_available / pixels_a_tick));
}

/// Numbers, or the rows' names.
std::vector<Tick> y_ticks(const Panel& panel, const Interval& range, int wanted) {
  if (panel.rows.empty()) return axis_ticks(panel.y.scale, range, wanted);
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < panel.rows.size(); ++i)
    ticks.push_back({static_cast<double>(panel.rows.size() - i), panel.rows[i]});
  return ticks;
}

class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, const Box& area, const LookOf& looks)
      : panel_(panel), area_(area), looks_(looks), range_(panel_range(panel)) {}

  std::string draw(const std::string& clip) {
    draw_x_ticks();
    draw_y_ticks();
    out_ += fmt::format("<g clip-path=\"url(#{})\">\n", clip);
    for (const Band& band : panel_.bands) draw_strip(band);
    for (const Series& series : panel_.series) draw_intervals(series);
    for (const Guide& guide : panel_.guides) draw_guide(guide);
    for (const Series& series : panel_.series) draw_line(series);
    out_ += "</g>\n";
    for (const Series& series : panel_.series) draw_markers(series);
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>\n",
                        pixels(area_.left), pixels(area_.top), pixels(area_.width), pixels(area_.height), kInk);
    draw_labels();
    return std::move(out_);
  }

 private:
  [[nodiscard]] double x_of(double x) const {
    return area_.left + area_.width * axis_position(panel_.x.scale, range_.x, x);
  }
  [[nodiscard]] double y_of(double y) const {
    return bottom() - area_.height * axis_position(panel_.y.scale, range_.y, y);
  }
  [[nodiscard]] double bottom() const { return area_.top + area_.height; }

  static bool is_on(const Axis& axis, double value) {
    return std::isfinite(value) && (axis.scale == AxisScale::linear || value > 0);
  }
  [[nodiscard]] bool is_drawn(const Point& point) const { return is_on(panel_.x, point.x) && is_on(panel_.y, point.y); }
  [[nodiscard]] bool is_inside(const Point& point) const {
    return is_drawn(point) && point.x >= range_.x.low && point.x <= range_.x.high && point.y >= range_.y.low &&
           point.y <= range_.y.high;
  }
  /// An interval's end, kept on a logarithmic axis.
  [[nodiscard]] double y_end(double y) const { return y_of(is_on(panel_.y, y) ? y : range_.y.low); }

  [[nodiscard]] double x_end(double x) const { return x_of(is_on(panel_.x, x) ? x : range_.x.low); }

  [[nodiscard]] Look look(const Series& series) const {
    const auto found = looks_.find(series.name);
    return look_of(found == looks_.end() ? 0 : found->second);
  }

  void line(double x1, double y1, double x2, double y2, std::string_view attributes) {
    out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", pixels(x1), pixels(y1), pixels(x2),
                        pixels(y2), attributes);
  }

  void draw_x_ticks() {
    for (const Tick& tick : axis_ticks(panel_.x.scale, range_.x, ticks_for(area_.width, kPixelsAnXTick))) {
      const double x = x_of(tick.at);
      const bool is_minor = tick.label.empty();
      if (!is_minor) line(x, area_.top, x, bottom(), "stroke=\"#e4e4e4\"");
      line(x, bottom(), x, bottom() + (is_minor ? 0.6 : 1.0) * kTickLength, "stroke=\"#333333\"");
      if (!is_minor) out_ += svg_text(x, bottom() + kTickLength + 13, tick.label, {.anchor = "middle"});
    }
  }

  void draw_y_ticks() {
    for (const Tick& tick : y_ticks(panel_, range_.y, ticks_for(area_.height, kPixelsAYTick))) {
      const double y = y_of(tick.at);
      const bool is_minor = tick.label.empty();
      if (!is_minor) line(area_.left, y, area_.left + area_.width, y, "stroke=\"#e4e4e4\"");
      line(area_.left - (is_minor ? 0.6 : 1.0) * kTickLength, y, area_.left, y, "stroke=\"#333333\"");
      const double above = kLine * kTickSize * static_cast<double>(lines_of(tick.label).size() - 1) / 2;
      if (!is_minor) out_ += svg_lines(area_.left - kTickLength - 4, y + 4 - above, tick.label, {.anchor = "end"});
    }
  }

  void draw_labels() {
    const double centre = area_.left + area_.width / 2;
    const double above = kLine * kLabelSize * static_cast<double>(lines_of(panel_.title).size() - 1);
    if (!panel_.title.empty())
      out_ += svg_lines(centre, area_.top - 9 - above, panel_.title,
                        {.size = kLabelSize, .anchor = "middle", .is_bold = true});
    out_ += svg_lines(centre, bottom() + 40, panel_.x.label, {.size = kLabelSize, .anchor = "middle"});
    out_ += svg_text(area_.left - left_margin(panel_) + 15, area_.top + area_.height / 2, panel_.y.label,
                     {.size = kLabelSize, .anchor = "middle", .is_vertical = true});
  }

  void draw_strip(const Band& band) {
    const bool is_horizontal = band.across == Guide::Across::horizontal;
    const auto kept = [](double value, const Interval& range) { return std::clamp(value, range.low, range.high); };
    const Interval& range = is_horizontal ? range_.y : range_.x;
    const double low = kept(band.between.low, range);
    const double high = kept(band.between.high, range);
    const double left = is_horizontal ? area_.left : x_of(low);
    const double top = is_horizontal ? y_of(high) : area_.top;
    const double right = is_horizontal ? area_.left + area_.width : x_of(high);
    const double below = is_horizontal ? y_of(low) : bottom();
    out_ += strip_svg({.left = left, .top = top, .width = right - left, .height = below - top});
  }

  void draw_guide(const Guide& guide) {
    const bool is_horizontal = guide.across == Guide::Across::horizontal;
    if (!is_on(is_horizontal ? panel_.y : panel_.x, guide.at)) return;
    const std::string paint = fmt::format(R"(stroke="{}" stroke-width="1.3" stroke-dasharray="5 4")", kGuideColour);
    if (is_horizontal)
      line(area_.left, y_of(guide.at), area_.left + area_.width, y_of(guide.at), paint);
    else
      line(x_of(guide.at), area_.top, x_of(guide.at), bottom(), paint);
  }

  void draw_intervals(const Series& series) {
    if (series.style == Style::points) return draw_bars(series);
    std::vector<const Point*> run;
    for (const Point& point : series.points) {
      if (is_drawn(point) && point.interval) {
        run.push_back(&point);
        continue;
      }
      draw_band(run, look(series));
      run.clear();
    }
    draw_band(run, look(series));
  }

  void draw_band(const std::vector<const Point*>& run, const Look& look) {
    if (run.size() < 2) return;
    std::string path;
    for (const Point* point : run)
      path += fmt::format("{}{} {}", path.empty() ? "M" : "L", pixels(x_of(point->x)),
                          pixels(y_end(point->interval->high)));
    for (std::size_t i = run.size(); i-- > 0;)
      path += fmt::format("L{} {}", pixels(x_of(run[i]->x)), pixels(y_end(run[i]->interval->low)));
    out_ += fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.16\" stroke=\"none\"/>\n", path, look.colour);
  }

  void draw_bars(const Series& series) {
    const std::string paint =
        fmt::format(R"(stroke="{}" stroke-width="1.1" stroke-opacity="0.55")", look(series).colour);
    for (const Point& point : series.points) {
      if (!is_drawn(point) || !point.interval) continue;
      const double x = x_of(point.x);
      const double y = y_of(point.y);
      if (panel_.rows.empty())
        line(x, y_end(point.interval->low), x, y_end(point.interval->high), paint);
      else
        line(x_end(point.interval->low), y, x_end(point.interval->high), y, paint);
    }
  }

  void draw_line(const Series& series) {
    if (series.style == Style::points) return;
    std::string path;
    bool is_down = false;
    double last_y = 0;
    for (const Point& point : series.points) {
      if (!is_drawn(point)) {
        is_down = false;
        continue;
      }
      const double x = x_of(point.x);
      const double y = y_of(point.y);
      if (is_down && series.style == Style::steps) path += fmt::format("L{} {}", pixels(x), pixels(last_y));
      path += fmt::format("{}{} {}", is_down ? "L" : "M", pixels(x), pixels(y));
      is_down = true;
      last_y = y;
    }
    if (path.empty()) return;
    out_ += fmt::format("<path d=\"{}\" {} stroke-linejoin=\"round\"/>\n", path, stroke_attributes(look(series)));
  }

  void draw_markers(const Series& series) {
    if (series.style != Style::points && series.style != Style::marked_line) return;
    for (const Point& point : series.points)
      if (is_inside(point)) out_ += marker_svg(look(series), x_of(point.x), y_of(point.y));
  }

  const Panel& panel_;
  Box area_;
  const LookOf& looks_;
  PanelRange range_;
  std::string out_;
};

}  // namespace

std::string strip_svg(const Box& box) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"0.2\"/>\n",
                     pixels(box.left), pixels(box.top), pixels(box.width), pixels(box.height), kGuideColour);
}

PanelRange panel_range(const Panel& panel) {
  std::vector<double> x;
  std::vector<double> y;
  for (const Series& series : panel.series) {
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      x.push_back(point.x);
      y.push_back(point.y);
      std::vector<double>& spread = panel.rows.empty() ? y : x;
      if (point.interval) spread.insert(spread.end(), {point.interval->low, point.interval->high});
    }
  }
  for (const Guide& guide : panel.guides) (guide.across == Guide::Across::horizontal ? y : x).push_back(guide.at);
  for (const Band& band : panel.bands) {
    std::vector<double>& ends = band.across == Guide::Across::horizontal ? y : x;
    ends.insert(ends.end(), {band.between.low, band.between.high});
  }
  const Interval rows{0.5, static_cast<double>(panel.rows.size()) + 0.5};
  return {axis_range(panel.x, x), panel.rows.empty() ? axis_range(panel.y, y) : rows};
}

double left_margin(const Panel& panel) {
  double widest = 0;
  const Interval range = panel_range(panel).y;
  // More ticks than the panel will have: longer labels than needed do no harm.
  for (const Tick& tick : y_ticks(panel, range, 10)) widest = std::max(widest, block_width(tick.label, kTickSize));
  return widest + kTickLength + 32;
}

std::string panel_svg(const Panel& panel, const Box& area, const LookOf& looks, const std::string& id) {
  std::string out = fmt::format("<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                                id, pixels(area.left), pixels(area.top), pixels(area.width), pixels(area.height));
  return out + PanelDrawing(panel, area, looks).draw(id);
}

}  // namespace rootward::plot
