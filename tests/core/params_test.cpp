// Parameters: defaults, types, ranges, lists, choices, and what errors say.
#include "core/params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/read_number.h"

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

TEST(ReadNumber, AnExponentSpellsAWholeNumberExactly) {
  EXPECT_EQ(whole_with_exponent("1e1"), 10U);
  EXPECT_EQ(whole_with_exponent("25E+2"), 2500U);
  EXPECT_EQ(whole_with_exponent("0e999999999999999999999"), 0U);
  EXPECT_EQ(whole_with_exponent("900719925474099301e1"), 9007199254740993010U) << "no double lies there";
  EXPECT_EQ(whole_with_exponent("18446744073709551615e0"), 18446744073709551615U);
  for (const char* text : {"", "e1", "1e", "1e-1", "1.0e1", "1e1.5", "-1e1", "10", "1e20", "2e19", "1e99999999999999"})
    EXPECT_EQ(whole_with_exponent(text), std::nullopt) << text;
}

TEST(ReadNumber, WithinAFewUnitsInTheLastPlaceOfALimitIsTheLimit) {
  EXPECT_EQ(number_in_limits(0.1 + 0.2, 0, 0.3, Scale::linear), 0.3);
  EXPECT_EQ(number_in_limits(-1e-17, 0, 1, Scale::linear), 0.0) << "rounding of a number of the range's size";
  EXPECT_EQ(number_in_limits(std::nextafter(0.001, 0), 0.001, 10, Scale::log), 0.001);
  EXPECT_EQ(number_in_limits(0.25, 0, 0.3, Scale::linear), 0.25);
  EXPECT_EQ(number_in_limits(0.3 + 1e-13, 0, 0.3, Scale::linear), std::nullopt);
  EXPECT_EQ(number_in_limits(0.001 - 1e-15, 0.001, 10, Scale::log), std::nullopt) << "a small limit's own last place";
  EXPECT_EQ(number_in_limits(std::nextafter(5, 6), 1, 5, Scale::integer), std::nullopt) << "whole numbers are whole";
  EXPECT_EQ(number_in_limits(std::nan(""), 0, 1, Scale::linear), std::nullopt);
}

TEST(CheckParam, ARealThatMayStandForSeveralIntegersIsNone) {
  ParamSpec spec;
  spec.key = "seed";
  spec.type = ParamType::integer;
  spec.fallback = std::int64_t{0};
  spec.low = 0;
  spec.high = 9007199254740992;
  EXPECT_EQ(check_param(spec, 1e4), ParamValue(std::int64_t{10000}));
  EXPECT_EQ(check_param(spec, std::int64_t{9007199254740992}), ParamValue(std::int64_t{9007199254740992}));
  EXPECT_THROW((void)check_param(spec, 9007199254740992.0), ParamError);
}

/// What stored results name must not change when a parameter joins.
TEST(Params, LateOnesAreWrittenOnlyWhereTheyAreNotTheDefault) {
  std::vector<ParamSpec> specs = {real_spec("a", 0, 9, 1), real_spec("b", 0, 9, 2)};
  specs[1].is_late = true;
  const Params plain = resolve_params(specs, {});
  EXPECT_EQ(plain.values().size(), 1U);
  EXPECT_EQ(plain.real("b"), 2);
  EXPECT_TRUE(plain.has("b"));
  EXPECT_EQ(resolve_params(specs, {{"b", 2.0}}), plain) << "given, it is the same";
  const Params other = resolve_params(specs, {{"b", 3.0}});
  EXPECT_EQ(other.values().size(), 2U);
  EXPECT_EQ(other.real("b"), 3);
  EXPECT_FALSE(other == plain);
}

/// In every build: a rule that reads what it does not declare stops before its first value.
TEST(Params, ReadingWhatIsNotThereNamesIt) {
  std::vector<ParamSpec> specs(1);
  specs[0].key = "alpha";
  specs[0].fallback = 0.5;
  const Params params = resolve_params(specs, {});
  const auto message_of = [](auto read) {
    try {
      read();
    } catch (const std::logic_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message_of([&] { (void)params.real("alpah"); }), "no parameter is called alpah");
  EXPECT_EQ(message_of([&] { (void)params.text("alpha"); }), "the parameter alpha is of another type");
}

}  // namespace
}  // namespace rootward
