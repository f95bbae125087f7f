// Scalars are typed by the core schema of YAML 1.2, table by table.
#include "lab/config/yaml_scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lab/config/yaml_document.h"
#include "lab/config/yaml_text.h"

namespace rootward::config {
namespace {

ParamValue value_of(const std::string& yaml) { return scalar_value(parse_yaml(yaml, "test")); }

TEST(YamlScalar, NullsAndFlags) {
  for (const char* text : {"", "~", "null", "Null", "NULL"})
    EXPECT_TRUE(std::holds_alternative<std::monostate>(value_of(text))) << text;
  for (const char* text : {"true", "True", "TRUE"}) EXPECT_EQ(value_of(text), ParamValue(true)) << text;
  for (const char* text : {"false", "False", "FALSE"}) EXPECT_EQ(value_of(text), ParamValue(false)) << text;
}

TEST(YamlScalar, WordsOfOlderYamlAreText) {
  for (const char* text : {"yes", "no", "on", "off", "tRUE", "nUll", "1:30", "0b1", "1_000", "12e03x", "0x", "0o8",
                           "+",   ".",  "e5", "1e",  "1e+",  "--1",  "+-1",  "inf", "nan",   "0xg",    "1 2"})
    EXPECT_EQ(value_of(text), ParamValue(std::string(text))) << text;
}

TEST(YamlScalar, Integers) {
  const std::vector<std::pair<std::string, std::int64_t>> table = {{"0", 0},
                                                                   {"-0", 0},
                                                                   {"+12", 12},
                                                                   {"017", 17},
                                                                   {"0x1F", 31},
                                                                   {"0o17", 15},
                                                                   {"-5", -5},
                                                                   {"9223372036854775807", INT64_MAX},
                                                                   {"-9223372036854775808", INT64_MIN}};
  for (const auto& [text, value] : table) EXPECT_EQ(value_of(text), ParamValue(value)) << text;
}

TEST(YamlScalar, Reals) {
  const std::vector<std::pair<std::string, double>> table = {
      {"1.5", 1.5},    {".5", 0.5},        {"5.", 5.0},
      {"1e3", 1000.0}, {"+1.5E-2", 0.015}, {"-0.25", -0.25},
      {"-0.0", 0.0},   {"1.e2", 100.0},    {"9223372036854775808", 9223372036854775808.0}};
  for (const auto& [text, value] : table) {
    ASSERT_EQ(value_of(text), ParamValue(value)) << text;
    EXPECT_FALSE(std::signbit(std::get<double>(value_of(text))) && value == 0) << text;
  }
}

TEST(YamlScalar, NumbersThatNoRangeTakes) {
  for (const char* text : {".inf", "-.inf", "+.Inf", "1e999", "-1e999", "1e-999", ".nan", ".NaN"})
    EXPECT_FALSE(std::isfinite(std::get<double>(value_of(text)))) << text;
}

TEST(YamlScalar, QuotesMakeText) {
  for (const char* text : {"\"5\"", "'5'", "!!str 5", "|-\n  5"})
    EXPECT_EQ(value_of(text), ParamValue(std::string("5"))) << text;
}

TEST(YamlScalar, UnsignedIntegers) {
  EXPECT_EQ(unsigned_value(parse_yaml("18446744073709551615", "test")), UINT64_MAX);
  EXPECT_EQ(unsigned_value(parse_yaml("0xffffffffffffffff", "test")), UINT64_MAX);
  for (const char* text :
       {"18446744073709551616", "-1", "1.5", "4.0", "9007199254740993.0", "1e20", "'1'", "x", "", "[1]"})
    EXPECT_FALSE(unsigned_value(parse_yaml(text, "test")).has_value()) << text;
  EXPECT_EQ(unsigned_value(parse_yaml("1e4", "test")), 10000U);
  EXPECT_EQ(unsigned_value(parse_yaml("+900719925474099301e1", "test")), 9007199254740993010U);
}

TEST(YamlScalar, AKeyForWholeNumbersTakesNoReal) {
  const auto whole = [](const std::string& yaml) { return whole_value(parse_yaml(yaml, "test")); };
  EXPECT_EQ(whole("1e4"), ParamValue(std::int64_t{10000}));
  EXPECT_EQ(whole("-2E3"), ParamValue(std::int64_t{-2000}));
  EXPECT_EQ(whole("7"), ParamValue(std::int64_t{7}));
  for (const char* text : {"4.0", "9007199254740993.0", "9223372036854775808", "1e19", "1.5", ".inf"})
    EXPECT_EQ(whole(text), ParamValue(std::string(text))) << text;
}

TEST(YamlText, EveryTextReadsBack) {
  for (const std::string text :
       {"",          "plain",       "null",     "true", "5",  "0x1", "a: b", "# no", "two words", "\"q\"", "\\",
        "tab\there", "line\nbreak", "\xc3\xa9", ".inf", "-x", "~",   "a,b",  "[",    "e1",        "{}",    "\x7f",
        "\x01",      " lead",       "*a",       "&a",   "!t", "%",   "@",    "?",    ":"}) {
    const YamlNode node = parse_yaml("[" + yaml_text(text) + "]", "test");
    ASSERT_EQ(node.items.size(), 1U) << text;
    EXPECT_EQ(scalar_value(node.items[0]), ParamValue(text)) << yaml_text(text);
  }
}

}  // namespace
}  // namespace rootward::config
