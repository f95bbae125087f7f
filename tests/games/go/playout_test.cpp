// Random playouts: published averages, the exact uniform choice, the policy's borders, the bit selection below them.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "games/select_bit.h"
#include "tests/games/go/boards.h"
#include "tests/games/go/playout_match.h"
#include "tests/games/go/twin.h"

namespace rootward::test {
namespace {

int naive_select(std::uint64_t word, int rank) {
  for (int bit = 0; bit < 64; ++bit)
    if ((word >> bit & 1) != 0 && rank-- == 0) return bit;
  return -1;
}

TEST(SelectBit, FindsEveryMember) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    std::uint64_t word = rng.next();
    if (round % 3 == 1) word &= rng.next() & rng.next();
    if (round % 3 == 2) word |= rng.next() | rng.next();
    for (int rank = 0; rank < std::popcount(word); ++rank) {
      ASSERT_EQ(select_bit(word, rank), naive_select(word, rank)) << word;
#if defined(__x86_64__)
      if (__builtin_cpu_supports("bmi2")) {
        ASSERT_EQ(Bmi2Select{}(word, rank), naive_select(word, rank)) << word;
      }
#endif
    }
  }
  EXPECT_EQ(select_bit(~std::uint64_t{0}, 63), 63);
  EXPECT_EQ(select_bit(std::uint64_t{1} << 63, 0), 63);
}

template <class Board>
class GoPlayout : public ::testing::Test {};
TYPED_TEST_SUITE(GoPlayout, BothBoards);

/// From the empty 9x9 board 111.1 moves with passes, Black ahead on area in 0.524 of the games at komi 0.5.
TYPED_TEST(GoPlayout, KeepsThePublishedAverages) {
  constexpr int kPlayouts = 20000;
  const GoRules rules = go_rules(9);
  const Go<TypeParam> position(rules);
  Rng rng(derive_seed(1, "averages"));
  double plies = 0, squares = 0, wins = 0;
  for (int i = 0; i < kPlayouts; ++i) {
    const PlayoutResult result = position.random_playout(rng);
    plies += result.plies;
    squares += static_cast<double>(result.plies) * result.plies;
    wins += result.value > 0;
  }
  const double mean = plies / kPlayouts;
  const double error = std::sqrt((squares / kPlayouts - mean * mean) / kPlayouts);
  EXPECT_LT(error, 0.15);
  EXPECT_NEAR(mean, 111.1, 0.05 + 3 * error);
  EXPECT_NEAR(wins / kPlayouts, 0.524, 0.0005 + 3 * std::sqrt(0.25 / kPlayouts));
}

/// Chi-square of the first move against the uniform choice among candidates that are no suicide. The limit is the
/// 99.9 % quantile (Wilson & Hilferty 1931); the seed is fixed.
template <class Board>
void expect_uniform(const Board& board, Seat seat, Point ko, const std::vector<int>& candidates, std::uint64_t seed) {
  constexpr int kDraws = 40000;
  Rng rng(seed);
  std::map<int, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[board.random_point(seat, ko, rng)];
  const double expected = static_cast<double>(kDraws) / static_cast<double>(candidates.size());
  double chi_square = 0;
  int drawn = 0;
  for (int candidate : candidates) {
    drawn += counts[candidate];
    chi_square += (counts[candidate] - expected) * (counts[candidate] - expected) / expected;
  }
  EXPECT_EQ(drawn, kDraws) << "a point outside of the policy was drawn";
  const double freedom = static_cast<double>(candidates.size()) - 1;
  const double spread = 2 / (9 * freedom);
  EXPECT_LT(chi_square, freedom * std::pow(1 - spread + 3.0902 * std::sqrt(spread), 3));
}

TYPED_TEST(GoPlayout, DrawsUniformlyFromTheEmptyBoard) {
  for (int size : {5, 9}) {
    std::vector<int> all;
    for (int point = 0; point < size * size; ++point) all.push_back(point);
    expect_uniform(TypeParam(size), Seat::first, kNoPoint, all, 3);
  }
}

/// Late positions of 5x5 playouts in which eyes, a ko or suicides narrow the choice: the rest is drawn uniformly.
TYPED_TEST(GoPlayout, DrawsUniformlyAmongWhatIsLeft) {
  std::size_t suicides = 0;
  int eyes = 0, kos = 0, tried = 0;
  for (std::uint64_t seed = 0; seed < 400 && (tried < 10 || kos == 0); ++seed) {
    const GoRules rules = go_rules(5, KoRule::simple);
    Go<TypeParam> position(rules);
    TwinGo twin(rules);
    Rng rng(seed);
    for (int ply = 0; ply < 22; ++ply) {
      const std::vector<int> points = twin.playout_moves();
      const int action = points.empty() ? twin.pass() : points[rng.below(static_cast<std::uint32_t>(points.size()))];
      if (twin.is_over()) break;
      position.play(static_cast<Action>(action));
      twin.play(action);
    }
    const std::vector<int> choice = twin.playout_moves();
    const std::size_t struck_off = twin.playout_candidates().size() - choice.size();
    if (choice.size() < 2 || (struck_off == 0 && twin.ko() < 0)) continue;
    ++tried;
    suicides += struck_off;
    kos += twin.ko() >= 0;
    for (int point = 0; point < twin.pass(); ++point) eyes += twin.is_own_eye(point, twin.to_move());
    expect_uniform(position.board(), position.to_move(), position.ko_point(), choice, seed + 100);
  }
  EXPECT_GE(tried, 10);
  EXPECT_GT(suicides, 0U);
  EXPECT_GT(eyes, 0);
  EXPECT_GT(kos, 0);
}

TYPED_TEST(GoPlayout, APassBeforeCounts) {
  const GoRules rules = go_rules(3);
  const std::string rows = ".X./X.X/.X.";  // nothing but own eyes for Black, suicides for White
  Rng rng(5);
  const auto fresh = Go<TypeParam>::from_text(rules, state_text(rules, rows));
  EXPECT_EQ(fresh.random_playout(rng).plies, 2U);
  auto passed = fresh;
  play_text(passed, "pass");
  EXPECT_EQ(passed.random_playout(rng).plies, 1U);
  EXPECT_EQ(passed.random_playout(rng).value, 1);
  play_text(passed, "pass");
  EXPECT_EQ(passed.random_playout(rng).plies, 0U);
}

/// Every size; 2x2 games often run into the limit of 3 x points plies.
TYPED_TEST(GoPlayout, PlaysAsTheTwin) {
  int at_limit = 0;
  for (int size = kMinGoSize; size <= TypeParam::kMaxSize; ++size) {
    const GoRules rules = go_rules(size);
    const Go<TypeParam> position(rules);
    const TwinGo twin(rules);
    for (std::uint64_t seed = 0; seed < (size < 6 ? 40U : size < 12 ? 4U : 1U); ++seed) {
      ASSERT_NO_FATAL_FAILURE(expect_same_playouts(position, twin, seed)) << size;
      Rng rng(seed);
      at_limit += position.random_playout(rng).plies == static_cast<unsigned>(3 * size * size);
    }
  }
  EXPECT_GT(at_limit, 0);
}

}  // namespace
}  // namespace rootward::test
