// The layouts of a grid, and what they must escape.
#include "lab/report/grid.h"
#include "core/escape.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

Grid sample_grid() { return {"Strength", {{"player", false}, {"score"}}, {{"a_b|c", "9.5"}, {"Müller", "[10, 20]"}}}; }

TEST(Grid, TextIsAligned) {
  EXPECT_EQ(grid_text(sample_grid()),
            "Strength\n"
            "player     score\n"
            "----------------\n"
            "a_b|c        9.5\n"
            "Müller  [10, 20]\n");
}

TEST(Grid, MarkdownEscapesBars) {
  EXPECT_EQ(grid_markdown(sample_grid()),
            "### Strength\n\n"
            "| player | score |\n"
            "|---|---:|\n"
            "| a_b\\|c | 9.5 |\n"
            "| Müller | [10, 20] |\n");
}

TEST(Grid, LatexEscapes) {
  EXPECT_EQ(latex_text("50 % of a_b & <x^2> {#$}\\~"),
            "50 \\% of a\\_b \\& \\textless{}x\\textasciicircum{}2\\textgreater{} \\{\\#\\$\\}\\textbackslash{}"
            "\\textasciitilde{}");
  const std::string text = grid_latex(sample_grid());
  EXPECT_NE(text.find("\\begin{tabular}{lr}"), std::string::npos);
  EXPECT_NE(text.find("      \\toprule\n      player & score \\\\\n      \\midrule\n      a\\_b|c & 9.5 \\\\"),
            std::string::npos);
  EXPECT_NE(text.find("\\bottomrule"), std::string::npos);
}

TEST(Grid, LatexHasALabelAndStaysWithinItsColumn) {
  const std::string text = grid_latex(sample_grid(), "strength");
  EXPECT_NE(text.find("\\label{tab:strength}"), std::string::npos);
  EXPECT_NE(text.find("\\resizebox{\\ifdim\\width>\\columnwidth"), std::string::npos);
  EXPECT_EQ(grid_latex(sample_grid()).find("\\label"), std::string::npos);
}

TEST(Grid, LatexNumbersHaveRealMinusSigns) {
  const Grid grid{"t",
                  {{"name", false}, {"rating +- 95 %"}, {"n"}},
                  {{"x-1 -2", "-53", "[-18, +8.5]"}, {"y", "136-111-96", "-inf"}, {"z", "+7 +- 12", "-"}}};
  const std::string text = grid_latex(grid);
  for (const char* line : {"name & rating $\\pm$ 95 \\% & n", "x-1 -2 & $-53$ & [$-18$, $+8.5$]",
                           "y & 136--111--96 & $-\\infty$", "z & $+7$ $\\pm$ 12 & --"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(Grid, LatexLinesNeverBeginWithAnOption) {
  const Grid grid{"t", {{"interval"}}, {{"[1, 2]"}, {"[3, 4]"}}};
  EXPECT_NE(grid_latex(grid).find("{}[3, 4] \\\\"), std::string::npos);
}

}  // namespace
}  // namespace rootward
