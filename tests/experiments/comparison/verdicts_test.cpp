// Verdicts on simulated boards: how often they are wrong, and how often they decide. Few boards among the unit tests,
// many among the slow ones (ROOTWARD_BOARDS).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/experiments/comparison/simulated_boards.h"

namespace rootward::testing {
namespace {

constexpr int kBoards = ROOTWARD_BOARDS;

/// A share of the boards; of few boards with room for three standard errors.
double share_of_boards(double share, int sign) {
  const double room = kBoards < 10000 ? 3 * std::sqrt(share * (1 - share) * kBoards) : 0;
  return share * kBoards + sign * room;
}

TEST(Verdicts, AFalseDisagreementIsOnFewBoards) {
  for (const std::uint64_t games : {1000U, 10000U}) {
    for (const double deviation : {0.25, 0.354}) {
      const int wrong =
          count_boards({.boards = kBoards, .games = games, .pair_deviation = deviation}, 31, has_disagreement);
      RecordProperty("wrong_of_" + std::to_string(games) + (deviation < 0.3 ? "_paired" : "_unpaired"), wrong);
      EXPECT_LE(wrong, share_of_boards(0.07, 1)) << games << " games, pair deviation " << deviation;
      EXPECT_GT(wrong, 0) << "a rule that never disagrees says nothing";
    }
  }
}

TEST(Verdicts, TheSameGainAgreesAtAThousandGames) {
  const auto truth = [](const comparison::PublishedCell& cell) {
    return cell.by.method == "softmax-2" && cell.by.opponent == "average" ? 0.578 : -1.0;
  };
  const int agree = count_boards({.boards = kBoards, .redraws_published = false, .truth = truth}, 32,
                                 [](const auto& board) { return verdict_on_softmax(board) == "agree"; });
  EXPECT_GE(agree, share_of_boards(0.95, -1));
}

TEST(Verdicts, NoGainDisagreesWithThePapersLargestAtTenThousandGames) {
  const int disagree = count_boards({.boards = kBoards, .games = 10000, .redraws_published = false, .ours_even = true},
                                    33, [](const auto& board) { return verdict_on_softmax(board) == "disagree"; });
  EXPECT_GE(disagree, share_of_boards(0.99, -1));
}

}  // namespace
}  // namespace rootward::testing
