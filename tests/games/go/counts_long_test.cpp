// The 43 million colourings of 4x4, each stone's liberties looked at.
#include <gtest/gtest.h>

#include "tests/games/go/boards.h"

namespace rootward::test {
namespace {

TEST(GoCountsLong, LegalPositionsOfFourByFour) { EXPECT_EQ(legal_colourings(SmallBoard(4), 0), 24318165); }

}  // namespace
}  // namespace rootward::test
