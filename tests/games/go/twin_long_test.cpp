// Both boards against the slow twin: thousands of games, up to 19x19.
#include <gtest/gtest.h>

#include "tests/games/go/twin_match.h"

namespace rootward::test {
namespace {

constexpr TwinCase kShapes[] = {{2, 2000}, {3, 600}, {4, 100}, {5, 50}, {7, 15}, {8, 8},
                                {9, 8},    {10, 4},  {11, 4},  {12, 3}, {13, 3}, {19, 1}};

TEST(GoTwinLong, SmallBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes)
    if (shape.size <= SmallBoard::kMaxSize) play_games<SmallBoard>(shape);
}

TEST(GoTwinLong, LargeBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes) play_games<LargeBoard>(shape);
}

}  // namespace
}  // namespace rootward::test
