// The door through which all JSON comes: what it refuses, and in whose words.
#include "core/json.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "core/errors.h"
#include "core/json_fields.h"
#include "core/rng.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string refusal(const std::string& text) {
  try {
    (void)parse_json(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Json, ReadsEveryKindOfValueAndKeepsTheOrderOfKeys) {
  const std::string text = R"({"z":[1,-2,0.5,1e3,"a\u00e9\n"],"a":{"t":true,"f":false,"n":null},"e":[],"o":{}})";
  const Json value = parse_json(text);
  EXPECT_EQ(value, (Json{{"z", Json::array({1, -2, 0.5, 1000, "a\u00e9\n"})},
                         {"a", {{"t", true}, {"f", false}, {"n", nullptr}}},
                         {"e", Json::array()},
                         {"o", Json::object()}}));
  EXPECT_EQ(dump_json(parse_json(dump_json(value))), dump_json(value));
  EXPECT_NE(value["z"], value["e"]);
  EXPECT_EQ(value["z"][1].get<int>(), -2);
  EXPECT_EQ(value["z"].size(), 5U);
  EXPECT_EQ(value.find("none"), nullptr);
  EXPECT_EQ(dump_json(parse_json(R"({"z":1,"a":[2,{"b":3}]})")), R"({"z":1,"a":[2,{"b":3}]})");
  EXPECT_EQ(parse_json("18446744073709551615").get<std::uint64_t>(), 18446744073709551615U);
  EXPECT_EQ(parse_json(" 7 "), 7);
}

TEST(Json, WholeNumbersWithAnExponentAreWhole) {
  EXPECT_EQ(json_count(parse_json(R"({"games":1e1})")["games"], "games", 100), 10U);
  EXPECT_EQ(parse_json("900719925474099301e1").get<std::uint64_t>(), 9007199254740993010U);
  for (const char* text : {"9007199254740993.0", "10.0", "1e-1", "1e20", "-1e1"})
    EXPECT_TRUE(parse_json(text).is_number_float()) << text;
}

TEST(Json, WhatIsNoJsonIsRefusedWithItsPlaceInOurWords) {
  EXPECT_EQ(refusal("{\"a\":1,}"), "not valid JSON at column 8: '}' is not expected there");
  EXPECT_EQ(refusal("{\"a\":\n nul}"), "not valid JSON at line 2, column 5: '}' is not expected there");
  EXPECT_THAT(refusal("{\"a\":1"), HasSubstr("it ends too early"));
  EXPECT_THAT(refusal("1e999"), HasSubstr("the number 1e999 is too large"));
  for (const std::string text :
       {"", "{", "[1,", "\"a", "{\"a\" 1}", "nan", "01", "[1] 2", "\"\xff\"", "\x01", "{1:2}"}) {
    EXPECT_THAT(refusal(text), Not(HasSubstr("json.exception"))) << text;
    EXPECT_NE(refusal(text), "") << text;
  }
}

TEST(Json, AKeyTwiceInAnObjectIsRefused) {
  EXPECT_EQ(refusal(R"({"score":1,"score":0})"), "score: stands twice in one object");
  EXPECT_EQ(refusal(R"({"a":{"b":1},"c":{"b":1}})"), "");
  EXPECT_THAT(refusal(R"([{"a":{"b":[],"b":2}}])"), HasSubstr("b: stands twice"));
}

TEST(Json, DepthAndKeysHaveLimits) {
  EXPECT_EQ(refusal(std::string(64, '[') + std::string(64, ']')), "");
  EXPECT_THAT(refusal(std::string(65, '[') + std::string(65, ']')), HasSubstr("nested deeper than 64 levels"));
  EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("nested deeper"));
  std::string many = "{\"k\":0";
  for (int i = 0; i < 10'001; ++i) many += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_THAT(refusal(many + "}"), HasSubstr("more than 10000 keys"));
}

TEST(Json, FieldsOfAWrongTypeNameTheirKey) {
  const Json object = parse_json(R"({"text":1,"count":-1,"real":"x","list":{},"texts":[1]})");
  const auto refused = [](auto read) {
    try {
      read();
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused([&] { (void)text_field(object, "text"); }), "text: is 1, not a text");
  EXPECT_THAT(refused([&] { (void)count_field(object, "count"); }), HasSubstr("count: is -1, not a whole number"));
  EXPECT_EQ(refused([&] { (void)real_field(object, "real", 0, 1); }), "real: is \"x\", not a number in 0 .. 1");
  EXPECT_EQ(refused([&] { (void)json_list(object, "list"); }), "list: is {}, not a list");
  EXPECT_EQ(refused([&] { (void)texts_field(object, "texts"); }), "texts: is 1, not a text");
  EXPECT_EQ(refused([&] { (void)text_field(object, "none"); }), "none: is missing");
}

TEST(Json, TextThatIsNotUtf8IsReplacedWhenItIsWritten) {
  EXPECT_EQ(dump_json(Json{{"a", "x\xffy"}}), "{\"a\":\"x\xEF\xBF\xBDy\"}");
}

TEST(Json, WhatIsUsedAsAnotherTypeIsSaid) {
  const auto message_of = [](const auto& read) {
    try {
      read();
    } catch (const Json::Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing is wrong");
  };
  EXPECT_EQ(message_of([] { (void)Json::object().at("mean"); }), "mean is missing");
  EXPECT_EQ(message_of([] { (void)Json("x").get<double>(); }), "is a text, not a number");
}

/// Stored lines are compared by their bytes.
TEST(Json, IsWrittenAsTheLibraryWritesIt) {
  Rng rng(derive_seed(1, "json"));
  for (int i = 0; i < 2000; ++i) {
    const double number = (rng.uniform() - 0.5) * std::pow(10.0, static_cast<double>(rng.below(600)) - 300);
    EXPECT_EQ(dump_json(Json(number)), nlohmann::json(number).dump());
    std::string text;
    for (std::uint32_t length = rng.below(9); length > 0; --length) text += static_cast<char>(rng.below(256));
    EXPECT_EQ(dump_json(Json(text)),
              nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  for (const double number : {0.0, -0.0, 1.0, 1e15, 1e16, 1e-4, 1e-5, 0.1, 5e-324, 1.7976931348623157e308})
    EXPECT_EQ(dump_json(Json(number)), nlohmann::json(number).dump());
  EXPECT_EQ(dump_json(Json(std::numeric_limits<double>::infinity())), "null");
  const std::string text = R"({"a":[1,[],{}],"b":{"c":"x"}})";
  for (const int indent : {-1, 0, 1, 2})
    EXPECT_EQ(dump_json(parse_json(text), indent), nlohmann::ordered_json::parse(text).dump(indent));
}

}  // namespace
}  // namespace rootward
