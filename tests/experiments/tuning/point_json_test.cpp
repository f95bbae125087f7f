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
    (void)read_point(testing::small_tuning(), nlohmann::json::parse(params), "--params");
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
  EXPECT_EQ(point_json(tuning, point).dump(), R"({"backup.g":[-7.25,-6.25],"search.selection.c":0.9})");
  EXPECT_EQ(read_point(tuning, nlohmann::json::parse(point_json(tuning, point).dump())), point);
  EXPECT_EQ(read_point(tuning, nlohmann::json::parse(R"({"backup.g":[-7,-6],"search.selection.c":1})")),
            (Point{{-7, -6}, {1}}));
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
  EXPECT_EQ(read_point(testing::small_tuning(),
                       nlohmann::json::parse(R"({"backup.g[0]":-7,"backup.g[1]":-5,"search.selection.c":1})")),
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
  EXPECT_EQ(point_json(tuning, {{20}}).dump(), R"({"search.budget.simulations":20})");
  EXPECT_EQ(read_point(tuning, nlohmann::json::parse(R"({"search.budget.simulations":20.0})")), (Point{{20}}));
  EXPECT_THROW((void)read_point(tuning, nlohmann::json::parse(R"({"search.budget.simulations":20.5})")), UsageError);
  EXPECT_EQ(candidate_at(tuning, {{20}}).search.budget.simulations, 20U);
  EXPECT_THAT(space_text(tuning, SpaceFormat::optuna), HasSubstr("IntDistribution"));
}

TEST(PointJson, SpacesInThreeDialects) {
  const TuningConfig tuning = testing::small_tuning();
  const auto json = nlohmann::json::parse(space_text(tuning, SpaceFormat::json));
  EXPECT_EQ(json["schema"], "rootward.space/1");
  EXPECT_EQ(json["parameters"].dump(), R"([{"count":2,"high":-3.0,"low":-9.0,"name":"backup.g","scale":"linear"},)"
                                       R"({"high":3.0,"low":0.2,"name":"search.selection.c","scale":"log"}])");
  const auto optuna = nlohmann::json::parse(space_text(tuning, SpaceFormat::optuna));
  EXPECT_EQ(optuna.size(), 3U);
  EXPECT_EQ(optuna["backup.g[1]"]["name"], "FloatDistribution");
  EXPECT_EQ(optuna["search.selection.c"]["attributes"]["log"], true);
  const auto spearmint = nlohmann::json::parse(space_text(tuning, SpaceFormat::spearmint));
  EXPECT_EQ(spearmint["backup.g"].dump(), R"({"max":-3.0,"min":-9.0,"name":"backup.g","size":2,"type":"float"})");
}

TEST(PointJson, ListsMayBeGivenElementByElementAsOptunaHasThem) {
  const TuningConfig tuning = testing::small_tuning();
  const auto read = [&](const char* text) { return read_point(tuning, nlohmann::json::parse(text)); };
  EXPECT_EQ(read(R"({"backup.g[1]": -5, "backup.g[0]": -6, "search.selection.c": 0.7})"),
            read(R"({"backup.g": [-6, -5], "search.selection.c": 0.7})"));
  const auto optuna = nlohmann::json::parse(space_text(tuning, SpaceFormat::optuna));
  nlohmann::json suggested = nlohmann::json::object();
  for (const auto& [name, distribution] : optuna.items()) suggested[name] = distribution["attributes"]["low"];
  EXPECT_EQ(read_point(tuning, suggested), (Point{{-9, -9}, {0.2}})) << "what space exports is accepted";
  EXPECT_THROW(read(R"({"backup.g[0]": -6, "search.selection.c": 0.7})"), UsageError) << "one is missing";
  EXPECT_THROW(read(R"({"backup.g": [-6, -5], "backup.g[0]": -6, "search.selection.c": 0.7})"), UsageError);
}

}  // namespace
}  // namespace rootward::tuning
