// Tables of pages: small letters where they would leave a page of 1,200 pixels, and then intervals below their numbers.
#include "lab/report/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rootward {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Grid grid_of(std::size_t columns, const std::string& text) {
  Grid grid;
  grid.columns = {{"player", false}};
  grid.rows = {{"a < b"}};
  for (std::size_t i = 0; i < columns; ++i) {
    grid.columns.push_back({"score of all"});
    grid.rows[0].push_back(text);
  }
  return grid;
}

TEST(HtmlTable, ATableThatFitsIsLeftAlone) {
  const std::string html = html_table(grid_of(5, "52.0 [47.1, 56.9]"));
  EXPECT_THAT(html, HasSubstr("<table>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">52.0 [47.1, 56.9]</td>"));
  EXPECT_THAT(html, HasSubstr("<td>a &lt; b</td>"));
}

TEST(HtmlTable, AWideOneHasSmallLetters) {
  const std::string html = html_table(grid_of(8, "52.0 [47.1, 56.9]"));
  EXPECT_THAT(html, HasSubstr("<table class=\"wide\">"));
  EXPECT_THAT(html, HasSubstr("52.0 [47.1, 56.9]"));
}

TEST(HtmlTable, AWiderOneHasIntervalsAndErrorsInLinesOfTheirOwn) {
  const std::string html = html_table(grid_of(12, "52.0 [47.1, 56.9]"));
  EXPECT_THAT(html, HasSubstr("<table class=\"wide\">"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">52.0<br>[47.1, 56.9]</td>"));
  EXPECT_THAT(html_table(grid_of(12, "0.19 +- 0.0115000")), HasSubstr("0.19<br>+- 0.0115000"));
  EXPECT_THAT(html_table(grid_of(14, "[47.1, 56.9] a b c")), Not(HasSubstr("<br>"))) << "an interval by itself";
}

TEST(HtmlTable, ProseGivesWay) {
  Grid grid = grid_of(2, "1");
  grid.columns.push_back({"settings", false, true});
  grid.rows[0].push_back(std::string(2000, 'x'));
  EXPECT_THAT(html_table(grid), HasSubstr("<table>"));
}

}  // namespace
}  // namespace rootward
