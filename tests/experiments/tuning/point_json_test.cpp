// Points and spaces in JSON.
#include "experiments/tuning/point_json.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/errors.h"
#include "tests/experiments/tuning/tuning_texts.h"

namespace rootward::tuning {
namespace {

using ::testing::HasSubstr;

std::string refusal(const char* params) {
  try {
    (void)read_point(testing::small_tuning(), parse_json(params), "--params");
  } catch (const UsageError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem_text(problem) + "\n";
    return all;
  }
  return "";
}

TEST(PointJson, ReadsBackWhatItWrites) {
  const TuningConfig tuning = testing::small_tuning();
  const Point point = testing::small_point(-7.25, 0.9);
  EXPECT_EQ(dump_json(point_json(tuning, point)), R"({"backup.g":[-7.25,-6.25],"search.selection.c":0.9})");
  EXPECT_EQ(read_point(tuning, parse_json(dump_json(point_json(tuning, point)))), point);
  EXPECT_EQ(read_point(tuning, parse_json(R"({"backup.g":[-7,-6],"search.selection.c":1})")), (Point{{-7, -6}, {1}}));
}

TEST(PointJson, RefusesWithEveryProblem) {
  const std::string text = refusal(R"({"backup.g":[-7,0],"search.selection.d":1})");
  EXPECT_THAT(text, HasSubstr("--params: backup.g[1]: 0 is not allowed; allowed: a number in [-9, -3]"));
  EXPECT_THAT(text, HasSubstr("search.selection.d: is no parameter of the tuning"));
  EXPECT_THAT(text, HasSubstr("did you mean search.selection.c?"));
  EXPECT_THAT(text, HasSubstr("search.selection.c: is missing"));
  EXPECT_THAT(refusal("[1]"), HasSubstr("not an object"));
  EXPECT_THAT(refusal(R"({"backup.g":-7,"search.selection.c":1})"), HasSubstr("a list of 2 numbers"));
  EXPECT_THAT(refusal(R"({"backup.g":[-7],"search.selection.c":1})"), HasSubstr("a list of 2 numbers"));
  EXPECT_THAT(refusal(R"({"backup.g":[-7,-6],"search.selection.c":"1"})"), HasSubstr("\"1\" is not allowed"));
}

TEST(PointJson, WhatLiesBesideALimitByRoundingIsTheLimit) {
  const TuningConfig tuning = testing::small_tuning();
  const auto point = [&](double g, double c) {
    return read_point(tuning, {{"backup.g", {g, -6}}, {"search.selection.c", c}});
  };
  EXPECT_EQ(point(std::nextafter(-9, -10), std::nextafter(3, 4)), (Point{{-9, -6}, {3}}));
  EXPECT_THROW((void)point(-9.0001, 1), UsageError);
  EXPECT_THROW((void)point(-7, 3.000001), UsageError);
}

TEST(PointJson, AListAndItsElementsNameTheSameNumbers) {
  EXPECT_THAT(refusal(R"({"backup.g":[-7,-6],"backup.g[1]":-5,"search.selection.c":1})"),
              HasSubstr("--params: backup.g[1]: names a number that backup.g has too"));
  EXPECT_EQ(
      read_point(testing::small_tuning(), parse_json(R"({"backup.g[0]":-7,"backup.g[1]":-5,"search.selection.c":1})")),
      (Point{{-7, -5}, {1}}));
}

TEST(PointJson, IntegersAreWholeAndWrittenSo) {
  const TuningConfig tuning = parse_tuning(R"(name: whole
seed: 1
game: tictactoe
candidate: {backup: average}
opponent: {player: random}
parameters: {search.budget.simulations: {low: 10, high: 50}}
)",
                                           "whole.yaml");
  EXPECT_EQ(dump_json(point_json(tuning, {{20}})), R"({"search.budget.simulations":20})");
  EXPECT_EQ(read_point(tuning, parse_json(R"({"search.budget.simulations":20.0})")), (Point{{20}}));
  EXPECT_THROW((void)read_point(tuning, parse_json(R"({"search.budget.simulations":20.5})")), UsageError);
  EXPECT_EQ(candidate_at(tuning, {{20}}).search.budget.simulations, 20U);
  EXPECT_THAT(space_text(tuning, SpaceFormat::optuna), HasSubstr("IntDistribution"));
}

TEST(PointJson, SpacesInThreeDialects) {
  const TuningConfig tuning = testing::small_tuning();
  const auto json = parse_json(space_text(tuning, SpaceFormat::json));
  EXPECT_EQ(json["schema"], "rootward.space/1");
  EXPECT_EQ(dump_json(json["parameters"]), R"([{"name":"backup.g","low":-9.0,"high":-3.0,"scale":"linear","count":2},)"
                                           R"({"name":"search.selection.c","low":0.2,"high":3.0,"scale":"log"}])");
  const auto optuna = parse_json(space_text(tuning, SpaceFormat::optuna));
  EXPECT_EQ(optuna.size(), 3U);
  EXPECT_EQ(optuna["backup.g[1]"]["name"], "FloatDistribution");
  EXPECT_EQ(optuna["search.selection.c"]["attributes"]["log"], true);
  const auto spearmint = parse_json(space_text(tuning, SpaceFormat::spearmint));
  EXPECT_EQ(dump_json(spearmint["backup.g"]), R"({"name":"backup.g","type":"float","min":-9.0,"max":-3.0,"size":2})");
}

TEST(PointJson, ListsMayBeGivenElementByElementAsOptunaHasThem) {
  const TuningConfig tuning = testing::small_tuning();
  const auto read = [&](const char* text) { return read_point(tuning, parse_json(text)); };
  EXPECT_EQ(read(R"({"backup.g[1]": -5, "backup.g[0]": -6, "search.selection.c": 0.7})"),
            read(R"({"backup.g": [-6, -5], "search.selection.c": 0.7})"));
  const auto optuna = parse_json(space_text(tuning, SpaceFormat::optuna));
  Json suggested = Json::object();
  for (const auto& [name, distribution] : optuna.items()) suggested[name] = distribution["attributes"]["low"];
  EXPECT_EQ(read_point(tuning, suggested), (Point{{-9, -9}, {0.2}})) << "what space exports is accepted";
  EXPECT_THROW(read(R"({"backup.g[0]": -6, "search.selection.c": 0.7})"), UsageError) << "one is missing";
  EXPECT_THROW(read(R"({"backup.g": [-6, -5], "backup.g[0]": -6, "search.selection.c": 0.7})"), UsageError);
}

}  // namespace
}  // namespace rootward::tuning
