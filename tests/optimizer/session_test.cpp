// The ask/tell protocol: replies, several pending, failures, garbage, determinism.
#include "optimizer/session.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace rootward::optimizer {
namespace {

using ::testing::HasSubstr;

const char* const kSpace =
    R"({"op":"space","parameters":[{"name":"backup.g","low":-9,"high":0,"scale":"linear","count":2},)"
    R"({"name":"c","low":0.2,"high":3.0,"scale":"log"},{"name":"n","low":1,"high":5,"scale":"integer"}]})";

Json ask(Session& session, const Json& id) { return parse_json(session.reply(json_line({{"op", "ask"}, {"id", id}}))); }

std::string tell(Session& session, const Json& id, const Json& params, double mean) {
  return session.reply(
      json_line({{"op", "tell"}, {"id", id}, {"params", params}, {"mean", mean}, {"stderr", 0.02}, {"games", 400}}));
}

TEST(Session, AnswersEachRequestAsTheProtocolSays) {
  Session session({.seed = 1});
  EXPECT_EQ(session.reply(kSpace), R"({"ok":true})");
  const Json asked = ask(session, "a");
  EXPECT_EQ(asked["id"], "a");
  EXPECT_EQ(asked["params"]["backup.g"].size(), 2U);
  EXPECT_TRUE(asked["params"]["n"].is_number_integer());
  for (const char* reason : {"mean", "deviation", "expected_improvement"})
    EXPECT_TRUE(asked["why"][reason].is_number());
  EXPECT_EQ(asked["why"]["chosen_by"], "sobol");
  EXPECT_EQ(tell(session, "a", asked["params"], 0.55), R"({"ok":true})");
  EXPECT_EQ(session.reply(R"({"op":"ask","id":7})").substr(0, 8), R"({"id":7,)");
  EXPECT_EQ(session.reply(R"({"op":"failed","id":7})"), R"({"ok":true})");
  const Json best = parse_json(session.reply(R"({"op":"best"})"));
  EXPECT_EQ(best["params"], asked["params"]);
  EXPECT_GT(best["mean"].get<double>(), 0.5);
  EXPECT_GT(best["stderr"].get<double>(), 0);
}

TEST(Session, PredictsWhatItRecommends) {
  Session session({.seed = 3});
  session.reply(kSpace);
  EXPECT_TRUE(parse_json(session.reply(R"({"op":"predict","points":[]})")).contains("error"));
  for (int i = 0; i < 6; ++i) tell(session, i, ask(session, i)["params"], 0.45 + 0.02 * i);
  const Json best = parse_json(session.reply(R"({"op":"best"})"));
  Json request{{"op", "predict"}, {"points", Json::array({best["params"], best["params"]})}};
  const Json prediction = parse_json(session.reply(dump_json(request)));
  ASSERT_EQ(prediction["means"].size(), 2U) << prediction;
  EXPECT_NEAR(prediction["means"][0].get<double>(), best["mean"].get<double>(), 1e-9);
  EXPECT_NEAR(prediction["stderrs"][1].get<double>(), best["stderr"].get<double>(), 1e-9);
  EXPECT_TRUE(parse_json(session.reply(R"({"op":"predict","points":[{"c":1}]})")).contains("error"));
}

TEST(Session, StaysInsideTheBox) {
  Session session({.seed = 3});
  session.reply(kSpace);
  for (int i = 0; i < 45; ++i) {
    const Json params = ask(session, i)["params"];
    for (const double g : params["backup.g"].get<std::vector<double>>()) EXPECT_TRUE(g >= -9 && g <= 0) << g;
    const auto c = params["c"].get<double>();
    EXPECT_TRUE(c >= 0.2 && c <= 3.0);
    const auto n = params["n"].get<int>();
    EXPECT_TRUE(n >= 1 && n <= 5);
    tell(session, i, params, 0.4 + 0.02 * params["n"].get<double>());
  }
}

TEST(Session, TakesResultsInAnyOrderAndOfPointsNeverAsked) {
  Session session({.seed = 1});
  session.reply(kSpace);
  std::vector<Json> pending;
  for (int i = 0; i < 3; ++i) pending.push_back(ask(session, i));
  EXPECT_NE(pending[0]["params"], pending[1]["params"]);
  for (const int i : {2, 0, 1})
    EXPECT_EQ(tell(session, i, pending[static_cast<std::size_t>(i)]["params"], 0.4), R"({"ok":true})");
  EXPECT_EQ(tell(session, "foreign", {{"backup.g", {-3, -4}}, {"c", 1}, {"n", 2}}, 0.7), R"({"ok":true})");
  const Json best = parse_json(session.reply(R"({"op":"best"})"));
  EXPECT_EQ(best["id"], "foreign");
  EXPECT_EQ(best["params"]["backup.g"], Json({-3.0, -4.0}));
}

TEST(Session, RepeatsAPendingAskAndRefusesATold) {
  Session session({.seed = 1});
  session.reply(kSpace);
  const Json first = ask(session, 1);
  EXPECT_EQ(ask(session, 1)["params"], first["params"]);
  EXPECT_NE(ask(session, 2)["params"], first["params"]);
  tell(session, 1, first["params"], 0.5);
  EXPECT_THAT(session.reply(R"({"op":"ask","id":1})"), HasSubstr("told already"));
}

TEST(Session, AsksAgainWithoutTheAnswerItImagined) {
  Session session({.seed = 1});
  session.reply(R"({"op":"space","parameters":[{"name":"x","low":0,"high":1}]})");
  for (int i = 0; i < 12; ++i) tell(session, i, ask(session, i)["params"], 0.4 + 0.01 * i);
  const Json first = ask(session, "twice");
  const Json second = ask(session, "twice");
  EXPECT_EQ(second["why"]["chosen_by"], "earlier_ask");
  for (const char* reason : {"mean", "deviation", "expected_improvement"})
    EXPECT_NEAR(second["why"][reason].get<double>(), first["why"][reason].get<double>(), 1e-9) << reason;
}

/// As a tuning tells its journal to an optimizer that asked for another point this time.
TEST(Session, ResultsAndFailuresAreOfTheParamsTheyComeWith) {
  Session session({.seed = 1});
  session.reply(kSpace);
  const Json asked = ask(session, 1)["params"];
  const Json other{{"backup.g", {-3, -4}}, {"c", 1}, {"n", 2}};
  tell(session, 1, other, 0.6);
  EXPECT_EQ(parse_json(session.reply(R"({"op":"best"})"))["params"],
            Json({{"backup.g", {-3.0, -4.0}}, {"c", 1.0}, {"n", 2}}));
  ask(session, 2);
  EXPECT_EQ(session.reply(json_line({{"op", "failed"}, {"id", 2}, {"params", asked}})), R"({"ok":true})");
  EXPECT_THAT(session.reply(R"({"op":"failed","id":2,"params":{}})"), HasSubstr("is missing"));
}

TEST(Session, ReplacesWhatIsToldAgain) {
  Session session({.seed = 1});
  session.reply(kSpace);
  const Json first = ask(session, 1);
  const Json second = ask(session, 2);
  tell(session, 1, first["params"], 0.7);
  tell(session, 2, second["params"], 0.5);
  tell(session, 1, first["params"], 0.3);
  EXPECT_EQ(parse_json(session.reply(R"({"op":"best"})"))["id"], 2);
}

TEST(Session, TellsWithoutParamsWhatItAskedFor) {
  Session session({.seed = 1});
  session.reply(kSpace);
  const Json asked = ask(session, 1);
  EXPECT_EQ(session.reply(R"({"op":"tell","id":1,"mean":0.5,"games":100})"), R"({"ok":true})");
  EXPECT_EQ(parse_json(session.reply(R"({"op":"best"})"))["params"], asked["params"]);
}

TEST(Session, WhatLiesBesideALimitByRoundingIsTheLimit) {
  Session session({.seed = 1});
  session.reply(kSpace);
  EXPECT_EQ(
      tell(session, "near", {{"backup.g", {-9.000000000000002, 1e-16}}, {"c", 3.0000000000000004}, {"n", 2}}, 0.7),
      R"({"ok":true})");
  const Json best = parse_json(session.reply(R"({"op":"best"})"));
  EXPECT_EQ(best["params"]["backup.g"], Json({-9.0, 0.0}));
  EXPECT_EQ(best["params"]["c"], 3.0);
}

TEST(Session, AnswersGarbageWithAnErrorAndNothingElse) {
  const std::vector<std::pair<std::string, std::string>> lines{
      {"", "not valid JSON"},
      {"{", "not valid JSON"},
      {"[1,2]", "object"},
      {"\xff\xfe", "not valid JSON"},
      {R"({"op":"ask","id":)" + std::string(500'000, '['), "nested deeper than 64 levels"},
      {R"({"op":"aks","id":1})", "did you mean ask?"},
      {R"({"op":7})", "not a text"},
      {R"({"id":1})", "'op' is missing"},
      {R"({"op":"ask"})", "'id' is missing"},
      {R"({"op":"ask","id":1.5})", "'id'"},
      {R"({"op":"ask","id":{}})", "'id'"},
      {R"({"op":"tell","id":"new","mean":0.5,"games":9})", "never asked"},
      {R"({"op":"tell","id":0,"games":9})", "'mean' is missing"},
      {R"({"op":"tell","id":0,"mean":1.5,"games":9})", "[0, 1]"},
      {R"({"op":"tell","id":0,"mean":"x","games":9})", "'mean'"},
      {R"({"op":"tell","id":0,"mean":0.5})", "'stderr' or 'games'"},
      {R"({"op":"tell","id":0,"mean":0.5,"stderr":-1})", "'stderr'"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"c":1}})", "'backup.g' is missing"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.g":[-1],"c":1,"n":1}})", "list of 2"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.g":[-1,1],"c":1,"n":1}})", "[-9, 0]"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.g":[-1,-1],"c":1,"n":1.5}})", "whole"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.h":[-1,-1],"c":1,"n":1}})",
       "did you mean backup.g"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.g":[-1,-1],"c":3.000001,"n":1}})", "[0.2, 3]"},
      {R"({"op":"tell","id":0,"mean":0.5,"games":9,"params":{"backup.g":[-1,-1],"backup.g[0]":-1,"c":1,"n":1}})",
       "names one of its numbers again"},
      {R"({"op":"failed","id":"new"})", "never asked"},
      {R"({"op":"best"})", "nothing has been told"},
      {R"({"op":"space","parameters":[{"name":"c","low":0.2,"high":3.0}]})", "fixed already"},
  };
  Session noisy({.seed = 1});
  Session quiet({.seed = 1});
  for (Session* session : {&noisy, &quiet}) {
    session->reply(kSpace);
    ask(*session, 0);
  }
  for (const auto& [line, complaint] : lines) {
    const std::string reply = noisy.reply(line);
    EXPECT_THAT(reply, ::testing::StartsWith(R"({"error":)")) << line;
    EXPECT_THAT(parse_json(reply)["error"].get<std::string>(), HasSubstr(complaint)) << line;
  }
  EXPECT_EQ(ask(noisy, 1), ask(quiet, 1));
}

TEST(Session, NamesTheRequestInItsError) {
  Session session({.seed = 1});
  EXPECT_EQ(parse_json(session.reply(R"({"op":"ask","id":"x"})"))["id"], "x");
}

TEST(Session, RefusesSpacesThatAreNone) {
  const std::vector<std::pair<std::string, std::string>> spaces{
      {R"([])", "at least one"},
      {R"({})", "list"},
      {R"([{"low":0,"high":1}])", "'name' is missing"},
      {R"([{"name":"x","low":0}])", "'x': 'high' is missing"},
      {R"([{"name":"x","low":0,"high":1,"scale":"cubic"}])", "linear, log, integer"},
      {R"([{"name":"x","low":0,"high":1,"scale":"log"}])", "low > 0"},
      {R"([{"name":"x","low":0,"high":1,"count":-1}])", "'count'"},
      {R"([{"name":"x","low":0,"high":1},{"name":"x","low":0,"high":1}])", "twice"},
  };
  Session session({.seed = 1});
  for (const auto& [parameters, complaint] : spaces)
    EXPECT_THAT(session.reply(R"({"op":"space","parameters":)" + parameters + "}"), HasSubstr(complaint));
  EXPECT_EQ(session.reply(kSpace), R"({"ok":true})") << "refused spaces leave no trace";
  EXPECT_EQ(session.reply(kSpace), R"({"ok":true})") << "the same space again is fine";
}

/// Drives a session over a smooth surface with three pending; all replies, one after another.
std::string drive(std::uint64_t seed, int evaluations) {
  Session session({.seed = seed});
  session.reply(R"({"op":"space","parameters":[{"name":"x","low":0,"high":1},{"name":"y","low":0,"high":1}]})");
  std::string replies;
  for (int i = 0; i < evaluations; ++i) {
    const Json asked = ask(session, i);
    replies += json_line(asked);
    if (i < 2) continue;
    const Json told = ask(session, i - 2);
    const double x = told["params"]["x"].get<double>();
    const double y = told["params"]["y"].get<double>();
    tell(session, i - 2, told["params"], 0.35 + 0.3 * std::exp(-20 * ((x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6))));
  }
  return replies + session.reply(R"({"op":"best"})");
}

TEST(Session, DependsOnSeedAndLinesOnly) {
  EXPECT_EQ(drive(5, 24), drive(5, 24));
  EXPECT_NE(drive(5, 24), drive(6, 24));
}

TEST(Session, FindsAPeakWithThreePending) {
  const std::string replies = drive(2, 40);
  const Json best = parse_json(replies.substr(replies.rfind("{\"params\"")));
  EXPECT_NEAR(best["params"]["x"].get<double>(), 0.3, 0.06);
  EXPECT_NEAR(best["params"]["y"].get<double>(), 0.6, 0.06);
}

TEST(Session, StartsEvenlyAndGoesOnByTheModel) {
  for (const Acquisition acquisition : {Acquisition::expected_improvement, Acquisition::upper_confidence_bound}) {
    Session session({.seed = 1, .acquisition = acquisition});
    session.reply(R"({"op":"space","parameters":[{"name":"x","low":0,"high":1}]})");
    std::vector<std::string> chosen_by;
    for (int i = 0; i < 16; ++i) {
      const Json asked = ask(session, i);
      chosen_by.push_back(asked["why"]["chosen_by"].get<std::string>());
      tell(session, i, asked["params"], 0.5 - 0.1 * asked["params"]["x"].get<double>());
    }
    const bool is_improvement = acquisition == Acquisition::expected_improvement;
    const std::string model = is_improvement ? "expected_improvement" : "upper_confidence_bound";
    std::vector<std::string> expected(8, "sobol");
    for (int i = 0; i < 8; ++i) expected.push_back(i % 4 == 3 ? "global" : model);
    EXPECT_EQ(chosen_by, expected);
  }
}

TEST(Session, LeavesARegionThatFails) {
  Session session({.seed = 1});
  session.reply(R"({"op":"space","parameters":[{"name":"x","low":0,"high":1}]})");
  int failures = 0;
  for (int i = 0; i < 40; ++i) {
    const Json params = ask(session, i)["params"];
    const double x = params["x"].get<double>();
    if (x > 0.6) {
      session.reply(json_line({{"op", "failed"}, {"id", i}}));
      ++failures;
    } else {
      tell(session, i, params, 0.3 + 0.5 * x);
    }
  }
  EXPECT_LT(failures, 16);
  EXPECT_GT(parse_json(session.reply(R"({"op":"best"})"))["params"]["x"].get<double>(), 0.5);
}

TEST(Session, GoesOnWhereTheSpaceHasFewPlaces) {
  Session session({.seed = 1});
  session.reply(R"({"op":"space","parameters":[{"name":"n","low":1,"high":3,"scale":"integer"}]})");
  for (int i = 0; i < 20; ++i) {
    const Json params = ask(session, i)["params"];
    tell(session, i, params, 0.1 * params["n"].get<double>());
  }
  EXPECT_EQ(parse_json(session.reply(R"({"op":"best"})"))["params"]["n"], 3);
}

}  // namespace
}  // namespace rootward::optimizer
