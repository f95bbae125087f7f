// What was published: the shipped file's numbers, what they say by themselves, and files that are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/ratings.h"
#include "tests/experiments/comparison/made_runs.h"

namespace rootward::testing {
namespace {

using comparison::Published;
using comparison::PublishedCell;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kRoot = ROOTWARD_SOURCE_DIR;
const std::string kShipped = kRoot + "/configs/reproduction/published.yaml";

std::string text_in(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// "9 softmax-2 average 57.8" for each cell, sorted.
std::vector<std::string> cells_of(const Published& published) {
  std::vector<std::string> cells;
  for (const PublishedCell& cell : published.cells) {
    char line[100];
    std::snprintf(line, sizeof line, "%s,%s,%s,%.1f", cell.by.place.c_str(), cell.by.method.c_str(),
                  cell.by.opponent.c_str(), 100 * cell.value);
    cells.emplace_back(line);
    EXPECT_EQ(cell.games, 1000U) << line;
  }
  std::ranges::sort(cells);
  return cells;
}

TEST(Published, TheShippedFileHasTheFortyNumbersOfThePaper) {
  std::istringstream lines(text_in(kRoot + "/tests/data/li_lim_2020.csv"));
  std::vector<std::string> wanted;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) wanted.push_back(line);
  std::ranges::sort(wanted);
  EXPECT_EQ(wanted.size(), 40U);
  EXPECT_EQ(cells_of(shipped_published()), wanted);
}

TEST(Published, TheNumbersAreThoseOfTheSheetWhereItIsThere) {
  const std::string sheet = text_in(kRoot + "/../shared/spec/experiments.md");
  if (sheet.empty()) GTEST_SKIP() << "the sheet is not here";
  const std::size_t begin = sheet.find("| against the plain average");
  const std::string tables = sheet.substr(begin, sheet.find("Lost with the formulas") - begin);
  std::vector<std::string> wanted;
  const std::regex number("[0-9][0-9]\\.[0-9]");
  for (std::sregex_iterator at(tables.begin(), tables.end(), number); at != std::sregex_iterator(); ++at)
    wanted.push_back(at->str());
  std::vector<std::string> have;
  for (const std::string& cell : cells_of(shipped_published())) have.push_back(cell.substr(cell.rfind(',') + 1));
  EXPECT_THAT(have, ::testing::UnorderedElementsAreArray(wanted));
}

TEST(Published, OneModelFitsThe9x9CellsAsWasComputedBefore) {
  const auto board = comparison::rate_published(shipped_published(), "9");
  ASSERT_TRUE(board);
  const std::map<std::string, double> wanted = {
      {"coulom-2-16", -28.4},         {"coulom-4-32", -21.8}, {"coulom-8-64", 2.8}, {"feedback-linear", 7.1},
      {"feedback-exponential", 14.8}, {"erwa-0.001", 12.2},   {"erwa-0.01", 8.5},   {"erwa-0.05", 8.5},
      {"monotone-1", 21.8},           {"monotone-2", 24.5},   {"softmax-1", 34.0},  {"softmax-2", 35.1}};
  EXPECT_EQ(board->players.size(), wanted.size());
  for (const auto& [name, elo] : wanted) EXPECT_NEAR(board->mean_of({name})->elo, elo, 0.5) << name;
  for (const auto& [name, error] :
       std::map<std::string, double>{{"coulom-2-16", 7.5}, {"erwa-0.01", 7.1}, {"monotone-1", 5.7}, {"softmax-2", 6.9}})
    EXPECT_NEAR(board->mean_of({name})->standard_error, error, 0.5) << name;
  EXPECT_NEAR(board->chi2, 19.0, 0.5);
  EXPECT_EQ(board->degrees, 16);
}

/// The published cells of 9x9 that a condition leaves.
template <class Keeps>
Published cells_that(Keeps keeps) {
  Published published = shipped_published();
  std::erase_if(published.cells, [&](const PublishedCell& cell) { return cell.by.place != "9" || !keeps(cell); });
  return published;
}

/// Elo of the mean of a pooled method's own cells against the average, and its error.
comparison::RatedValue direct_of(const std::string& prefix) {
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (const PublishedCell& cell : shipped_published().cells) {
    if (cell.by.place != "9" || cell.by.opponent != "average" || !cell.by.method.starts_with(prefix)) continue;
    sum += elo_of_score(cell.value);
    squares += std::pow(400 / std::log(10) / (cell.value * (1 - cell.value)) * cell.standard_error(), 2);
    ++count;
  }
  return {.elo = sum / count, .standard_error = std::sqrt(squares) / count};
}

TEST(Published, WithoutTheCellsThatChoseItSoftmaxIsWorthTwentyEloAndNotFortyNine) {
  const auto indirect =
      comparison::rate_published(cells_that([](const PublishedCell& cell) {
                                   return cell.by.opponent != "average" || !cell.by.method.starts_with("softmax");
                                 }),
                                 "9");
  ASSERT_TRUE(indirect);
  const comparison::RatedValue through_coulom = *indirect->mean_of({"softmax-1", "softmax-2"});
  const comparison::RatedValue chosen_by = direct_of("softmax");
  EXPECT_NEAR(through_coulom.elo, 20, 1);
  EXPECT_NEAR(through_coulom.standard_error, 8, 0.5);
  EXPECT_NEAR(chosen_by.elo, 49, 0.5);
  EXPECT_NEAR(chosen_by.standard_error, 8, 0.5);
  EXPECT_NEAR(
      (chosen_by.elo - through_coulom.elo) / std::hypot(chosen_by.standard_error, through_coulom.standard_error), 2.7,
      0.15);
}

TEST(Published, MonotoneIsWorthAsMuchThroughOthersAsAgainstTheAverage) {
  const auto indirect =
      comparison::rate_published(cells_that([](const PublishedCell& cell) {
                                   return cell.by.opponent != "average" || !cell.by.method.starts_with("monotone");
                                 }),
                                 "9");
  ASSERT_TRUE(indirect);
  EXPECT_NEAR(indirect->mean_of({"monotone-1", "monotone-2"})->elo, 21, 1);
  EXPECT_NEAR(direct_of("monotone-1").elo, 22, 0.5);
  EXPECT_NEAR(direct_of("monotone-2").elo, 31, 0.5);
}

TEST(Published, OfMonotoneOneCellIsShownAmongTheTwelveAgainstTheAverage) {
  std::vector<std::string> names;
  std::vector<double> p;
  for (const PublishedCell& cell : shipped_published().cells) {
    if (cell.by.place != "9" || cell.by.opponent != "average") continue;
    names.push_back(cell.by.method);
    p.push_back(two_sided_p((cell.value - 0.5) / cell.standard_error()));
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].starts_with("monotone")) {
      EXPECT_EQ(corrected[i] < 0.05, names[i] == "monotone-2") << names[i];
    }
}

TEST(Published, All19x19CellsAreAboveOneHalfAndCompatibleWithOneNumber) {
  double sum = 0;
  double weights = 0;
  for (const PublishedCell& cell : shipped_published().cells)
    if (cell.by.place == "19") {
      EXPECT_GT(cell.value, 0.5) << cell.by.method;
    }
  for (const PublishedCell& cell : shipped_published().cells) {
    if (cell.by.place != "19") continue;
    const double weight = 1 / (cell.standard_error() * cell.standard_error());
    sum += weight * cell.value;
    weights += weight;
  }
  const double mean = sum / weights;
  double chi2 = 0;
  for (const PublishedCell& cell : shipped_published().cells)
    if (cell.by.place == "19") chi2 += std::pow((cell.value - mean) / cell.standard_error(), 2);
  EXPECT_NEAR(100 * mean, 54.2, 0.05);
  EXPECT_NEAR(chi2, 18.0, 0.1);
}

TEST(Published, HolmLeavesEightOf28And7Of12) {
  const comparison::Comparison result = comparison::compare(shipped_published(), {});
  std::map<std::string, int> shown;
  for (const comparison::CellRow& row : result.rows)
    if (row.published_class != ResultClass::open) ++shown[row.published.by.place];
  EXPECT_EQ(shown["9"], 8);
  EXPECT_EQ(shown["19"], 7);
  EXPECT_EQ(row_of(result, 9, "coulom-2-16", "average").published_class, ResultClass::worse);
  EXPECT_EQ(row_of(result, 9, "softmax-2", "average").published_class, ResultClass::better);
  EXPECT_EQ(row_of(result, 9, "monotone-2", "average").published_class, ResultClass::open);
}

TEST(Published, EveryUnknownHasALineAndSaysWhatIsOurs) {
  for (const std::string board : {"9", "19"}) {
    std::vector<std::string> lines;
    for (const comparison::Condition& condition : shipped_published().conditions) {
      if (!condition.places.empty() && std::ranges::find(condition.places, board) == condition.places.end()) continue;
      lines.push_back(condition.what);
      EXPECT_NE(condition.key.empty(), condition.ours.empty()) << condition.what;
    }
    EXPECT_THAT(lines,
                ::testing::IsSupersetOf({"W H in Coulom's weights", "what selection reads", "final move", "scoring",
                                         "resignation", "colours", "plane of the colour", "training of the network"}))
        << board;
    EXPECT_EQ(std::ranges::count(lines, "vectors g on 19x19"), board == "19" ? 1 : 0);
  }
}

/// The problems with the shipped file after one text in it was replaced by another.
std::string problems_with(const std::string& what, const std::string& by) {
  std::string text = text_in(kShipped);
  const std::size_t at = text.find(what);
  if (at == std::string::npos) return "no such text: " + what;
  text.replace(at, what.size(), by);
  try {
    comparison::parse_published(text, "p.yaml");
  } catch (const UsageError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem_text(problem) + "\n";
    return all;
  }
  return "accepted";
}

const std::string kCell = "      - {board: 9, method: softmax-2, score: 57.8}\n";

TEST(Published, ADoubleCellIsNamedWithBothLines) {
  EXPECT_THAT(problems_with(kCell, kCell + kCell),
              AllOf(HasSubstr("the cell softmax-2 against average on board 9 is there twice, first in line "),
                    HasSubstr("tables[0].cells[12]")));
}

TEST(Published, WhatIsWrongIsToldWithItsPlaceAndTheNearestName) {
  EXPECT_THAT(problems_with("method: softmax-2, score", "method: softmx-2, score"),
              AllOf(HasSubstr("p.yaml:"), HasSubstr("tables[0].cells[11].method: softmx-2 is no player"),
                    HasSubstr("did you mean softmax-2?")));
  EXPECT_THAT(problems_with("score: 57.8", "score: 578"), AllOf(HasSubstr("578 is not allowed"), HasSubstr("100")));
  EXPECT_THAT(problems_with("score: 57.8", "scores: 57.8"),
              AllOf(HasSubstr("unknown key"), HasSubstr("did you mean score?"),
                    HasSubstr("a cell has one of score, elo, value, threshold, sign; this one has none")));
  EXPECT_THAT(problems_with("score: 57.8", "score: 57.8, elo: 55"), HasSubstr("this one has score, elo"));
  EXPECT_THAT(problems_with("schema: rootward.published/2", "schema: rootward.published/1"),
              HasSubstr("rootward.published/1 is not allowed; allowed: rootward.published/2"));
  EXPECT_THAT(problems_with("{name: coulom, mean_weight: 2,", "{name: coulmo, mean_weight: 2,"),
              HasSubstr("did you mean coulom?"));
  EXPECT_THAT(problems_with("game: go ", "game: goo "), HasSubstr("goo is no game; did you mean go?"));
  EXPECT_THAT(problems_with(", key: search.final_move", ""), HasSubstr("either `key` or `ours`"));
  EXPECT_THAT(problems_with("    opponent: average\n", ""), HasSubstr("tables[0].cells[0].opponent: is required"));
  EXPECT_THAT(problems_with("    games: 1000\n", ""), HasSubstr("one of `games` and `error`"));
  EXPECT_THAT(problems_with("  - title: Against the average\n", "  - titel: Against the average\n"),
              HasSubstr("tables[0]: a table has `title`, `cells`"));
  EXPECT_THAT(problems_with("sure: read", "sure: told"), HasSubstr("told is not allowed; allowed: read, secondary"));
}

TEST(Published, ANumberThatNobodyReadIsRefused) {
  EXPECT_THAT(problems_with("score: 57.8", "score: 57.8, sure: memory"),
              HasSubstr("tables[0].cells[11]: a number that nobody read has its sign alone"));
  EXPECT_THAT(problems_with("score: 57.8}", "sign: \"+\", words: some 58 %, sure: memory}"),
              HasSubstr("a number that nobody read has its sign alone"));
  EXPECT_THAT(problems_with("score: 57.8}", "sign: up, sure: memory}"),
              HasSubstr("up is not allowed; allowed: + or -"));
}

TEST(Published, AFileThatIsNoneIsAUsageError) {
  EXPECT_THROW(comparison::read_published(kRoot + "/no/such.yaml"), UsageError);
  EXPECT_THROW(comparison::parse_published("[1, 2]", "p.yaml"), UsageError);
  EXPECT_THROW(comparison::parse_published("", "p.yaml"), UsageError);
}

}  // namespace
}  // namespace rootward::testing
