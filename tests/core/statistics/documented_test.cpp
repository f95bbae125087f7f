// The worked numbers of docs/statistics.md, computed again and looked up on the page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/statistics/bradley_terry.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/planning.h"
#include "core/statistics/sprt.h"
#include "tests/core/statistics/wilson.h"

namespace rootward {
namespace {

/// The page with every run of blanks and line ends as one blank.
std::string page() {
  std::ifstream file(ROOTWARD_SOURCE_DIR "/docs/statistics.md");
  const std::string raw((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::string text;
  for (char c : raw) {
    const char blank = c == '\n' ? ' ' : c;
    if (blank != ' ' || text.empty() || text.back() != ' ') text += blank;
  }
  return text;
}

void expect_on_page(const std::string& worked) {
  EXPECT_NE(page().find(worked), std::string::npos) << "docs/statistics.md does not say: " << worked;
}

std::string text_of(const Interval& interval) { return fmt::format("[{:.4f}, {:.4f}]", interval.low, interval.high); }
std::string elo_text_of(const Interval& interval) {
  return fmt::format("[{:+.2f}, {:+.2f}]", interval.low, interval.high);
}

constexpr GameCounts kGames{136, 111, 96};
constexpr PairCounts kPairs = {12, 20, 100, 38, 30};

TEST(Documented, ScoreAndElo) {
  const ScoreStatistics games = game_statistics(kGames);
  expect_on_page(fmt::format("+136 =111 -96: s = {:.4f}", games.score));
  expect_on_page(fmt::format("s = 0.53: {:+.2f}", elo_of_score(0.53)));
  expect_on_page(fmt::format("+50 Elo: {:.4f}", score_of_elo(50)));
  expect_on_page(fmt::format("+136 =111 -96: {:.4f}", games.variance));
}

TEST(Documented, Intervals) {
  expect_on_page("212 of 400: " + text_of(wilson_interval(0.53, 400)));
  expect_on_page("0 of 10: " + text_of(wilson_interval(0, 10)));
  expect_on_page(fmt::format("+136 =111 -96: {:.2f} instead of 343, interval {}, in Elo {}", effective_games(kGames),
                             text_of(wilson_of(kGames)), elo_text_of(elo_interval(wilson_of(kGames)))));
  const ScoreStatistics pairs = pair_statistics(kPairs);
  expect_on_page(fmt::format("[12, 20, 100, 38, 30]: s = {:.4f}, standard error {:.4f}, interval {}, in Elo {}",
                             pairs.score, pairs.standard_error, text_of(pairs.ci95), elo_text_of(pairs.elo_ci95)));
  const ScoreEstimate even = pair_estimate({0, 0, 149, 0, 1});
  expect_on_page(fmt::format("[0, 0, 149, 0, 1]: s = {:.4f}, standard error {:.4f} in place of {:.4f}", even.score,
                             even.standard_error, pair_statistics({0, 0, 149, 0, 1}).standard_error));
}

TEST(Documented, Comparisons) {
  expect_on_page(fmt::format("+5 =0 -0: {:.6f}", likelihood_of_superiority({5, 0, 0})));
  const ScoreEstimate games{.score = 0.55, .formula = IntervalFormula::wilson, .effective_n = 400, .standard_error = 0};
  expect_on_page(fmt::format("220 of 400 games: {:.4f}", two_sided_p(z_against(games, 0.5))));
  const std::vector<double> corrected =
      holm(std::vector<double>{0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205});
  expect_on_page(
      fmt::format("0.001, 0.008, 0.039 of 8: {:.4f}, {:.4f}, {:.4f}", corrected[0], corrected[1], corrected[2]));
  const ScoreEstimate many{
      .score = 0.505, .formula = IntervalFormula::wilson, .effective_n = 10000, .standard_error = 0};
  expect_on_page(fmt::format("5050 of 10000: {:.4f}", equivalence_p(many, 10)));
}

TEST(Documented, FewGames) {
  const ScoreEstimate won = pair_estimate({0, 0, 0, 0, 2});
  expect_on_page(fmt::format("2 pairs won: p {:.4f}, interval {}", p_against(won, 0.5), text_of(score_interval(won))));
  const ScoreEstimate some = pair_estimate({2, 1, 4, 3, 6});
  expect_on_page(
      fmt::format("[2, 1, 4, 3, 6]: p {:.4f}, interval {}", p_against(some, 0.5), text_of(score_interval(some))));
  expect_on_page(fmt::format("60 won and 40 lost: {:.4f}", sign_test_p(60, 40)));
}

TEST(Documented, Planning) {
  expect_on_page(fmt::format("1000 games: {:.1f} Elo", detectable_elo(1000)));
  expect_on_page(fmt::format("sd is {:.3f} where pairing gains nothing", kUnpairedDeviation));
  expect_on_page(fmt::format("10 Elo, one comparison: {} pairs", pairs_for_difference(10, {})));
  expect_on_page(fmt::format("10 Elo, five comparisons: {} pairs", pairs_for_difference(10, {.comparisons = 5})));
  expect_on_page(fmt::format("within +-10 Elo: {} pairs", pairs_for_equivalence(10, {})));
  expect_on_page(fmt::format("500 pairs, five comparisons: {:.1f} Elo", smallest_difference(500, {.comparisons = 5})));
  const ScoreEstimate pairs{
      .score = 0.53, .formula = IntervalFormula::pentanomial, .effective_n = 0, .standard_error = 0.02};
  expect_on_page(fmt::format("400 games, s = 0.53, e = 0.02: {:.0f} games", 400 * games_ratio_to_show(pairs, {})));
  const SprtLength test = sprt_length(0, {0, 50}, 0.05, 0.05);
  expect_on_page(fmt::format("0 against 50 Elo, equal players: {:.0f} games", test.expected_games));
  expect_on_page(fmt::format("the best of 25 after 400 games each scores {:.4f}", expected_best_score(25, 0.5 / 20)));
}

TEST(Documented, SequentialTest) {
  const Interval bounds = sprt_bounds(0.05, 0.05);
  expect_on_page(fmt::format("0.05 and 0.05: {:.4f} and {:.4f}", bounds.low, bounds.high));
  const SprtState state = sprt_pentanomial({30, 0, 110, 0, 60}, 0, 50, 0.05, 0.05);
  expect_on_page(fmt::format("[30, 0, 110, 0, 60], 0 against 50 Elo: {:.4f}", state.llr));
}

TEST(Documented, Ratings) {
  const Ratings ratings = bradley_terry(2, std::vector<RatedGames>{{0, 1, 212, 400}});
  ASSERT_TRUE(ratings.is_converged);
  expect_on_page(fmt::format("212 of 400 without h: {:+.2f} and {:+.2f}, each +- {:.2f}, their difference +- {:.2f}",
                             ratings.elo[0], ratings.elo[1], ratings.standard_error[0],
                             ratings.difference_error(0, 1)));
}

}  // namespace
}  // namespace rootward
