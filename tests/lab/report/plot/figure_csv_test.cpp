// The numbers behind a figure.
#include <gtest/gtest.h>

#include <limits>

#include "lab/report/plot/figure.h"

namespace rootward::plot {
namespace {

TEST(FigureCsv, HasARowAPointAndQuotesWhatNeedsIt) {
  Panel panel;
  panel.title = "c, the constant";
  panel.series = {{.name = "posterior", .points = {{0.1, 0.5, Interval{0.25, 0.75}}, {2, 1.0 / 3, {}}}},
                  {.name = "said \"best\"", .points = {{1, std::numeric_limits<double>::quiet_NaN(), {}}}}};
  EXPECT_EQ(figure_csv({.panels = {panel}}),
            "panel,series,x,y,low,high\n"
            "\"c, the constant\",posterior,0.1,0.5,0.25,0.75\n"
            "\"c, the constant\",posterior,2,0.3333333333333333,,\n"
            "\"c, the constant\",\"said \"\"best\"\"\",1,,,\n");
}

TEST(FigureCsv, ASeriesWithoutANameIsToldByItsRow) {
  Panel panel;
  panel.rows = {"upper", "lower"};
  panel.series = {{.style = Style::points, .points = {{40, 2, Interval{30, 50}}, {60, 1, {}}}}};
  EXPECT_EQ(figure_csv({.panels = {panel}}),
            "panel,series,x,y,low,high\n"
            ",upper,40,2,30,50\n"
            ",lower,60,1,,\n");
}

}  // namespace
}  // namespace rootward::plot
