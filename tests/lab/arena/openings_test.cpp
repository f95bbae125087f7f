// Openings: distinct up to symmetry while there are any, the same whatever is asked for and by however many threads.
#include "lab/arena/openings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "core/errors.h"
#include "tests/lab/arena/strip_game.h"

namespace rootward {
namespace {

using testing::StripGame;

bool never_stopped() { return false; }

/// Even where the first seat has cell a or its mirror image; counts how often it is asked.
class EdgeJudge final : public OpeningJudge {
 public:
  explicit EdgeJudge(std::atomic<int>& asked) : asked_(asked) {}
  double expected_score(const Position& position) override {
    ++asked_;
    const std::string cells = position.to_text();
    return cells.front() == 'x' || cells.back() == 'x' ? 0.5 : 0.9;
  }

 private:
  std::atomic<int>& asked_;
};

JudgeFactory no_judge() {
  return [](const Game&) -> std::unique_ptr<OpeningJudge> { throw RunError("nobody asked for balance"); };
}

OpeningSettings random_plies(int plies) {
  OpeningSettings settings;
  settings.random_plies = plies;
  return settings;
}

std::vector<MoveSequence> first(const Game& game, const OpeningSettings& settings, std::size_t count,
                                std::uint64_t seed = 1, std::size_t threads = 1, JudgeFactory judge = no_judge()) {
  Openings openings(game, settings, seed, "config.yaml", std::move(judge));
  openings.prepare(count, threads, never_stopped);
  std::vector<MoveSequence> sequences;
  for (std::size_t k = 0; k < count; ++k) sequences.push_back(openings.at(k));
  return sequences;
}

std::size_t classes(const Game& game, const std::vector<MoveSequence>& sequences) {
  std::set<std::uint64_t> hashes;
  for (const MoveSequence& moves : sequences) hashes.insert(position_after(game, moves)->canonical_hash());
  return hashes.size();
}

TEST(Openings, WithoutSettingsAreTheStart) {
  const StripGame game(5);
  const std::vector<MoveSequence> openings = first(game, {}, 3);
  for (const MoveSequence& moves : openings) EXPECT_TRUE(moves.empty());
}

TEST(Openings, CountsClassesUpToSymmetryWithoutPasses) {
  const StripGame game(5);
  // Two different cells in order: 20 strips, each with another as its mirror image.
  const Openings openings(game, random_plies(2), 1, "config.yaml", no_judge());
  EXPECT_EQ(openings.available(), 10U);
}

TEST(Openings, RepeatOnlyWhenAllAreUsedAndThenInAnotherOrder) {
  const StripGame game(7);  // 7 * 6 / 2 = 21 classes of two plies
  const std::vector<MoveSequence> openings = first(game, random_plies(2), 63);
  for (std::size_t round = 0; round < 3; ++round) {
    const auto begin = openings.begin() + static_cast<std::ptrdiff_t>(21 * round);
    EXPECT_EQ(classes(game, {begin, begin + 21}), 21U) << "round " << round;
  }
  EXPECT_FALSE(std::equal(openings.begin(), openings.begin() + 21, openings.begin() + 21));
}

TEST(Openings, DoNotDependOnHowManyAreAskedFor) {
  const StripGame game(7);
  const std::vector<MoveSequence> few = first(game, random_plies(2), 10);
  const std::vector<MoveSequence> many = first(game, random_plies(2), 50);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, first(game, random_plies(2), 10, 2)) << "another seed, another order";
}

TEST(Openings, AreSampledWhereTheyAreTooManyToCount) {
  const StripGame game(26);
  const Openings unprepared(game, random_plies(6), 1, "config.yaml", no_judge());
  EXPECT_EQ(unprepared.available(), std::nullopt);
  const std::vector<MoveSequence> openings = first(game, random_plies(6), 2000);
  EXPECT_EQ(classes(game, openings), 2000U);
  for (const MoveSequence& moves : openings) {
    ASSERT_EQ(moves.size(), 6U);
    EXPECT_EQ(std::ranges::count(moves, game.facts().pass_action), 0);
  }
  const std::vector<MoveSequence> few = first(game, random_plies(6), 100);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), openings.begin()));
}

TEST(Openings, StayWithinTheBalanceWindowForAnyNumberOfThreads) {
  const StripGame game(9);
  OpeningSettings settings = random_plies(2);
  settings.balance = {0.4, 0.6};
  std::atomic<int> asked{0};
  const JudgeFactory judge = [&](const Game&) { return std::make_unique<EdgeJudge>(asked); };
  // The first seat at an edge, the second on any of 8 other cells: 8 classes of the 36.
  const std::vector<MoveSequence> openings = first(game, settings, 20, 1, 1, judge);
  EXPECT_EQ(classes(game, openings), 8U);
  EXPECT_EQ(classes(game, {openings.begin(), openings.begin() + 8}), 8U);
  EXPECT_EQ(asked, 36) << "every class is judged once";
  Openings counted(game, settings, 1, "config.yaml", judge);
  EXPECT_EQ(counted.available(), 36U);
  counted.prepare(8, 1, never_stopped);
  EXPECT_EQ(counted.available(), 36U) << "not all were looked at";
  counted.prepare(9, 1, never_stopped);
  EXPECT_EQ(counted.available(), 8U) << "what is within the window";
  EXPECT_EQ(openings, first(game, settings, 20, 1, 3, judge));
}

TEST(Openings, WithoutAnyBalancedOneAreAnError) {
  const StripGame game(9);
  OpeningSettings settings = random_plies(2);
  settings.balance = {0.0, 0.1};
  std::atomic<int> asked{0};
  EXPECT_THROW(first(game, settings, 1, 1, 1, [&](const Game&) { return std::make_unique<EdgeJudge>(asked); }),
               UsageError);
}

TEST(Openings, ThatEndTheGameAreNotUsed) {
  const StripGame game(2);
  EXPECT_EQ(first(game, random_plies(1), 1).front().size(), 1U);
  EXPECT_THROW(first(game, random_plies(2), 1), UsageError);
}

TEST(Openings, StopEarlyWhenAsked) {
  const StripGame game(26);
  Openings openings(game, random_plies(6), 1, "config.yaml", no_judge());
  openings.prepare(1000, 1, [] { return true; });
  EXPECT_LT(openings.ready(), 1000U);
}

}  // namespace
}  // namespace rootward
