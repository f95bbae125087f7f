// The comparison of optimizers: its surfaces are the frozen ones, and its runs end in a table and a plot.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using ::testing::HasSubstr;

const std::string kBench = ROOTWARD_SOURCE_DIR "/bench/optimizer/";

class Regret : public ::testing::Test {
 protected:
  Regret() : folder_(std::filesystem::path(::testing::TempDir()) / ("rootward-regret-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Regret() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] int shell(const std::string& command) const {
    return std::system(
        ("cd '" + folder_.string() + "' && PYTHONDONTWRITEBYTECODE=1 " + command + " >out 2>&1").c_str());
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(Regret, KeepsItsSurfaces) {
  ASSERT_EQ(shell("PYTHONPATH='" + kBench + R"(' /usr/bin/python3 -c '
from surfaces import surfaces
for which in ("tuning", "frozen"):
    values = []
    for surface in surfaces(which):
        middle = {p["name"]: (p["low"] * p["high"]) ** 0.5 if p["scale"] == "log" else (p["low"] + p["high"]) / 2 for p in surface.parameters()}
        values.append(surface.win_rate(middle))
    print(which, len(values), "%.6f" % sum(values))
')"),
            0)
      << text("out");
  EXPECT_EQ(text("out"), "tuning 15 7.955843\nfrozen 15 7.962115\n");
}

TEST_F(Regret, DrivesOptimizersAndReports) {
  const std::string command =
      kBench + "regret.py --program '" ROOTWARD_OPTIMIZER
               "' --out . --seeds 1 --methods rootward random --dimensions 1 --kinds plateau --games 400";
  ASSERT_EQ(shell(command), 0) << text("out");
  EXPECT_THAT(text("out"), HasSubstr("4 runs to make, 0 are there"));
  const std::string runs = text("runs.jsonl");
  EXPECT_EQ(std::ranges::count(runs, '\n'), 4);
  ASSERT_EQ(shell(command), 0) << text("out");
  EXPECT_THAT(text("out"), HasSubstr("0 runs to make, 4 are there"));
  EXPECT_EQ(text("runs.jsonl"), runs) << "what is there is not made again";
  std::ofstream(folder() / "runs.jsonl") << runs.substr(0, runs.size() - 20);
  ASSERT_EQ(shell(command), 0) << text("out");
  EXPECT_THAT(text("out"), HasSubstr("1 runs to make, 3 are there"));
  EXPECT_EQ(text("runs.jsonl"), runs) << "a torn line's run is made again";
  std::ofstream(folder() / "runs.jsonl") << runs.substr(0, runs.size() - 20);
  const std::string provenance = text("provenance.json");
  std::ofstream(folder() / "provenance.json")
      << std::string(provenance).replace(provenance.find("\"optuna\": \""), 11, "\"optuna\": \"0.");
  EXPECT_NE(shell(command), 0);
  EXPECT_THAT(text("out"), HasSubstr("holds runs of another optuna"));
  std::ofstream(folder() / "runs.jsonl") << runs;
  ASSERT_EQ(shell(kBench + "report.py ."), 0) << text("out");
  EXPECT_THAT(text("table.md"), HasSubstr("| 1, 400, 4 | 1 |"));
  EXPECT_THAT(text("regret.csv"), HasSubstr("\nrootward,1,400,4,40,0.0"));
  EXPECT_THAT(text("regret.svg"), HasSubstr("</svg>"));
}

TEST_F(Regret, CommittedTableIsMadeAgainFromItsRuns) {
  const std::filesystem::path committed = ROOTWARD_SOURCE_DIR "/results/optimizer-regret";
  for (const char* kept : {"runs.jsonl.gz", "provenance.json"})
    std::filesystem::copy(committed / kept, folder() / kept);
  ASSERT_EQ(shell(kBench + "report.py ."), 0) << text("out");
  for (const std::string made : {"table.md", "regret.csv", "regret.svg"}) {
    std::ostringstream before;
    before << std::ifstream(committed / made).rdbuf();
    EXPECT_EQ(text(made), before.str()) << made;
  }
}

}  // namespace
