// Problem texts, usage errors and nearest names.
#include "core/errors.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(Errors, ProblemTextLeavesOutWhatIsUnknown) {
  Problem problem;
  problem.message = "boom";
  EXPECT_EQ(problem_text(problem), "boom");
  problem.path = "players.a";
  EXPECT_EQ(problem_text(problem), "players.a: boom");
  problem.file = "x.yaml";
  EXPECT_EQ(problem_text(problem), "x.yaml: players.a: boom");
  problem.line = 3;
  problem.column = 7;
  EXPECT_EQ(problem_text(problem), "x.yaml:3:7: players.a: boom");
}

TEST(Errors, UsageErrorTellsAllProblems) {
  Problem first;
  first.message = "one";
  Problem second;
  second.message = "two";
  const UsageError error({first, second});
  EXPECT_STREQ(error.what(), "one\ntwo");
  EXPECT_EQ(error.problems().size(), 2U);
  EXPECT_EQ(UsageError("alone").problems().size(), 1U);
}

TEST(Errors, NearestNameFindsTypingSlips) {
  const std::vector<std::string> names = {"average", "softmax", "monotone", "max"};
  EXPECT_EQ(nearest_name("averge", names), "average");
  EXPECT_EQ(nearest_name("sfotmax", names), "softmax");
  EXPECT_EQ(nearest_name("MAX", names), "max");
  EXPECT_EQ(nearest_name("completely_else", names), "");
  EXPECT_EQ(nearest_name("average", std::vector<std::string>{}), "");
}

}  // namespace
}  // namespace rootward
