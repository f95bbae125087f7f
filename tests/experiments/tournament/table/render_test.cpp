// What the formats say: JSON by its schema, one rectangular CSV, pages a stranger can read.
#include "experiments/tournament/table/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/errors.h"
#include "tests/core/statistics/wilson.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

ResultTable sample_table() {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax", "coulom"}, 200);
  add_pairs(results, "softmax", "average", {12, 20, 100, 38, 30});
  add_pairs(results, "coulom", "average", {2, 0, 0, 0, 0});
  for (const char* reason : {"timeout", "crash", "timeout"}) {
    results.voids.emplace_back();
    results.voids.back().player = "coulom";
    results.voids.back().reason = reason;
  }
  return make_table(results, text_openings());
}

TEST(Render, JsonHasItsSchema) {
  const json table = json::parse(render_table(sample_table(), TableFormat::json));
  EXPECT_EQ(table.at("schema"), "rootward.table/1");
  EXPECT_EQ(table.at("reference"), "average");
  EXPECT_EQ(table.at("voided"), 3);
  ASSERT_EQ(table.at("players").size(), 3U);
  const json& softmax = table.at("players").at(1);
  EXPECT_EQ(softmax.at("name"), "softmax");
  EXPECT_EQ(softmax.at("games"), 400);
  EXPECT_EQ(softmax.at("wins").get<int>() + softmax.at("draws").get<int>() + softmax.at("losses").get<int>(), 400);
  const Interval wilson = wilson_of({softmax.at("wins").get<std::uint64_t>(), softmax.at("draws").get<std::uint64_t>(),
                                     softmax.at("losses").get<std::uint64_t>()});
  EXPECT_EQ(softmax.at("ci95").at(0).get<double>(), wilson.low);
  EXPECT_EQ(softmax.at("ci95").at(1).get<double>(), wilson.high);
  EXPECT_LT(softmax.at("holm_p").get<double>(), 0.001);
  EXPECT_GT(softmax.at("los").get<double>(), 0.99);
  ASSERT_EQ(table.at("pairings").size(), 2U);
  const json& pairing = table.at("pairings").at(0);
  EXPECT_EQ(pairing.at("a"), "softmax");
  EXPECT_EQ(pairing.at("b"), "average");
  EXPECT_EQ(pairing.at("pairs"), 200);
  EXPECT_EQ(pairing.at("pentanomial"), json::parse("[12,20,100,38,30]"));
  EXPECT_NEAR(pairing.at("ci95").at(0).get<double>(), 0.5318769468981297, 1e-12);
  EXPECT_NEAR(pairing.at("elo_ci95").at(1).get<double>(), 72.70002227300687, 1e-9);
}

TEST(Render, JsonTellsEveryPairWhereItIsAsked) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 3);
  add_pairs(results, "softmax", "average", {1, 0, 1, 0, 1});
  results.games.erase(results.games.begin() + 2);  // of the second pair, which has two half points
  const ResultTable table = make_table(results, text_openings());
  const auto pairing = [&](bool has_pairs) {
    return json::parse(render_table(table, TableFormat::json, {.has_pairs = has_pairs})).at("pairings").at(0);
  };
  EXPECT_EQ(pairing(true).at("half_points_by_pair"), json::parse("[0, null, 4]"));
  EXPECT_FALSE(pairing(false).contains("half_points_by_pair"));
}

// Seats of a pair's first game: softmax, average.
TEST(Render, AFormulaThatWasNotFiniteIsAFactOfTheTable) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 2);
  add_pairs(results, "softmax", "average", {0, 0, 2, 0, 0});
  EXPECT_THAT(render_table(make_table(results, text_openings()), TableFormat::md), Not(HasSubstr("not finite")));
  results.games[0].fallbacks = {12, 0};
  results.games[1].fallbacks = {0, 30};
  const ResultTable table = make_table(results, text_openings());
  EXPECT_EQ(row_of(table, "softmax").fallbacks, 42U);
  EXPECT_EQ(row_of(table, "average").fallbacks, 0U);
  EXPECT_THAT(render_table(table, TableFormat::md),
              HasSubstr("softmax in 42 updates; a mean took the formula's place there"));
}

TEST(Render, JsonWritesInfinityAsNull) {
  const json table = json::parse(render_table(sample_table(), TableFormat::json));
  const json& lost = table.at("players").at(2);
  EXPECT_EQ(lost.at("name"), "coulom");
  EXPECT_EQ(lost.at("score"), 0.0);
  EXPECT_TRUE(lost.at("elo").is_null());
  EXPECT_TRUE(lost.at("elo_ci95").at(0).is_null());
  EXPECT_TRUE(lost.at("elo_ci95").at(1).is_number());
  EXPECT_TRUE(table.at("players").at(0).at("los").is_null());
}

TEST(Render, OneTableIsAnObjectSeveralAreAnArray) {
  const std::vector<ResultTable> tables = {sample_table(), sample_table()};
  EXPECT_TRUE(json::parse(render_tables(std::span(tables).first(1), TableFormat::json)).is_object());
  const json both = json::parse(render_tables(tables, TableFormat::json));
  ASSERT_TRUE(both.is_array());
  EXPECT_EQ(both.size(), 2U);
}

/// Fields of one CSV line; quotes protect commas.
std::size_t field_count(const std::string& line) {
  bool is_quoted = false;
  std::size_t count = 1;
  for (char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) ++count;
  }
  return count;
}

TEST(Render, CsvIsRectangular) {
  ResultTable table = sample_table();
  table.players[0].settings = "average, \"quoted\"";
  const std::vector<ResultTable> tables = {table, table};
  std::istringstream text(render_tables(tables, TableFormat::csv));
  std::string line;
  std::getline(text, line);
  const std::size_t columns = field_count(line);
  EXPECT_TRUE(line.starts_with("table,row,name,opponent,games,"));
  std::size_t rows = 0;
  while (std::getline(text, line)) {
    EXPECT_EQ(field_count(line), columns) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 2U * (3 + 2));
  EXPECT_THAT(render_table(table, TableFormat::csv), HasSubstr("\"average, \"\"quoted\"\"\""));
}

TEST(Render, CsvColumnsHoldWhatTheyAreCalled) {
  std::istringstream text(render_table(sample_table(), TableFormat::csv));
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(text, line);
  const std::vector<std::string> header = split(line);
  const auto column = [&header](const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  bool has_seen = false;
  while (std::getline(text, line)) {
    const std::vector<std::string> cells = split(line);
    if (cells.at(column("row")) != "pairing" || cells.at(column("name")) != "softmax") continue;
    has_seen = true;
    EXPECT_EQ(cells.at(column("pentanomial")), "12 20 100 38 30");
    EXPECT_EQ(cells.at(column("interval")), "pentanomial");
    EXPECT_EQ(cells.at(column("score")), "0.5675");
  }
  EXPECT_TRUE(has_seen);
}

TEST(Render, TextFitsATerminalAndExplainsItself) {
  const std::string text = render_table(sample_table(), TableFormat::text);
  for (const char* wanted :
       {"Against average", "better", "LOS", "undecided", "exploratory", "3 voided (coulom crash 1, coulom timeout 2)",
        "404 of 800 scheduled", "2 with average, p corrected by Holm", "200 used, 200 distinct",
        "W-D-L: won, drawn, lost", "[53.2, 60.3]"}) {
    EXPECT_THAT(text, HasSubstr(wanted));
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
}

TEST(Render, LongTextsAreWrapped) {
  ResultTable table = sample_table();
  table.question =
      "Which of " + std::string(50, 'x') + " and " + std::string(50, 'y') + " or " + std::string(30, 'z') + "?";
  table.players[0].settings = table.question;
  const std::string text = render_table(table, TableFormat::text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
  EXPECT_THAT(text, HasSubstr("question      Which of x"));
  EXPECT_THAT(text, HasSubstr("\n              yyy"));
}

TEST(Render, SequentialTestsAreShown) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 500);
  results.config.sprt = SprtSettings{0, 50, 0.05, 0.05};
  add_pairs(results, "softmax", "average", {30, 0, 110, 0, 60});
  const ResultTable table = make_table(results, text_openings());
  const std::string text = render_table(table, TableFormat::text);
  EXPECT_THAT(text, HasSubstr("+5.09"));
  EXPECT_THAT(text, HasSubstr("H1, stopped early"));
  EXPECT_THAT(text, HasSubstr("stopped: H1"));
  const json pairing = json::parse(render_table(table, TableFormat::json)).at("pairings").at(0);
  EXPECT_EQ(pairing.at("stopped_early"), true);
  EXPECT_EQ(pairing.at("sprt").at("decision"), "accept_h1");
}

TEST(Render, MarkdownAndLatexShowTheSameNumbers) {
  const std::string markdown = render_table(sample_table(), TableFormat::md);
  const std::string latex = render_table(sample_table(), TableFormat::latex, {.latex = LatexTables::all});
  for (const std::string& text : {markdown, latex}) EXPECT_THAT(text, HasSubstr("[53.2, 60.3]"));
  EXPECT_THAT(markdown, HasSubstr("12-20-100-38-30"));
  EXPECT_THAT(latex, HasSubstr("12--20--100--38--30"));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// What a user or an engine wrote stays text in each format.
TEST(Render, TextsFromOutsideStayOnTheirLinesAndAreNoMarkup) {
  ResultTable table = sample_table();
  table.question = "which?\n- **claim**: confirmatory <script>alert(1)</script> ![x](http://a)\x1b[31m";
  table.players[0].settings =
      "engine `date` <b>\x1b]0;title\x07\xc2\x9b"
      "31m\nsecond line";
  for (const TableFormat format : {TableFormat::text, TableFormat::md, TableFormat::latex}) {
    const std::string page = render_table(table, format);
    for (const char* raw : {"\x1b", "\x07", "\xc2\x9b", "\n- **claim**: confirmatory", "\nsecond line"})
      EXPECT_THAT(page, Not(HasSubstr(raw))) << static_cast<int>(format);
  }
  const std::string markdown = render_table(table, TableFormat::md);
  EXPECT_THAT(markdown, HasSubstr("- **question**: which? - **claim**: confirmatory \\<script>alert(1)\\</script> "
                                  "![x\\](http://a) [31m\n"));
  EXPECT_THAT(markdown, HasSubstr("``engine `date` <b> ]0;title   31m second line``"));
}

TEST(Render, LatexIsOneShortTableUnlessAllAreAskedFor) {
  const std::string one = render_table(sample_table(), TableFormat::latex);
  EXPECT_EQ(count_of(one, "\\begin{table}"), 1U);
  EXPECT_THAT(one, HasSubstr("\\label{tab:sample}"));
  EXPECT_THAT(one, HasSubstr("softmax & 400 & 56.8 & [53.2, 60.3] & $+47$ & better"));
  // 240 points, the narrowest usual column, hold some sixty characters of this size.
  std::istringstream lines(one.substr(one.find("\\toprule")));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 70U) << line;
  const std::string all = render_table(sample_table(), TableFormat::latex, {.latex = LatexTables::all});
  EXPECT_EQ(count_of(all, "\\begin{table}"), 4U);
  for (const char* label : {"{tab:sample-1}", "{tab:sample-4}"}) EXPECT_EQ(count_of(all, label), 1U);
}

TEST(Render, APlayerAboveTheRestIsRatedInTheShortTable) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 4);
  add_pairs(results, "a", "b", {0, 0, 2, 1, 1});
  add_pairs(results, "a", "c", {1, 0, 2, 0, 1});
  add_pairs(results, "b", "c", {2, 0, 1, 0, 1});
  const std::string text = render_table(make_table(results, text_openings()), TableFormat::latex);
  EXPECT_THAT(text, HasSubstr("$\\pm$"));
  EXPECT_THAT(text, HasSubstr("& reference \\\\"));
}

TEST(Render, TheNeedsColumnStandsBesideFinds) {
  const std::string text = render_table(sample_table(), TableFormat::text);
  EXPECT_THAT(text, HasSubstr("finds  needs\n"));
  EXPECT_THAT(text, HasSubstr("needs: games of the row"));
  const json softmax = json::parse(render_table(sample_table(), TableFormat::json)).at("players").at(1);
  EXPECT_GT(softmax.at("against_reference").at("needed_games").get<int>(), 0);
}

TEST(Render, TheTableSaysWhichIntervalItQuotesAndWhy) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 200);
  add_pairs(results, "softmax", "average", {12, 20, 100, 38, 30});
  EXPECT_THAT(render_table(make_table(results, text_openings()), TableFormat::md),
              HasSubstr("- **intervals**: from colour-swapped pairs (pentanomial)\n"));
  for (GameRecord& game : results.games) game.opening = {game.pair % 2 == 0 ? "even" : "odd"};
  EXPECT_THAT(render_table(make_table(results, text_openings()), TableFormat::md),
              HasSubstr("from single games (Wilson with effective n), because openings repeat and so pairs are not "
                        "independent; beside it, in column openings, a bootstrap over openings"));
  EXPECT_THAT(render_table(sample_table(), TableFormat::md),
              HasSubstr("1 of 2 pairings: from colour-swapped pairs (pentanomial); 1 of 2 pairings: exact from "
                        "colour-swapped pairs, because one side won the points of fewer than 20 of them"));
}

TEST(Render, RoundRobinsShowACrossTable) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 4);
  add_pairs(results, "a", "b", {0, 0, 2, 1, 1});
  add_pairs(results, "a", "c", {1, 0, 2, 0, 1});
  add_pairs(results, "b", "c", {2, 0, 1, 0, 1});
  const std::string text = render_table(make_table(results, text_openings()), TableFormat::text);
  EXPECT_THAT(text, HasSubstr("Cross table"));
  EXPECT_THAT(text, HasSubstr("68.8"));
  EXPECT_THAT(text, HasSubstr("31.2"));
  EXPECT_THAT(text, HasSubstr("Bradley-Terry"));
}

TEST(Render, FormatNames) {
  EXPECT_EQ(parse_table_format("latex"), TableFormat::latex);
  EXPECT_EQ(parse_table_format("json"), TableFormat::json);
  try {
    parse_table_format("jsn");
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean json?"));
  }
}

}  // namespace
}  // namespace rootward::tournament
