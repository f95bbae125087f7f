// Records to lines and back.
#include "experiments/estimates/record.h"

#include <gtest/gtest.h>

#include "core/errors.h"

namespace rootward::estimates {
namespace {

SearchRecord search_record() {
  SearchRecord record;
  record.game = "ttt";
  record.instance = 3;
  record.arm = "average+few";
  record.repeat = 2;
  record.seed = 18446744073709551615U;
  record.simulations = {10, 100};
  CurveRecord curve;
  curve.op = "average";
  curve.values = {0.1, 1.0 / 3};
  curve.moves = {"a1", "b2"};
  curve.regrets = {1, 0};
  curve.cumulative_regrets = {4, 9.5};
  curve.optimal_shares = {0.6, 0.9};
  curve.is_pv_right = {0, -1};
  curve.wrong_orders = {0.25, -1};
  curve.fallbacks = 3;
  record.curves = {curve};
  record.profiles = {
      {.op = "average",
       .by_visits = {{.bin = 2, .nodes = 5, .bias = -0.5, .squares = 1.5, .pairs = 4, .discordant = 0.5}},
       .by_depth = {}}};
  record.cpu_seconds = 0.25;
  return record;
}

TEST(StudyRecord, LinesReadBack) {
  const std::string line = to_json_line(search_record());
  EXPECT_NE(line.find(R"("id":"ttt:3:average+few:2")"), std::string::npos);
  const RecordLine parsed = parse_record_line(line);
  ASSERT_TRUE(parsed.search && !parsed.truth);
  EXPECT_EQ(to_json_line(*parsed.search), line);
  TruthRecord truth;
  truth.game = "ttt";
  truth.instance = 3;
  truth.moves = {"a1"};
  truth.value = -1;
  truth.root_moves = {"b2", "c3"};
  truth.move_values = {-1, -1};
  truth.alpha_beta_nodes = 77;
  const RecordLine again = parse_record_line(to_json_line(truth));
  ASSERT_TRUE(again.truth && !again.search);
  EXPECT_EQ(to_json_line(*again.truth), to_json_line(truth));
}

TEST(StudyRecord, NumbersHaveNineSignificantDigits) {
  SearchRecord record = search_record();
  record.curves[0].values = {2.0 / 3, -1.0 / 30};
  record.curves[0].regrets = {1.0 / 3e17, 1};
  record.cpu_seconds = 12345.67890123;
  const std::string line = to_json_line(record);
  for (const char* part : {R"("values":[0.666666667,-0.0333333333])", R"("regrets":[3.33333333e-18,1.0])",
                           R"("cpu_seconds":12345.6789)", R"("seed":18446744073709551615)"})
    EXPECT_NE(line.find(part), std::string::npos) << part << line;
  const SearchRecord again = parse_record_line(line).search.value();
  EXPECT_GT(again.curves[0].regrets[0], 0) << "still no optimal move";
  EXPECT_EQ(to_json_line(again), line);
}

TEST(StudyRecord, LinesOfProgramsThatDidNotTellWrongOrdersReadBack) {
  SearchRecord old = search_record();
  old.curves[0].wrong_orders.clear();
  const std::string line = to_json_line(old);
  EXPECT_EQ(line.find("wrong_orders"), std::string::npos);
  EXPECT_EQ(to_json_line(*parse_record_line(line).search), line);
}

TEST(StudyRecord, WrongLinesAreRefused) {
  EXPECT_THROW((void)parse_record_line("{"), UsageError);
  EXPECT_THROW((void)parse_record_line(R"({"schema":"rootward.game/1"})"), UsageError);
  SearchRecord uneven = search_record();
  uneven.curves[0].regrets.pop_back();
  EXPECT_THROW((void)to_json_line(uneven), RunError);
  SearchRecord no_share = search_record();
  no_share.curves[0].wrong_orders = {0.25, -0.5};
  EXPECT_THROW((void)to_json_line(no_share), RunError);
  no_share.curves[0].wrong_orders = {0.25};
  EXPECT_THROW((void)to_json_line(no_share), RunError);
}

TEST(StudyRecord, WhatWouldNotBeReadIsNotWritten) {
  SearchRecord huge = search_record();
  huge.curves[0].values = {0.1, 1e300};
  EXPECT_THROW((void)to_json_line(huge), RunError);
  std::string line = to_json_line(search_record());
  line.replace(line.find("0.333"), 5, "9e300, 0.333");
  try {
    (void)parse_record_line(line);
    ADD_FAILURE() << "9e300 is no estimate";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).find("values: is 9e+300, not a number in "), 0U) << error.what();
  }
}

}  // namespace
}  // namespace rootward::estimates
