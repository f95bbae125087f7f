// The protocol of `serve`, line by line.
#include "experiments/tuning/serve.h"

#include <gmock/gmock.h>

#include "tests/experiments/tuning/tuning_texts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tuning {
namespace {

using ::testing::HasSubstr;

class ServeTest : public ::testing::Test {
 protected:
  std::vector<Json> events_of(const std::string& kind) {
    std::vector<Json> found;
    for (const Json& event : events_)
      if (event["event"] == kind) found.push_back(event);
    return found;
  }
  void play() {
    while (server_.is_busy()) server_.step(std::chrono::milliseconds(50));
  }
  std::string evaluate(const std::string& id, int games, const std::string& more = "") {
    return R"({"op":"evaluate","id":)" + id + R"(,"params":{"backup.g":[-7,-6],"search.selection.c":1},"games":)" +
           std::to_string(games) + more + "}";
  }

  testing::ScratchFolder scratch_;
  TuningConfig tuning_ = testing::small_tuning();
  EvaluationService service_{tuning_, {.folder = scratch_.path("s"), .threads = 2}};
  std::vector<Json> events_;
  Server server_{service_, [this](const std::string& line) { events_.push_back(parse_json(line)); }};
};

TEST_F(ServeTest, GreetsWithTheSpace) {
  server_.greet();
  EXPECT_EQ(events_[0]["event"], "ready");
  EXPECT_EQ(events_[0]["space"]["parameters"].size(), 2U);
}

TEST_F(ServeTest, AnswersEachEvaluationByItsId) {
  server_.take_line(evaluate("1", 8));
  server_.take_line(evaluate("\"b\"", 12, R"(,"seed":9)"));
  server_.take_line(R"({"op":"status"})");
  play();
  EXPECT_EQ(events_of("status")[0]["pending"].size(), 2U);
  const auto results = events_of("result");
  ASSERT_EQ(results.size(), 2U);
  for (const Json& result : results) {
    EXPECT_EQ(result["status"], "ok");
    EXPECT_EQ(result["games"], result["id"] == 1 ? 8 : 12);
    EXPECT_EQ(result["seed"], result["id"] == 1 ? 5 : 9);
    EXPECT_EQ(result["schema"], "rootward.objective/1");
  }
  EXPECT_FALSE(events_of("progress").empty());
  EXPECT_EQ(service_.folder().evaluations().size(), 2U);
}

TEST_F(ServeTest, SurvivesGarbage) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"garbage", "not valid JSON"},
      {"[1]", "not an object"},
      {std::string(500'000, '['), "nested deeper than 64 levels"},
      {"{}", "op: is missing"},
      {R"({"op":"evaluat","id":1})", "did you mean evaluate?"},
      {R"({"op":"evaluate"})", "id: is missing"},
      {R"({"op":"evaluate","id":[1]})", "neither a text nor a number"},
      {R"({"op":"evaluate","id":1})", "params: is missing"},
      {R"({"op":"evaluate","id":1,"params":{}})", "backup.g: is missing"},
      {evaluate("1", 7), "games: 7 is not allowed"},
      {R"({"op":"evaluate","id":1,"params":{"backup.g":[-7,-6],"search.selection.c":1},"games":8.0})",
       "games: 8.0 is not allowed"},
      {evaluate("1", 8, R"(,"seed":-1)"), "seed: -1 is not allowed"},
      {evaluate("1", 8, R"(,"gams":2)"), "did you mean games?"},
      {R"({"op":"extend","id":1,"games":8})", "no evaluation of this id"},
      {R"({"op":"cancel","id":1})", "no evaluation of this id is pending"},
      {"{\"op\":\"\xff\"}", "not valid JSON"}};
  for (const auto& [line, message] : wrong) {
    events_.clear();
    server_.take_line(line);
    ASSERT_EQ(events_.size(), 1U) << line;
    EXPECT_EQ(events_[0]["event"], "error") << line;
    EXPECT_THAT(events_[0]["message"].get<std::string>(), HasSubstr(message)) << line;
  }
  events_.clear();
  server_.take_line("  ");
  EXPECT_TRUE(events_.empty());
  EXPECT_FALSE(server_.is_busy());
  server_.take_line(evaluate("1", 8));
  play();
  EXPECT_EQ(events_of("result").size(), 1U);
}

TEST_F(ServeTest, TakesWholeNumbersWithAnExponentAndNumbersBesideTheirLimits) {
  server_.take_line(
      R"({"op":"evaluate","id":1,"params":{"backup.g":[-9.000000000000002,-6],"search.selection.c":3},"games":1e1})");
  play();
  ASSERT_EQ(events_of("result").size(), 1U) << events_.back();
  EXPECT_EQ(events_of("result")[0]["games"], 10);
  EXPECT_EQ(events_of("result")[0]["params"]["backup.g"][0], -9.0);
}

TEST_F(ServeTest, AnIdIsPendingOnce) {
  server_.take_line(evaluate("1", 1000));
  server_.take_line(evaluate("1", 1000));
  EXPECT_THAT(events_of("error").at(0)["message"].get<std::string>(), HasSubstr("pending"));
}

TEST_F(ServeTest, ExtendsPendingAndFinishedEvaluationsToANewTotal) {
  server_.take_line(evaluate("1", 8));
  server_.take_line(R"({"op":"extend","id":1,"games":12})");
  play();
  server_.take_line(R"({"op":"extend","id":1,"games":20})");
  play();
  const auto results = events_of("result");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["games"], 12);
  EXPECT_EQ(results[1]["games"], 20);
  server_.take_line(R"({"op":"extend","id":1,"games":20})");
  EXPECT_THAT(events_of("error").at(0)["message"].get<std::string>(), HasSubstr("new total"));
}

TEST_F(ServeTest, ACancelledEvaluationIsPartialAndCanBeTakenUpAgain) {
  server_.take_line(evaluate("1", 100'000));
  server_.take_line(R"({"op":"cancel","id":1})");
  ASSERT_EQ(events_of("result").size(), 1U);
  EXPECT_EQ(events_of("result")[0]["status"], "partial");
  EXPECT_TRUE(service_.folder().evaluations().empty()) << "only whole evaluations are journalled";
  server_.take_line(R"({"op":"extend","id":1,"games":100000})");
  EXPECT_TRUE(events_of("error").empty()) << "it has not had so many";
  server_.take_line(R"({"op":"cancel","id":1})");
  server_.take_line(evaluate("1", 8));
  play();
  EXPECT_EQ(events_of("result")[2]["games"], 8);
}

TEST_F(ServeTest, ShutdownEndsIt) {
  server_.take_line(evaluate("1", 100'000));
  server_.take_line(R"({"op":"shutdown"})");
  EXPECT_TRUE(server_.is_shut_down());
  server_.cancel_all();
  EXPECT_EQ(events_of("result").at(0)["status"], "partial");
}

}  // namespace
}  // namespace rootward::tuning
