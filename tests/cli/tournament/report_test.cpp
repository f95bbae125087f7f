// The report page: what it holds, that it stands alone, and that a browser shows it.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A tournament and a study, and the page about both.
std::string make_page(const Workplace& place) {
  const std::string tournament = place.write("quick.yaml", quick_config(3));
  const std::string study = place.write("study.yaml",
                                        "name: a<b\nseed: 1\ngames: {ttt: tictactoe}\nrandom_plies: 1\ninstances: 3\n"
                                        "operators: {average: average, max: max}\ncheckpoints: [10, 100]\n");
  EXPECT_EQ(run_program(place.path(), {"run", tournament, "--out", "t", "--quiet"}).exit_code, 0);
  const Finished refused = run_program(place.path(), {"run", study, "--out", "s", "--quiet"});
  EXPECT_EQ(refused.exit_code, 2) << "< is no character of a name";
  EXPECT_EQ(run_program(place.path(), {"run", study, "--out", "s", "--quiet", "--set", "name=study", "--set",
                                       "question=Is a < b & c?"})
                .exit_code,
            0);
  const Finished report = run_program(place.path(), {"report", "t", "s", "--out", "page.html"});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_EQ(report.out, "page.html\n");
  return file_text(place.path("page.html"));
}

TEST(CliReport, OnePageHoldsEverythingAndStandsAlone) {
  const Workplace place;
  const std::string page = make_page(place);
  EXPECT_THAT(page, AllOf(HasSubstr("<h2 id=\"part0\">quick</h2>"), HasSubstr("<h2 id=\"part1\">study</h2>"),
                          HasSubstr("<svg"), HasSubstr("Openings"), HasSubstr("Faults"), HasSubstr("Provenance"),
                          HasSubstr("Cross table"), HasSubstr("failure rate"), HasSubstr("Is a &lt; b &amp; c?")));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("src=")), Not(HasSubstr("<link")),
                          Not(HasSubstr("@import")), Not(HasSubstr("<?xml"))));
  EXPECT_EQ(make_page(place), page) << "the same folders give the same bytes";
}

TEST(CliReport, TuningsOfOneNameAreToldApartAndTheirSummariesHaveLines) {
  const Workplace place;
  for (const char* folder : {"one", "two"})
    std::filesystem::copy(std::string(ROOTWARD_SOURCE_DIR) + "/results/tuning/connect4-softmax", place.path(folder));
  EXPECT_EQ(run_program(place.path(), {"report", "one", "two", "--out", "page.html"}).exit_code, 0);
  const std::string page = file_text(place.path("page.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("<h2 id=\"part0\">connect4-softmax (one)</h2>"),
                          HasSubstr("<h2 id=\"part1\">connect4-softmax (two)</h2>"),
                          HasSubstr("<a href=\"#part1\">connect4-softmax (two)</a>")));
  EXPECT_THAT(page, AllOf(HasSubstr("<dt>recommended</dt><dd>{"), HasSubstr("<dt>best observed</dt><dd>"),
                          HasSubstr("<dt>fresh test</dt><dd>")));
}

TEST(CliReport, SettingsOfPlayersAreBrokenIntoLines) {
  const Workplace place;
  EXPECT_THAT(make_page(place), HasSubstr("<td class=\"prose\">"));
}

/// The first browser that is there; "" for none.
std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (std::system((std::string("command -v ") + name + " >/dev/null 2>&1").c_str()) == 0) return name;
  }
  return "";
}

TEST(CliReport, ABrowserShowsIt) {
  const std::string program = browser();
  if (program.empty()) GTEST_SKIP() << "no chromium here: the page was not opened";
  const Workplace place;
  (void)make_page(place);
  const std::string dom = place.path("dom.html");
  const std::string command = "HOME=" + place.path() + " timeout 60 " + program +
                              " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --dump-dom file://" +
                              place.path("page.html") + " > " + dom + " 2>/dev/null";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << command;
  EXPECT_THAT(file_text(dom), AllOf(HasSubstr("<h2 id=\"part1\">study</h2>"), HasSubstr("</svg>"),
                                    HasSubstr("</details>"), HasSubstr("</html>")));
}

}  // namespace
}  // namespace rootward::testing
