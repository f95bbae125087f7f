// What is in the document: texts, bands, bars, gaps, one colour a name, nothing outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include "lab/report/plot/figure.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

Panel panel_of(std::vector<Series> series) {
  return {.title = "panel", .x = {.label = "visits"}, .y = {.label = "score (%)"}, .series = std::move(series)};
}

Figure one_panel(std::vector<Series> series) { return {.title = "A figure", .panels = {panel_of(std::move(series))}}; }

TEST(FigureSvg, TitlesLabelsAndLegendAreThereAndEscaped) {
  Figure figure = one_panel({{.name = "a < b & \"c\"", .points = {{1, 2, {}}, {2, 3, {}}}}});
  figure.note = "400 games";
  figure.panels[0].guides = {{.at = 2.5, .name = "even"}};
  const std::string svg = figure_svg(figure);
  for (const char* text :
       {">A figure<", ">400 games<", ">panel<", ">visits<", ">score (%)<", ">even<", ">a &lt; b &amp; &quot;c&quot;<"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_THAT(svg, ::testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, ::testing::EndsWith("</svg>\n"));
}

TEST(FigureSvg, IntervalsAreBandsOfLinesAndBarsOfPoints) {
  const std::vector<Point> points = {{1, 2, Interval{1, 3}}, {2, 3, Interval{2, 4}}};
  const std::string band = figure_svg(one_panel({{.name = "s", .style = Style::line, .points = points}}));
  const std::string bars = figure_svg(one_panel({{.name = "s", .style = Style::points, .points = points}}));
  EXPECT_EQ(count(band, "fill-opacity"), 2U);  // in the panel and in the legend
  EXPECT_EQ(count(bars, "fill-opacity"), 0U);
  EXPECT_EQ(count(bars, "stroke-opacity"), 2U);
  EXPECT_EQ(count(bars, "<circle"), 3U);
  EXPECT_EQ(count(band, "<circle"), 0U);
}

TEST(FigureSvg, RowsHaveNamesInPlaceOfNumbersAndIntervalsAcross) {
  Figure figure =
      one_panel({{.style = Style::points, .points = {{40, 2, Interval{30, 50}}, {60, 1, Interval{50, 70}}}}});
  figure.panels[0].rows = {"softmax", "lambda & co"};
  figure.panels[0].bands = {{.across = Guide::Across::vertical, .between = {48, 52}, .name = "even"}};
  const std::string svg = figure_svg(figure);
  EXPECT_THAT(svg, HasSubstr(">softmax<"));
  EXPECT_THAT(svg, HasSubstr(">lambda &amp; co<"));
  EXPECT_THAT(svg, Not(HasSubstr(">0.5<")));
  EXPECT_LT(svg.find(">softmax<"), svg.find(">lambda"));
  EXPECT_EQ(count(svg, "fill-opacity=\"0.2\""), 2U) << "the band in the panel and in the legend";
  EXPECT_THAT(svg, HasSubstr(">even<"));
  // The bars lie flat: y is the same at both ends.
  const std::size_t bar = svg.find("stroke-opacity");
  ASSERT_NE(bar, std::string::npos);
  const std::string line = svg.substr(svg.rfind("<line", bar), bar - svg.rfind("<line", bar));
  const auto attribute = [&line](const std::string& name) {
    const std::size_t at = line.find(name + "=\"") + name.size() + 2;
    return line.substr(at, line.find('"', at) - at);
  };
  EXPECT_EQ(attribute("y1"), attribute("y2"));
  EXPECT_NE(attribute("x1"), attribute("x2"));
}

TEST(FigureSvg, ANumberThatIsNotFiniteInterruptsTheLine) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = figure_svg(one_panel({{.points = {{1, 1, {}}, {2, nan, {}}, {3, 1, {}}, {4, 1, {}}}}}));
  const std::size_t path = svg.find("<path d=\"");
  ASSERT_NE(path, std::string::npos);
  EXPECT_EQ(count(svg.substr(path, svg.find("/>", path) - path), "M"), 2U);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(FigureSvg, ALogarithmicAxisLeavesOutWhatItCannotShow) {
  Figure figure = one_panel({{.points = {{0, 1, {}}, {1, 10, Interval{-1, 20}}, {10, 100, Interval{50, 200}}}}});
  figure.panels[0].x.scale = AxisScale::log;
  figure.panels[0].y.scale = AxisScale::log;
  const std::string svg = figure_svg(figure);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf\"")));
}

TEST(FigureSvg, OneNameHasOneColourInEveryPanel) {
  const Series a{.name = "a", .points = {{0, 0, {}}, {1, 1, {}}}};
  const Series b{.name = "b", .points = {{0, 0, {}}, {1, 1, {}}}};
  const std::string svg = figure_svg({.title = "t", .panels = {panel_of({a, b}), panel_of({b})}, .columns = 2});
  EXPECT_EQ(count(svg, "stroke=\"#0072b2\""), 2U);  // a: panel and legend
  EXPECT_EQ(count(svg, "stroke=\"#d55e00\""), 3U);  // b: two panels and legend
  EXPECT_EQ(count(svg, "<clipPath"), 2U);
}

TEST(FigureSvg, StepsKeepTheirHeight) {
  Series series{.style = Style::steps, .points = {{0, 0, {}}, {1, 1, {}}}};
  const std::string steps = figure_svg(one_panel({series}));
  series.style = Style::line;
  EXPECT_EQ(steps.size() > figure_svg(one_panel({series})).size(), true);
}

TEST(FigureSvg, AFigureWithoutDataIsStillOne) {
  EXPECT_THAT(figure_svg(one_panel({})), HasSubstr("</svg>"));
  EXPECT_THAT(figure_svg({}), HasSubstr("</svg>"));
}

/// Sizes of all letters in points, as the document is printed.
std::vector<double> letter_points(const std::string& svg) {
  const auto number_after = [&](const std::string& text, std::size_t from = 0) {
    return std::stod(svg.substr(svg.find(text, from) + text.size()));
  };
  const double points_a_unit = 72 * number_after(" width=\"") / number_after("viewBox=\"0 0 ");
  std::vector<double> sizes;
  for (std::size_t at = svg.find("font-size=\""); at != std::string::npos; at = svg.find("font-size=\"", at + 1))
    sizes.push_back(points_a_unit * number_after("font-size=\"", at));
  return sizes;
}

/// The right end of every text, by our own widths.
double rightmost(const std::string& svg) {
  double most = 0;
  const std::regex text(
      "<text x=\"([-0-9.]+)\" y=\"[-0-9.]+\" font-size=\"([0-9.]+)\" text-anchor=\"(start|middle)\"[^>]*?>([^<]*)<");
  for (std::sregex_iterator one(svg.begin(), svg.end(), text), end; one != end; ++one) {
    if (one->str(0).find("rotate") != std::string::npos) continue;
    const double share = one->str(3) == "start" ? 1 : 0.5;
    most = std::max(most, std::stod(one->str(1)) + share * text_width(one->str(4), std::stod(one->str(2))));
  }
  return most;
}

Figure wide_figure() {
  Figure figure =
      one_panel({{.name = "softmax", .style = Style::marked_line, .points = {{1, 2, Interval{1, 3}}, {2, 3, {}}}},
                 {.name = "a very long name of a player, with (all of its settings) and more", .points = {{1, 1, {}}}},
                 {.name = "max_lambda", .points = {{2, 1, {}}}}});
  figure.note = "400 games";
  figure.columns = 2;
  figure.panels.push_back(figure.panels[0]);
  figure.panels[1].title = "error of the root's value against the truth, by simulations, over all of the many trees";
  figure.panels[1].guides = {{.at = 2.5, .name = "even"}};
  return figure;
}

TEST(FigureSvg, AColumnIsThreePointThreeInchesWideWithLettersOfSevenPoints) {
  const std::string svg = figure_svg(wide_figure(), "", Layout::column);
  EXPECT_THAT(svg, HasSubstr("width=\"3.3in\""));
  const std::vector<double> sizes = letter_points(svg);
  ASSERT_GT(sizes.size(), 10U);
  EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()), 7.0);
  EXPECT_LE(rightmost(svg), 396) << "nothing leaves the column";
  EXPECT_THAT(svg, Not(HasSubstr(">A figure</text>"))) << "the title is for the caption";
  EXPECT_THAT(svg, Not(HasSubstr(">400 games<")));
}

TEST(FigureSvg, AColumnHasItsPanelsAndLegendBelowEachOther) {
  const std::string svg = figure_svg(wide_figure(), "", Layout::column);
  const auto y_of = [&](const std::string& text) {
    const std::size_t at = svg.rfind(" y=\"", svg.find(">" + text));
    EXPECT_NE(at, std::string::npos) << text;
    return std::stod(svg.substr(at + 4));
  };
  EXPECT_LT(y_of("panel<"), y_of("error of the root"));
  for (const char* entry : {"softmax<", "max_lambda<", "even<"}) EXPECT_GT(y_of(entry), y_of("visits<")) << entry;
  for (const char* part : {"a very long name", "its settings", "over all of the many"})
    EXPECT_THAT(svg, HasSubstr(part)) << "broken, not lost";
}

TEST(FigureSvg, LongNamesOfRowsAreBrokenInAColumn) {
  Figure figure =
      one_panel({{.style = Style::points, .points = {{40, 2, Interval{30, 50}}, {60, 1, Interval{50, 70}}}}});
  figure.panels[0].rows = {"softmax", "monotone-with-a-name-that-no-column-has-room-for"};
  const std::string svg = figure_svg(figure, "", Layout::column);
  EXPECT_THAT(svg, HasSubstr(">monotone-with-a-name-"));
  EXPECT_LE(rightmost(svg), 396);
  EXPECT_EQ(count(svg, "room-for<"), 1U);
  EXPECT_EQ(wrapped_to("ab cd", 1000, 12), "ab cd");
  EXPECT_EQ(wrapped_to("abcdef", text_width("abc", 12), 12), "abc\ndef");
  EXPECT_EQ(wrapped_to("g=[8,-7]", text_width("g=[8,-", 12), 12), "g=[8,\n-7]");
  EXPECT_EQ(wrapped_to("ab-cd ef", text_width("ab-cd", 12), 12), "ab-cd\nef");
}

}  // namespace
}  // namespace rootward::plot
