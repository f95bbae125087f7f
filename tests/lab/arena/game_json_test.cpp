// A game as a line: its names in their order, an exact way back, and every damaged field found.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "core/errors.h"
#include "core/rng.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/game_record.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using testing::example_record;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(GameJson, IsOneLineWithItsNamesInOrder) {
  EXPECT_EQ(to_json_line(example_record(2, 1)),
            R"({"schema":"rootward.game/1","id":"a:b:2:1","pairing":["a","b"],"pair":2,"seats":["b","a"],)"
            R"("seed":14105558434499780039,"opening":["E5","pass"],"moves":["C3","D4","pass"],"score":0,)"
            R"("ended":"rules","plies":5,"simulations":[200,100],"moves_chosen":[2,1],"cpu_seconds":[0.25,0.125],)"
            R"("engines":[]})");
}

TEST(GameJson, ValuesOfUnboundedOperatorsReadBack) {
  GameRecord record = example_record(0, 0);
  record.visits = {40, 40, 40};
  record.values = {1.277, -250.5, 0};
  record.means = {3, -3, 0};
  const std::string line = to_json_line(record);
  EXPECT_EQ(to_json_line(parse_game_record(line)), line);
}

TEST(GameJson, ReadsBackExactly) {
  for (std::uint32_t pair = 0; pair < 3; ++pair)
    for (const int game : {0, 1}) {
      const std::string line = to_json_line(example_record(pair, game));
      const GameRecord back = parse_game_record(line);
      EXPECT_EQ(to_json_line(back), line);
      EXPECT_EQ(back.seed, example_record(pair, game).seed);
      EXPECT_EQ(back.score_of_a(), example_record(pair, game).score_of_a());
    }
}

GameRecord thoughtful_record() {
  GameRecord record = example_record(1, 0);
  record.networks = {"0123456789abcdef f32-fma", ""};
  record.cached_evaluations = {7, 0};
  record.fallbacks = {0, 2};
  record.engines = {"GNU Go 3.8", ""};
  record.visits = {120, 0, 18446744073709551615U};
  record.values = {0.125, -1, 0.333};
  record.means = {0.1, 0, -0.25};
  return record;
}

TEST(GameJson, ReadsBackWhatIsRare) {
  GameRecord rare = thoughtful_record();
  rare.game = "{name: connect4, width: 9}";
  rare.engines = {"a \"quoted\" \\ name\n", "G\u00f6"};
  rare.ended = "forfeit:crash";
  rare.scoring = "referee";
  rare.result = "B+3.5";
  rare.board_result = "W+0.5";
  rare.would_end = EarlyEnd{.plies = 3, .score = 1};
  for (const GameRecord& record : {thoughtful_record(), rare}) {
    const std::string line = to_json_line(record);
    EXPECT_EQ(to_json_line(parse_game_record(line)), line);
    const nlohmann::json object = nlohmann::json::parse(line);  // by name, not as they are written
    EXPECT_EQ(to_json_line(parse_game_record(object.dump())), line);
  }
}

/// All but what need not be written: no fallbacks.
nlohmann::json fields_of(const std::string& line) {
  const nlohmann::json known = nlohmann::json::parse(to_json_line(thoughtful_record()));
  nlohmann::json object = nlohmann::json::parse(line);
  for (auto key = object.begin(); key != object.end();)
    key = known.contains(key.key()) ? std::next(key) : object.erase(key);
  if (object.contains("fallbacks") && object["fallbacks"] == nlohmann::json{0, 0}) object.erase("fallbacks");
  return object;
}

TEST(GameJson, WhatIsReadOfADamagedLineIsWhatItSays) {
  const std::string line = to_json_line(thoughtful_record());
  Rng rng(1);
  const std::string pieces = "0123456789-.eE\"\\[]{},: \x01\xc3x";
  int readable = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string damaged = line;
    const auto place = static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(line.size())));
    const char piece = pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))];
    if (trial % 3 == 0) damaged.insert(place, 1, piece);
    if (trial % 3 == 1) damaged[place] = piece;
    if (trial % 3 == 2) damaged.erase(place, 1 + rng.below(3));
    std::optional<GameRecord> read;
    try {
      read = parse_game_record(damaged);
    } catch (const UsageError&) {
      continue;
    }
    ASSERT_TRUE(nlohmann::json::accept(damaged)) << damaged;
    EXPECT_EQ(fields_of(to_json_line(*read)), fields_of(damaged)) << damaged;
    ++readable;
  }
  EXPECT_GT(readable, 1000);
}

TEST(GameJson, AHashMayStandInPlaceOfTheMoves) {
  const GameRecord whole = thoughtful_record();
  GameRecord dropped = whole;
  dropped.drop_moves();
  const std::string line = to_json_line(dropped);
  EXPECT_THAT(
      line,
      AllOf(HasSubstr(fmt::format(R"("opening":["E5","pass"],"moves_hash":"{:016x}",)", whole.hash_of_moves())),
            Not(HasSubstr("\"moves\"")), Not(HasSubstr("seed")), Not(HasSubstr("visits")), Not(HasSubstr("means"))));
  const GameRecord back = parse_game_record(line);
  EXPECT_EQ(to_json_line(back), line);
  EXPECT_EQ(back.hash_of_moves(), whole.hash_of_moves());
  EXPECT_TRUE(is_same_game(back, whole));
  EXPECT_TRUE(is_same_game(whole, back));
  EXPECT_THROW(back.require_moves(), RunError);
  GameRecord other = whole;
  other.moves[0] = "C4";
  EXPECT_FALSE(is_same_game(back, other));
  EXPECT_NE(other.hash_of_moves(), whole.hash_of_moves());
  const auto refused = [&line](const std::string& from, const std::string& to) {
    std::string text = line;
    text.replace(text.find(from), from.size(), to);
    try {
      (void)parse_game_record(text);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refused("moves_hash\":\"", "moves_hash\":\"0"), HasSubstr("not 16 digits of hexadecimal"));
  EXPECT_THAT(refused("moves_hash\":\"", "moves_hash\":\"X"), HasSubstr("not 16 digits of hexadecimal"));
  EXPECT_THAT(refused("\"moves_hash\"", "\"moves\":[],\"moves_hash\""), HasSubstr("stands beside the moves"));
  EXPECT_THAT(refused("\"plies\":5", "\"plies\":1"), HasSubstr("plies"));
}

TEST(GameJson, IgnoresFurtherKeys) {
  nlohmann::json object = nlohmann::json::parse(to_json_line(example_record(0, 0)));
  object["comment"] = {{"by", {"a later \"version\"", "}"}}, {"of", 2}};
  EXPECT_EQ(to_json_line(parse_game_record(object.dump())), to_json_line(example_record(0, 0)));
}

TEST(GameJson, FindsEveryDamagedField) {
  struct Damage {
    const char* key;
    nlohmann::json value;  ///< null: the key is taken out
  };
  const Damage damages[] = {
      {"schema", "rootward.game/2"},
      {"schema", nullptr},
      {"id", "a:b:0:1"},
      {"id", 5},
      {"pairing", {"a"}},
      {"pairing", {"a", "a"}},
      {"pair", -1},
      {"pair", 0.5},
      {"pair", 5000000000U},
      {"seats", {"a", "c"}},
      {"seats", nullptr},
      {"seed", "5"},
      {"seed", -5},
      {"opening", "E5"},
      {"opening", {5}},
      {"moves", nullptr},
      {"score", 1.5},
      {"score", "1"},
      {"ended", nullptr},
      {"plies", 4},
      {"simulations", {1}},
      {"simulations", {1, -1}},
      {"moves_chosen", "2"},
      {"cpu_seconds", {1, "x"}},
      {"cpu_seconds", {-1, 0}},
      {"engines", {{"a", "b"}}},
      {"engines", nullptr},
  };
  for (const Damage& damage : damages) {
    nlohmann::json object = nlohmann::json::parse(to_json_line(example_record(0, 0)));
    object.erase(damage.key);
    if (!damage.value.is_null()) object[damage.key] = damage.value;
    try {
      (void)parse_game_record(object.dump());
      ADD_FAILURE() << damage.key << " = " << damage.value << " was accepted";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(damage.key));
    }
  }
}

TEST(GameJson, RefusesWhatIsNoObject) {
  for (const char* text : {"", "{", "[]", "5", "{}", "null", "\xff\xfe", "{\"schema\":\"rootward.game/1\"}"})
    EXPECT_THROW((void)parse_game_record(text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
