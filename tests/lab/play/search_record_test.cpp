// Records of searches, ours and others': what is written is what is read, and damage is named with its line.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "backup/registry.h"
#include "core/errors.h"
#include "lab/config/parts.h"
#include "lab/play/recorded_game.h"
#include "lab/play/recording.h"
#include "lab/play/replayed_search.h"
#include "lab/play/search_record_file.h"

namespace rootward::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two moves; the root's own evaluation, then e2e4 twice (once below e7e5) and d2d4 twice.
const std::vector<std::string> kFive = {
    R"({"schema":"rootward.exploration/2","game":"chess","nodes":4,"simulations":5})",
    R"({"node":0,"mover":1,"legal":20,"visits":5,"text":"the start"})",
    R"({"simulation":1,"leaf":0,"value":0.1})",
    R"({"node":1,"parent":0,"move":"e2e4","mover":2,"legal":20,"visits":2})",
    R"({"simulation":2,"leaf":1,"value":0.4})",
    R"({"node":2,"parent":0,"move":"d2d4","mover":2,"legal":20})",
    R"({"simulation":3,"leaf":2,"value":0.3})",
    R"({"node":3,"parent":1,"move":"e7e5","mover":1,"legal":29})",
    R"({"simulation":4,"leaf":3,"value":-0.2})",
    R"({"simulation":5,"leaf":2,"value":0.5})"};

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

NamedParams op(const std::string& yaml) { return parse_backup(yaml); }

/// The message for the record with a text in place of another.
std::string trouble(std::size_t line, const std::string& from, const std::string& to) {
  std::vector<std::string> lines = kFive;
  const std::size_t at = lines[line - 1].find(from);
  EXPECT_NE(at, std::string::npos) << from;
  lines[line - 1].replace(at, from.size(), to);
  try {
    (void)parse_search_record(joined(lines), "r.jsonl");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "is taken";
}

TEST(SearchRecord, FiveSimulationsOfAnotherProgramAreReckonedByHand) {
  const SearchRecord record = parse_search_record(joined(kFive), "r.jsonl");
  const ReplayedSearch found = replay_search(record, std::vector<NamedParams>{op("average"), op("max")});
  EXPECT_NEAR(found.result.mean, (0.1 + 0.4 + 0.3 - 0.2 + 0.5) / 5, 1e-12);
  EXPECT_NEAR(found.result.value, found.result.mean, 1e-12) << "the average is the root's mean";
  ASSERT_EQ(found.result.children.size(), 2U);
  EXPECT_EQ(record.move_of(found.children[0]), "d2d4");
  EXPECT_NEAR(found.result.children[0].value, 0.4, 1e-12);
  EXPECT_NEAR(found.result.children[1].value, 0.1, 1e-12);
  EXPECT_NEAR(found.result.children[1].shadows[0], 0.5 * 0.4 + 0.5 * -0.2, 1e-12) << "one own evaluation, one child";
  EXPECT_NEAR(found.result.shadow_values[0], (0.1 + 4 * 0.4) / 5, 1e-12) << "the best child, and the root's own";
  EXPECT_EQ(record.move_of(found.preferred[1]), "d2d4");
  EXPECT_EQ(record.text[0], "the start");
}

TEST(SearchRecord, WhatIsWrittenIsWhatIsRead) {
  const SearchRecord record = parse_search_record(joined(kFive), "r.jsonl");
  const std::string text = search_record_text(record);
  EXPECT_EQ(search_record_text(parse_search_record(text, "again")), text);
}

TEST(SearchRecord, DamageIsNamedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> troubles = {
      {trouble(1, "exploration/2", "exploration/1"), "r.jsonl:1: schema: rootward.exploration/1 is not"},
      {trouble(1, "\"nodes\":4", "\"nodes\":5"), "nodes: the first line says 5, there are 4"},
      {trouble(1, "\"simulations\":5", "\"simulations\":6"), "simulations: the first line says 6, there are 5"},
      {trouble(1, "\"nodes\"", "\"move\":\"e7e5\",\"nodes\""),
       "move: the first line says e7e5, which leads from the root to no node"},
      {trouble(1, "\"game\"", "\"gane\""), "r.jsonl:1: gane is not known here, did you mean game?"},
      {trouble(2, "\"visits\":5", "\"visits\":6"), "r.jsonl:2: visits 6 do not add up: 5 simulations"},
      {trouble(3, "0.1", "1.01"), "r.jsonl:3: value 1.01 is not allowed; allowed: a number in [-1, 1]"},
      {trouble(3, "0.1", "1e999"), "the number 1e999 is too large"},
      {trouble(3, "0.1", "\"x\""), "r.jsonl:3: value \"x\" is not allowed; allowed: a number"},
      {trouble(3, ",\"value\":0.1", ""), "r.jsonl:3: value is missing"},
      {trouble(3, "\"leaf\":0", "\"leaf\":1"), "r.jsonl:3: leaf 1 is not allowed; allowed: a node before"},
      {trouble(3, "\"simulation\":1", "\"simulation\":2"), "r.jsonl:3: simulation 2 is not allowed; allowed: 1"},
      {trouble(4, "\"parent\":0", "\"parent\":1"), "r.jsonl:4: parent 1 is not allowed; allowed: a node before"},
      {trouble(4, "\"parent\":0", "\"parent\":-1"), "r.jsonl:4: parent -1 is not allowed"},
      {trouble(4, "\"visits\":2", "\"visits\":3"), "r.jsonl:4: visits 3 do not add up: 2 simulations"},
      {trouble(4, "\"node\":1", "\"node\":2"), "r.jsonl:4: node 2 is not allowed; allowed: 1"},
      {trouble(4, "\"mover\":2", "\"mover\":3"), "r.jsonl:4: mover 3 is not allowed; allowed: 1, 2"},
      {trouble(4, "\"legal\":20,", ""), "r.jsonl:4: legal is missing"},
      {trouble(4, "\"legal\":20", "\"legal\":70000"), "r.jsonl:4: legal 70000 is not allowed"},
      {trouble(4, "\"legal\":20", "\"end\":true"), "r.jsonl:8: parent 1: the game is over there"},
      {trouble(6, "d2d4", "e2e4"), "r.jsonl:6: move e2e4 of node 0 leads to node 1 already"},
      {trouble(2, "\"legal\":20", "\"legal\":1"), "r.jsonl:6: parent 0 has more children than its 1 legal moves"},
      {trouble(6, "{\"node\":2", "{\"knot\":2"), "r.jsonl:6: neither a node nor a simulation"},
      {trouble(6, "\"legal\":20}", ""), "r.jsonl:6: not valid JSON"},
      {trouble(10, "0.5}", "0.5,\"proven\":true}"), "r.jsonl:10: proven: the first line does not say solver"}};
  for (const auto& [said, wanted] : troubles) EXPECT_THAT(said, HasSubstr(wanted));
  EXPECT_THROW((void)parse_search_record("", "r.jsonl"), UsageError);
}

TEST(SearchRecord, MoreThanAMachineHoldsIsRefused) {
  std::string text = kFive[0].substr(0, kFive[0].find(",\"nodes\"")) + "}\n" +
                     R"({"node":0,"mover":1,"legal":60000})"
                     "\n";
  for (int node = 1; node <= 1200; ++node)
    text += fmt::format("{{\"node\":{},\"parent\":{},\"move\":\"m\",\"mover\":1,\"legal\":60000}}\n", node, node - 1);
  text += "{\"simulation\":1,\"leaf\":1200,\"value\":0}\n";
  try {
    (void)parse_search_record(text, "r.jsonl");
    ADD_FAILURE() << "is taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("r.jsonl:1121: more than 67108864 legal moves in all"));
  }
}

/// A line of moves, the last of them searched.
std::string line_of(std::uint32_t moves) {
  std::string text =
      kFive[0].substr(0, kFive[0].find(",\"nodes\"")) + "}\n" + R"({"node":0,"mover":1,"legal":1})" + "\n";
  for (std::uint32_t node = 1; node <= moves; ++node)
    text += fmt::format("{{\"node\":{},\"parent\":{},\"move\":\"m\",\"mover\":1,\"legal\":1}}\n", node, node - 1);
  return text + fmt::format("{{\"simulation\":1,\"leaf\":{},\"value\":0.5}}\n", moves);
}

TEST(SearchRecord, TheDeepestNodeIsReadAndNoneBelowIt) {
  const SearchRecord deepest = parse_search_record(line_of(kDeepestRecordedNode), "r.jsonl");
  EXPECT_EQ(replay_search(deepest, std::vector<NamedParams>{op("average")}).result.mean, 0.5);
  try {
    (void)parse_search_record(line_of(kDeepestRecordedNode + 1), "r.jsonl");
    ADD_FAILURE() << "is taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("r.jsonl:10003: deeper than 10000 moves"));
  }
}

struct Case {
  std::string game, search, driver;
};

/// A search of ours, and its record.
struct Ours {
  std::unique_ptr<Game> game;
  SearchSettings settings;
  SearchResult result;
  SearchRecord record;
};

Ours searched(const Case& one) {
  const NamedParams id = parse_game(one.game, {});
  Ours made;
  made.game = make_game(id);
  made.settings = parse_search_player(one.search, one.driver, {}, id).search;
  made.settings.shadows = {op("max"), op("softmax")};
  RecordKeeper keeper;
  const auto searcher = dynamic_cast<const RecordedGame&>(*made.game).make_recorded_searcher(made.settings, keeper);
  searcher->new_game(7);
  const std::unique_ptr<Position> root = made.game->start();
  made.result = searcher->think(*root, std::nullopt, [] { return false; });
  SearchRecord head;
  head.game = one.game;
  head.seats = made.game->facts().seats;
  head.context = operator_context(*made.game, made.settings);
  head.search.solver = made.settings.solver;
  made.record = shown_record(keeper.recording(), *root, std::move(head));
  return made;
}

TEST(SearchRecord, OursComesBackFromItsFileWithEveryBit) {
  const std::vector<Case> cases = {
      {"connect4", "{budget: {simulations: 400}}", "average"},
      {"{name: connect4, width: 4, height: 4}", "{solver: true, budget: {simulations: 1500}}", "softmax"},
      {"go:5", "{budget: {simulations: 300}, selection: puct}", "average"},
      {"kalah", "{budget: {simulations: 200}}", "max"},
      {"grid_world", "{budget: {simulations: 300}}", "average"},
      {"{name: breakthrough, size: 5}", "{budget: {simulations: 300}}",
       "{name: implicit_minimax, leaf: heuristic, children: all}"},
      {"tictactoe", "{evaluator: {name: exact+noise, sd: 0.8}, budget: {simulations: 300}}", "average"}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.game + one.search);
    const Ours made = searched(one);
    const std::string text = search_record_text(made.record);
    const SearchRecord read = parse_search_record(text, "ours");
    EXPECT_EQ(search_record_text(read), text);
    const ReplayedSearch found =
        replay_search(read, std::vector<NamedParams>{made.settings.backup, op("max"), op("softmax")});
    EXPECT_EQ(found.result.value, made.result.value);
    EXPECT_EQ(found.result.shadow_values, made.result.shadow_values);
    EXPECT_EQ(found.result.simulations, made.result.simulations);
    ASSERT_GE(made.result.children.size(), found.children.size());
    for (std::size_t i = 0; i < found.children.size(); ++i)
      EXPECT_EQ(found.result.children[i].visits, made.result.children[i].visits);
  }
}

/// A record of five simulations whose nodes have heuristic values, a text in place of another.
SearchRecord with_heuristics(std::size_t line = 1, const std::string& from = "", const std::string& to = "") {
  std::vector<std::string> lines = {
      R"({"schema":"rootward.exploration/2","heuristic":"by: mine"})",
      R"({"node":0,"mover":1,"legal":3,"heuristic":0.1,"unvisited":[0.4]})",
      R"({"simulation":1,"leaf":0,"value":0})",
      R"({"node":1,"parent":0,"move":"a","mover":2,"legal":2,"heuristic":0.2,"unvisited":[-0.6]})",
      R"({"simulation":2,"leaf":1,"value":0})",
      R"({"node":2,"parent":0,"move":"b","mover":2,"legal":9,"heuristic":0.3})",
      R"({"simulation":3,"leaf":2,"value":0})",
      R"({"node":3,"parent":1,"move":"c","mover":1,"legal":9,"heuristic":-0.5})",
      R"({"simulation":4,"leaf":3,"value":0})"};
  lines[line - 1].replace(lines[line - 1].find(from), from.size(), to);
  return parse_search_record(joined(lines), "r.jsonl");
}

TEST(SearchRecord, HeuristicValuesOfAnotherProgramAreReckonedByHand) {
  const SearchRecord record = with_heuristics();
  const auto root = [&](const std::string& yaml) {
    return replay_search(record, std::vector<NamedParams>{op("{name: implicit_minimax, a: 1, leaf: heuristic, " + yaml +
                                                             "heuristic: {by: mine}}")})
        .result.value;
  };
  EXPECT_NEAR(root("children: all, "), 0.4, 1e-15) << "a is min(-0.5, -0.6), b is 0.3, the third is 0.4";
  EXPECT_NEAR(root(""), 0.3, 1e-15) << "a is -0.5, b is 0.3";
  EXPECT_EQ(search_record_text(parse_search_record(search_record_text(record), "again")), search_record_text(record));
}

TEST(SearchRecord, HeuristicValuesThatAreMissingOrOfAnotherKindAreNamed) {
  const auto said = [](const auto& make) {
    try {
      (void)make();
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("is taken");
  };
  const auto trouble_in = [&](std::size_t line, const std::string& from, const std::string& to) {
    return said([&] { return with_heuristics(line, from, to); });
  };
  EXPECT_THAT(trouble_in(2, "[0.4]", "[0.4,0.1]"),
              HasSubstr("r.jsonl:2: unvisited has 2 heuristic values; allowed: 1, one for each move without a node"));
  EXPECT_THAT(trouble_in(4, ",\"unvisited\":[-0.6]", ""), HasSubstr("r.jsonl:4: unvisited has 0 heuristic values"));
  EXPECT_THAT(trouble_in(4, "-0.6", "-1.6"), HasSubstr("r.jsonl:4: unvisited -1.6 is not allowed"));
  EXPECT_THAT(trouble_in(6, ",\"heuristic\":0.3", ""), HasSubstr("r.jsonl:6: heuristic is missing"));
  EXPECT_THAT(trouble_in(6, "0.3", "3"), HasSubstr("r.jsonl:6: heuristic 3 is not allowed"));
  EXPECT_THAT(trouble_in(2, "\"heuristic\":0.1,", ""), HasSubstr("r.jsonl:2: unvisited: is read beside heuristic"));
  const auto played = [&](const SearchRecord& record, const std::string& yaml) {
    return said([&] { return replay_search(record, std::vector<NamedParams>{op(yaml)}); });
  };
  EXPECT_THAT(played(with_heuristics(), "{name: implicit_minimax, leaf: heuristic}"),
              HasSubstr("implicit_minimax: heuristic {} is not what this record has values of; allowed: heuristic "
                        "{by: mine}"));
  EXPECT_THAT(played(parse_search_record(joined(kFive), "r.jsonl"), "{name: implicit_minimax, leaf: heuristic}"),
              HasSubstr("heuristic is not allowed where positions have no heuristic values"));
}

TEST(SearchRecord, ManyOperatorsAreThoseAlone) {
  const SearchRecord record = searched({"connect4", "{budget: {simulations: 200}}", "average"}).record;
  const std::vector<NamedParams> all = all_operators(record.context, false);
  EXPECT_GT(all.size(), 25U);
  EXPECT_EQ(all.front().name, "average");
  const ReplayedSearch together = replay_search(record, all);
  for (std::size_t i = 1; i < all.size(); i += 5) {
    const ReplayedSearch alone = replay_search(record, std::vector<NamedParams>{all[i]});
    EXPECT_EQ(together.result.shadow_values[i - 1], alone.result.value) << all[i].name;
    EXPECT_EQ(together.preferred[i], alone.preferred[0]) << all[i].name;
  }
}

struct Sample {
  int leaf;  ///< 1: a, 2: b
  double value;
};

/// The first player chooses between a and b.
SearchRecord two_moves(const std::vector<Sample>& samples) {
  std::string text = R"({"schema":"rootward.exploration/2"}
{"node":0,"mover":1,"legal":2}
{"node":1,"parent":0,"move":"a","mover":2,"legal":1}
{"node":2,"parent":0,"move":"b","mover":2,"legal":1}
)";
  for (std::size_t k = 0; k < samples.size(); ++k)
    text += fmt::format("{{\"simulation\":{},\"leaf\":{},\"value\":{}}}\n", k + 1, samples[k].leaf, samples[k].value);
  return parse_search_record(text, "two");
}

TEST(SearchRecord, OfTwoMovesAlikeTheMoreVisitedOneIsPreferredAndThenTheFirst) {
  const auto preferred = [](const std::vector<Sample>& samples) {
    return replay_search(two_moves(samples), std::vector<NamedParams>{op("average")}).preferred[0];
  };
  EXPECT_EQ(preferred({{1, 0.5}, {2, 0.5}, {2, 0.5}}), 2U);
  EXPECT_EQ(preferred({{1, 0.5}, {1, 0.5}, {2, 0.5}}), 1U);
  EXPECT_EQ(preferred({{2, 0.5}, {1, 0.5}}), 2U);
}

TEST(WhatDecided, ACaseSolvedByHand) {
  // Without one 1, a's mean is b's and a stays, visited first; without both it is -1.
  const Decision found = what_decided(two_moves({{1, 1}, {1, 1}, {1, -1}, {2, 0}, {2, 0}}), op("average"));
  EXPECT_EQ(found.preferred, 1U);
  EXPECT_EQ(found.otherwise, 2U);
  EXPECT_THAT(found.deciding, ElementsAre(0U, 1U));
  EXPECT_TRUE(found.is_minimal);
  EXPECT_EQ(found.flips, 0U);
  EXPECT_EQ(found.replays, 5U);
}

TEST(WhatDecided, FlipsAreCounted) {
  // b after the third, a again after the fourth.
  const Decision found = what_decided(two_moves({{1, 0.5}, {1, 0.5}, {2, 0.9}, {2, 0}, {2, 0}}), op("average"));
  EXPECT_EQ(found.flips, 2U);
  EXPECT_EQ(found.preferred, 1U);
}

TEST(WhatDecided, WithinItsReplaysAndTrueOfALongSearch) {
  const SearchRecord record = searched({"connect4", "{budget: {simulations: 800}}", "average"}).record;
  for (const char* name : {"average", "max", "softmax", "erwa"}) {
    const Decision found = what_decided(record, op(name));
    EXPECT_LE(found.replays, kMostReplays);
    ASSERT_NE(found.otherwise, found.preferred);
    EXPECT_LT(found.deciding.size(), 400U) << name;
    RecordedSearch fewer = record.search;
    for (auto k = found.deciding.rbegin(); k != found.deciding.rend(); ++k) {
      const auto cut = [&](auto& column) { column.erase(column.begin() + *k); };
      cut(fewer.leaf), cut(fewer.value), cut(fewer.plies), cut(fewer.ends);
    }
    SearchRecord without = record;
    without.search = fewer;
    EXPECT_EQ(replay_search(without, std::vector<NamedParams>{op(name)}).preferred[0], found.otherwise) << name;
  }
}

TEST(WhatDecided, WhereOneMoveWasSearchedAllOfItDoes) {
  const Decision found = what_decided(two_moves({{1, 0.5}, {1, 0}, {1, -1}}), op("average"));
  EXPECT_EQ(found.preferred, 1U);
  EXPECT_EQ(found.otherwise, 0U);
  EXPECT_EQ(found.deciding.size(), 3U);
}

}  // namespace
}  // namespace rootward::testing
