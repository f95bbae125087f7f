// Both boards against the slow twin: hundreds of games a rule set, up to 19x19.
#include <gtest/gtest.h>

#include "tests/games/go/twin_match.h"

namespace rootward::test {
namespace {

constexpr TwinCase kShapes[] = {{2, 300}, {3, 100}, {4, 30}, {5, 12}, {7, 4},  {8, 3},
                                {9, 3},   {10, 2},  {11, 2}, {12, 1}, {13, 1}, {19, 1}};

TEST(GoTwinLong, SmallBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes)
    if (shape.size <= SmallBoard::kMaxSize) play_games<SmallBoard>(shape);
}

TEST(GoTwinLong, LargeBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes) play_games<LargeBoard>(shape);
}

}  // namespace
}  // namespace rootward::test
