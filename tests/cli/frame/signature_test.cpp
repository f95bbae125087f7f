// The bench signature against the recorded one.
#include "cli/bench/signature.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace rootward::bench {
namespace {

TEST(BenchSignature, IsTheRecordedOne) {
  std::ifstream file(ROOTWARD_SOURCE_DIR "/tests/data/bench_signature.txt");
  std::string recorded;
  ASSERT_TRUE(file >> recorded) << "tests/data/bench_signature.txt cannot be read";
  EXPECT_EQ(signature(), recorded)
      << "The behaviour of rules, search or operators has changed. If that is meant: write the output of\n"
         "`rootward tool bench --signature` into tests/data/bench_signature.txt and name it in the commit message.";
}

}  // namespace
}  // namespace rootward::bench
