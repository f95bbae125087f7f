// `rootward verify --replay`, and the records that a run writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lab/engines/sgf/sgf_moves.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* kConfig = R"(name: small
seed: 11
game: {name: go, size: 5, komi: 0.5}
defaults: {search: {budget: {simulations: 30}}}
players:
  average: {backup: average}
  erwa: {backup: {name: erwa, alpha: 0.1}}
schedule: {type: round_robin, pairs: 2, opening: {random_plies: 2}}
)";

std::size_t sgf_games(const std::string& text) {
  std::size_t games = 0;
  for (std::size_t at = text.find("(;"); at != std::string::npos; at = text.find("(;", at + 1)) ++games;
  return games;
}

class Replay : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_program(place_.path(), {"run", place_.write("small.yaml", kConfig)}).exit_code, 0);
  }
  Finished replay(const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"verify", "--replay", "results/small"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_program(place_.path(), all);
  }
  Workplace place_;
  std::string games_ = place_.path("results/small/games.jsonl");
};

TEST_F(Replay, VerifiesByTheRulesAndByPlayingAgain) {
  const Finished rules = replay({});
  EXPECT_EQ(rules.exit_code, 0) << rules.err;
  EXPECT_EQ(rules.out, "4 of 4 games are in order\n");
  EXPECT_EQ(replay({"--again"}).out, "4 of 4 games are in order, played again\n");
}

TEST_F(Replay, GamesWithoutTheirMovesHaveNoRecordsAndGoOn) {
  EXPECT_EQ(run_program(place_.path(), {"merge", "results/small", "--drop-moves"}).exit_code, 0);
  EXPECT_EQ(replay({"--again"}).out, "4 of 4 games are in order, played again\n");
  std::filesystem::remove_all(place_.path("results/small/records"));
  const std::vector<std::string> more = {"run", "small.yaml", "--set", "schedule.pairs=3"};
  const Finished longer = run_program(place_.path(), more);
  EXPECT_EQ(longer.exit_code, 0) << longer.err;
  EXPECT_EQ(sgf_games(file_text(place_.path("results/small/records/average--erwa.sgf"))), 2U)
      << "those of the third pair";
  EXPECT_EQ(run_program(place_.path(), more).exit_code, 0);
  EXPECT_EQ(replay({"--again"}).out, "6 of 6 games are in order, played again\n");
}

TEST_F(Replay, ShowsAGame) {
  const Finished shown = replay({"--game", "average:erwa:1:0"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("average (first) against erwa (second)"), HasSubstr("A B C D E"),
                               HasSubstr("1 of 1 games")));
  const Finished unknown = replay({"--game", "average:erwa:1:9"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean average:erwa:1:"));
}

TEST_F(Replay, FindsGamesThatWereTamperedWith) {
  const std::string stored = without_checksums(file_text(games_));
  std::string text = stored;
  const std::size_t second = text.find('\n') + 1;
  const std::size_t ended = text.find("\"ended\":\"", second) + 9;
  text.replace(ended, text.find('"', ended) - ended, "resign");
  place_.write("results/small/games.jsonl", text);
  const Finished end = replay({});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.out, AllOf(HasSubstr("it ended by resign, yet the rules ended it before"),
                             HasSubstr("3 of 4 games are in order")));
  text = stored;
  char& last = text[text.find(',', text.find("\"seed\":")) - 1];  // the first digit might make it too large for a seed
  last = last == '1' ? '2' : '1';
  place_.write("results/small/games.jsonl", text);
  const Finished other = replay({});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, AllOf(HasSubstr("games.jsonl:1:"), HasSubstr("the seed of that game is ")));
}

TEST_F(Replay, NamesWhatDiffersWhereTheMovesAreTheSame) {
  std::string text = without_checksums(file_text(games_));
  const std::string chosen = "\"simulations\":[";
  text.insert(text.find(chosen) + chosen.size(), "1");
  place_.write("results/small/games.jsonl", text);
  const Finished end = replay({"--again"});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.out,
              ContainsRegex("its simulations: \\[1[0-9]+,[0-9]+\\] stored, \\[[0-9]+,[0-9]+\\] when played again"));
}

TEST(ReplayOfNetworks, EarlierVersionsCountedRememberedAnswersBySeat) {
  const Workplace place;
  const std::string config = R"(name: net
seed: 3
game: {name: go, size: 9, komi: 7.5}
defaults: {search: {budget: {simulations: 4}, evaluator: {name: net, cache: 1000}, temperature: {value: 1, moves: 4}}}
players: {average: {backup: average}, max: {backup: max}}
schedule: {type: round_robin, pairs: 1, opening: {random_plies: 2}}
)";
  ASSERT_EQ(run_program(place.path(), {"run", place.write("net.yaml", config)}).exit_code, 0);
  std::string text = without_checksums(file_text(place.path("results/net/games.jsonl")));
  const std::string remembered = "\"cached_evaluations\":[";
  text.insert(text.find(remembered) + remembered.size(), "1");
  place.write("results/net/games.jsonl", text);
  const Finished again = run_program(place.path(), {"verify", "--replay", "results/net", "--again"});
  EXPECT_EQ(again.out, "2 of 2 games are in order, played again\n") << again.err;
}

TEST_F(Replay, RecordsAreSgfWithVisitsAndValues) {
  const std::string path = place_.path("results/small/records/average--erwa.sgf");
  const std::vector<SgfGame> games = parse_sgf(file_text(path), path);
  ASSERT_EQ(games.size(), 4U);
  const SgfNode& root = games[1].nodes[0];
  EXPECT_EQ(root.find("GN")->values[0], "average:erwa:0:1");
  EXPECT_EQ(root.find("PB")->values[0], "erwa");
  EXPECT_EQ(root.find("KM")->values[0], "0.5");
  EXPECT_NE(root.find("RE"), nullptr);
  EXPECT_EQ(games[1].nodes[1].find("C")->values[0], "opening");
  EXPECT_THAT(games[1].nodes[3].find("C")->values[0], HasSubstr("visits 30, value "));
  EXPECT_EQ(read_sgf_moves(games[0], path).size, 5);
  const std::string before = file_text(path);
  std::filesystem::remove(path);
  EXPECT_EQ(replay({"--records"}).exit_code, 0);
  EXPECT_EQ(file_text(path), before);
}

TEST_F(Replay, RecordsServeAsOpenings) {
  std::string text = kConfig;
  text.replace(text.find("small"), 5, "opened");
  text.replace(text.find("{random_plies: 2}"), 17, "{file: results/small/records, plies: 3}");
  const Finished run = run_program(place_.path(), {"run", place_.write("opened.yaml", text)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(file_text(place_.path("results/opened/games.jsonl")), HasSubstr("\"opening\":[\""));
  text.replace(text.find(", plies: 3"), 10, "");
  const Finished whole = run_program(place_.path(), {"check", place_.write("whole.yaml", text)});
  EXPECT_EQ(whole.exit_code, 2);
  EXPECT_THAT(whole.err, AllOf(HasSubstr("average--erwa.sgf:"), HasSubstr("`plies` cuts openings short")));
}

}  // namespace
}  // namespace rootward::testing
