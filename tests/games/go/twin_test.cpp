// Both boards against the slow twin: some games on small boards.
#include <gtest/gtest.h>

#include "tests/games/go/twin_match.h"

namespace rootward::test {
namespace {

constexpr TwinCase kShapes[] = {{2, 30}, {3, 12}, {5, 2}, {7, 1}};

TEST(GoTwin, SmallBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes)
    if (shape.size <= SmallBoard::kMaxSize) play_games<SmallBoard>(shape);
}

TEST(GoTwin, LargeBoardPlaysAsTheTwin) {
  for (const TwinCase& shape : kShapes) play_games<LargeBoard>(shape);
}

}  // namespace
}  // namespace rootward::test
