// Parameters: defaults, types, ranges, lists, choices, and what errors say.
#include "core/params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rootward {
namespace {

using ::testing::HasSubstr;

ParamSpec real_spec(const std::string& key, double low, double high, double fallback) {
  ParamSpec spec;
  spec.key = key;
  spec.type = ParamType::real;
  spec.low = low;
  spec.high = high;
  spec.fallback = fallback;
  return spec;
}

std::string message_of(const std::vector<ParamSpec>& specs, const GivenParams& given) {
  try {
    resolve_params(specs, given);
  } catch (const ParamError& error) {
    return error.key() + ": " + error.what();
  }
  return "";
}

TEST(Params, DefaultsAreWrittenOut) {
  const std::vector<ParamSpec> specs = {real_spec("alpha", 0, 1, 0.25)};
  EXPECT_EQ(resolve_params(specs, {}).real("alpha"), 0.25);
  EXPECT_EQ(resolve_params(specs, {{"alpha", std::int64_t{1}}}).real("alpha"), 1.0);
  EXPECT_EQ(resolve_params(specs, {}), resolve_params(specs, {{"alpha", 0.25}}));
}

TEST(Params, RangeEndsAreIncludedUnlessOpen) {
  std::vector<ParamSpec> specs = {real_spec("alpha", 0, 1, 0.25)};
  EXPECT_EQ(resolve_params(specs, {{"alpha", 0.0}}).real("alpha"), 0.0);
  specs[0].low_open = true;
  EXPECT_THROW(resolve_params(specs, {{"alpha", 0.0}}), ParamError);
  EXPECT_THAT(message_of(specs, {{"alpha", 1.5}}), HasSubstr("1.5 is not allowed; allowed: a number in (0, 1]"));
  EXPECT_EQ(resolve_params(specs, {{"alpha", 1.0}}).real("alpha"), 1.0);
  specs[0].high_open = true;
  EXPECT_EQ(resolve_params(specs, {{"alpha", 0.9999999999}}).real("alpha"), 0.9999999999);
  EXPECT_THAT(message_of(specs, {{"alpha", 1.0}}), HasSubstr("1 is not allowed; allowed: a number in (0, 1)"));
  specs[0].low = -kNoLimit;
  EXPECT_THAT(message_of(specs, {{"alpha", 1.0}}), HasSubstr("allowed: a number < 1"));
}

TEST(Params, UnknownKeysNameTheNearest) {
  const std::vector<ParamSpec> specs = {real_spec("alpha", 0, 1, 0.25)};
  EXPECT_THAT(message_of(specs, {{"aplha", 0.5}}),
              HasSubstr("aplha: unknown key; known keys: alpha; did you mean alpha?"));
}

TEST(Params, WrongTypesAreRefused) {
  const std::vector<ParamSpec> specs = {real_spec("alpha", 0, 1, 0.25)};
  EXPECT_THROW(resolve_params(specs, {{"alpha", std::string("much")}}), ParamError);
  EXPECT_THROW(resolve_params(specs, {{"alpha", true}}), ParamError);
  EXPECT_THROW(resolve_params(specs, {{"alpha", std::numeric_limits<double>::quiet_NaN()}}), ParamError);
}

TEST(Params, RequiredAndOptional) {
  ParamSpec required;
  required.key = "g";
  required.type = ParamType::real_list;
  required.required = true;
  required.min_count = 2;
  required.max_count = 3;
  required.low = -10;
  required.high = 10;
  ParamSpec optional;
  optional.key = "note";
  optional.type = ParamType::text;
  const std::vector<ParamSpec> specs = {required, optional};
  EXPECT_THAT(message_of(specs, {}), HasSubstr("g: is required: a list of 2 to 3 numbers, each in [-10, 10]"));
  const Params params = resolve_params(specs, {{"g", std::vector<double>{1, -2.5}}});
  EXPECT_FALSE(params.has("note"));
  EXPECT_TRUE(params.has("g"));
  EXPECT_EQ(param_text(params.values().at("g")), "[1, -2.5]");
  EXPECT_THROW(resolve_params(specs, {{"g", std::vector<double>{1}}}), ParamError);
  EXPECT_THROW(resolve_params(specs, {{"g", std::vector<double>{1, 11}}}), ParamError);
}

TEST(Params, ChoicesSuggestTheNearest) {
  ParamSpec spec;
  spec.key = "own";
  spec.type = ParamType::choice;
  spec.choices = {"blend", "drop"};
  spec.fallback = std::string("blend");
  EXPECT_EQ(resolve_params(std::vector<ParamSpec>{spec}, {}).text("own"), "blend");
  EXPECT_THAT(message_of({spec}, {{"own", std::string("blnd")}}), HasSubstr("did you mean blend?"));
}

TEST(Params, NumbersReadBackExactly) {
  for (double value : {0.1, 1.0 / 3.0, 1e-12, -7.25, 12345678.0}) {
    EXPECT_EQ(std::stod(param_text(value)), value);
  }
}

}  // namespace
}  // namespace rootward
