// Labelled lines of a text.
#include "lab/report/facts.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(Facts, TextsStandBelowEachOtherWhateverTheLabels) {
  EXPECT_EQ(facts_text({{"game", "go"}, {"intervals", "Wilson"}}),
            "game          go\n"
            "intervals     Wilson\n");
  EXPECT_EQ(facts_text({{"game", "go"}, {"not the paper's", "simulations"}}),
            "game            go\n"
            "not the paper's simulations\n");
}

TEST(Facts, FurtherLinesBeginBelowTheText) {
  EXPECT_EQ(wrapped("label ", std::string(100, 'a') + " bbbbb"), "label " + std::string(100, 'a') + "\n      bbbbb\n");
}

}  // namespace
}  // namespace rootward
