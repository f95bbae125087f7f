// Tables of a tournament really played, counted again from its games, in every format and for several folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class CliTable : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  void play(const std::string& config, const std::string& folder) {
    const Finished finished = run({"run", config, "--out", folder, "--quiet"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }

  Workplace place_;
  std::string config_ = place_.write("quick.yaml", quick_config(6));
};

/// With one key's value changed, or one line of the configuration in it.
std::vector<std::string> changed_manifests(const json& manifest) {
  std::vector<std::string> texts;
  const std::vector<json> odd = {-1, "x", json::array({1}), {{"a", 1}}};
  const auto add = [&](const std::string& key, const json& value) {
    json changed = manifest;
    changed[key] = value;
    texts.push_back(changed.dump(2));
  };
  for (const auto& entry : manifest.items())
    for (const json& value : odd) add(entry.key(), value);
  const auto text = manifest.at("resolved_config").get<std::string>();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size() - 1);
    const std::size_t colon = text.find(": ", start);
    add("resolved_config", text.substr(0, start) + text.substr(end + 1));
    for (const char* value : {"", "{a: 1}", "x"})
      if (colon < end) add("resolved_config", text.substr(0, colon + 2) + value + text.substr(end));
    start = end + 1;
  }
  return texts;
}

TEST_F(CliTable, EveryMessageAboutAChangedManifestNamesIt) {
  play(config_, "quick");
  const std::string path = place_.path("quick/manifest.json");
  for (const std::string& text : changed_manifests(json::parse(file_text(path)))) {
    std::ofstream(path) << text;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"table", "quick"}, {"plan", "quick", "--out", "again", "--bench", "1"}}) {
      const Finished finished = run(words);
      EXPECT_THAT(finished.exit_code, ::testing::AnyOf(0, 1, 2)) << text;
      if (finished.exit_code == 0) continue;
      std::istringstream lines(finished.err);
      for (std::string line; std::getline(lines, line);)
        EXPECT_THAT(line, ::testing::MatchesRegex("(error: )?quick.*")) << words.front() << "\n" << text;
    }
  }
}

TEST_F(CliTable, CountsAndIntervalsAreThoseOfTheGames) {
  play(config_, "quick");
  std::map<std::string, std::pair<double, double>> points_and_games;
  std::istringstream games(file_text(place_.path("quick/games.jsonl")));
  for (std::string line; std::getline(games, line);) {
    const json game = json::parse(line);
    const double score = game.at("score").get<double>();
    for (std::size_t seat = 0; seat < 2; ++seat) {
      auto& [points, count] = points_and_games[game.at("seats").at(seat).get<std::string>()];
      points += seat == 0 ? score : 1.0 - score;
      count += 1;
    }
  }
  const Finished finished = run({"table", "quick", "--format", "json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const json table = json::parse(finished.out);
  ASSERT_EQ(table.at("players").size(), points_and_games.size());
  for (const json& player : table.at("players")) {
    const auto& [points, count] = points_and_games.at(player.at("name").get<std::string>());
    const double score = points / count;
    EXPECT_EQ(player.at("games").get<double>(), count);
    EXPECT_DOUBLE_EQ(player.at("score").get<double>(), score);
    // So few games have an exact interval. It is wider than Wilson's, (score - end)^2 = z^2 end (1 - end) / n.
    const double wins = player.at("wins").get<double>();
    const double draws = player.at("draws").get<double>();
    const double variance = (wins + draws / 4) / count - score * score;
    const double n = variance > 0 ? count * score * (1 - score) / variance : count;
    for (const json& end : player.at("ci95")) {
      const double x = end.get<double>();
      EXPECT_GT((score - x) * (score - x), 1.959963984540054 * 1.959963984540054 * x * (1 - x) / n);
    }
  }
}

TEST_F(CliTable, EveryPairIsToldInJsonOnly) {
  play(config_, "quick");
  const json table = json::parse(run({"table", "quick", "--format", "json", "--pairs"}).out);
  for (const json& pairing : table.at("pairings")) {
    const json& half_points = pairing.at("half_points_by_pair");
    ASSERT_EQ(half_points.size(), pairing.at("pairs").get<std::size_t>());
    int sum = 0;
    for (const json& pair : half_points) sum += pair.get<int>();
    EXPECT_EQ(sum, 2 * pairing.at("wins").get<int>() + pairing.at("draws").get<int>());
  }
  const Finished text = run({"table", "quick", "--pairs"});
  EXPECT_EQ(text.exit_code, 2);
  EXPECT_THAT(text.err, HasSubstr("--pairs: it adds to JSON alone; add --format json"));
}

TEST_F(CliTable, EveryFormatOnStdout) {
  play(config_, "quick");
  for (const char* format : {"text", "md", "csv", "latex", "json"}) {
    const Finished finished = run({"table", "quick", "--format", format});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_FALSE(finished.out.empty()) << format;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
  }
  EXPECT_EQ(run({"table", "quick", "--format", "md"}).out, file_text(place_.path("quick/table.md")));
  EXPECT_EQ(run({"table", "quick", "--format", "csv"}).out, file_text(place_.path("quick/table.csv")));
}

TEST_F(CliTable, SeveralFoldersAreJoinedOrStandBesideEachOther) {
  play(config_, "quick");
  std::filesystem::copy(place_.path("quick"), place_.path("copy"), std::filesystem::copy_options::recursive);
  const json joined = json::parse(run({"table", "quick", "copy", "--format", "json"}).out);
  ASSERT_TRUE(joined.is_object());
  EXPECT_EQ(joined.at("stored_twice"), joined.at("games"));
  play(place_.write("other.yaml", "name: other\n" + quick_config(2).substr(quick_config(2).find('\n') + 1)), "other");
  const json both = json::parse(run({"table", "quick", "other", "--format", "json"}).out);
  ASSERT_TRUE(both.is_array());
  EXPECT_EQ(both.size(), 2U);
  EXPECT_EQ(both.at(1).at("name"), "other");
}

TEST_F(CliTable, FiguresForAPaperAreWrittenBesideWhatIsPrinted) {
  play(config_, "quick");
  const Finished page = run({"table", "quick", "--figures", "page"});
  EXPECT_EQ(page.out, run({"table", "quick"}).out);
  EXPECT_EQ(file_text(place_.path("page/quick-scores.svg")), file_text(place_.path("quick/plots/scores.svg")));
  EXPECT_EQ(file_text(place_.path("page/quick-scores.csv")), file_text(place_.path("quick/plots/scores.csv")));
  const Finished column = run({"table", "quick", "--format", "latex", "--figures", "paper", "--column"});
  EXPECT_EQ(column.exit_code, 0) << column.err;
  EXPECT_THAT(column.err, HasSubstr("figure paper/quick-scores.svg: quick: scores; 36 games; bars: 95 % intervals"));
  EXPECT_THAT(file_text(place_.path("paper/quick-scores.svg")), HasSubstr("width=\"3.3in\""));
  EXPECT_EQ(run({"table", "quick", "--column"}).exit_code, 2);
  const Finished lonely = run({"table", "quick", "--pdf"});
  EXPECT_EQ(lonely.exit_code, 2);
  EXPECT_THAT(lonely.err, HasSubstr("add --figures DIR"));
}

TEST_F(CliTable, PdfIsMadeOrItIsSaidThatItCannotBe) {
  play(config_, "quick");
  const std::string path = std::getenv("PATH");
  std::filesystem::create_directories(place_.path("bin"));
  setenv("PATH", place_.path("bin").c_str(), 1);
  const Finished none = run({"table", "quick", "--figures", "paper", "--pdf"});
  EXPECT_EQ(none.exit_code, 4);
  EXPECT_THAT(none.err, HasSubstr("neither rsvg-convert nor inkscape"));
  EXPECT_FALSE(std::filesystem::exists(place_.path("paper"))) << "nothing by halves";
  const auto install = [&](const std::string& script) {
    std::filesystem::permissions(place_.path(place_.write("bin/rsvg-convert", "#!/bin/sh\n" + script + "\n")),
                                 std::filesystem::perms::owner_all);
  };
  install("out=${2#--output=}; echo pdf >\"$out\"");
  const Finished made = run({"table", "quick", "--figures", "paper", "--column", "--pdf"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(file_text(place_.path("paper/quick-scores.pdf")), "pdf\n");
  EXPECT_THAT(made.err, HasSubstr("figure paper/quick-scores.pdf"));
  install("exit 1");
  const Finished failed = run({"table", "quick", "--figures", "paper", "--pdf"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.err, HasSubstr("rsvg-convert makes no PDF of paper/quick-scores.svg"));
  setenv("PATH", path.c_str(), 1);
}

TEST_F(CliTable, AStudyWithoutTablesNamesThoseOfItsRuns) {
  const std::string folder = "results/papers/entropy-thresholds";
  const Finished table = run_program(ROOTWARD_SOURCE_DIR, {"table", folder});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("\n  rootward table " + folder + "/temperatures/end\n"));
}

TEST_F(CliTable, WrongUsageIsExitCodeTwo) {
  play(config_, "quick");
  const json table = json::parse(run({"table", "quick", "--format", "json"}).out);
  const auto name = table.at("players").at(0).at("name").get<std::string>();
  const Finished reference = run({"table", "quick", "--reference", name + "x"});
  EXPECT_EQ(reference.exit_code, 2);
  EXPECT_THAT(reference.err, HasSubstr("did you mean " + name + "?"));
  const Finished format = run({"table", "quick", "--format", "jsn"});
  EXPECT_EQ(format.exit_code, 2);
  EXPECT_THAT(format.err, HasSubstr("did you mean json?"));
  EXPECT_EQ(run({"table", "nowhere"}).exit_code, 2);
  const std::string tuning = ROOTWARD_SOURCE_DIR "/results/tuning/connect4-softmax";
  EXPECT_THAT(run({"table", tuning, "--no-cost"}).err, HasSubstr("--no-cost: it is for tournaments; "));
  EXPECT_THAT(run({"table", tuning, "--reference", "average"}).err, HasSubstr("--reference: it is for tournaments; "));
}

TEST_F(CliTable, AnotherReferenceTurnsTheComparison) {
  play(config_, "quick");
  const json table = json::parse(run({"table", "quick", "--format", "json"}).out);
  const auto last = table.at("players").back().at("name").get<std::string>();
  const json other = json::parse(run({"table", "quick", "--reference", last, "--format", "json"}).out);
  EXPECT_EQ(other.at("reference"), last);
  for (const json& player : other.at("players")) {
    EXPECT_EQ(player.at("los").is_null(), player.at("name") == last) << player.at("name");
  }
  EXPECT_EQ(other.at("pairings"), table.at("pairings"));
}

}  // namespace
}  // namespace rootward::testing
