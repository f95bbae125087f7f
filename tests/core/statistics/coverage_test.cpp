// Coverage of the 95 % intervals by simulation: how often they hold the true score, with draws, pairs and few games.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "core/rng.h"
#include "core/statistics/beta.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "core/statistics/sprt.h"
#include "tests/core/statistics/pair_shapes.h"
#include "tests/core/statistics/wilson.h"

namespace rootward {
namespace {

constexpr int kMatches = 20000;
// Five binomial standard errors of a coverage of 95 % seen in 20 000 matches.
constexpr double kNoise = 5 * 0.00154;

std::string testing_page() {
  std::ifstream file(ROOTWARD_SOURCE_DIR "/docs/statistics.md");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Chances {
  double win = 0.5;
  double draw = 0;
  [[nodiscard]] double score() const { return win + 0.5 * draw; }
};

double coverage_of_wilson(const Chances& chances, int games, Rng& rng) {
  int covered = 0;
  for (int match = 0; match < kMatches; ++match) {
    GameCounts counts;
    for (int game = 0; game < games; ++game) {
      const double u = rng.uniform();
      ++(u < chances.win ? counts.wins : (u < chances.win + chances.draw ? counts.draws : counts.losses));
    }
    const Interval interval = wilson_of(counts);
    covered += interval.low <= chances.score() && chances.score() <= interval.high ? 1 : 0;
  }
  return static_cast<double>(covered) / kMatches;
}

TEST(Coverage, WilsonWithEffectiveGames) {
  Rng rng(11);
  for (const Chances& chances : {Chances{0.5, 0}, Chances{0.55, 0.1}, Chances{0.3, 0.5}, Chances{0.8, 0.05}}) {
    const double coverage = coverage_of_wilson(chances, 200, rng);
    EXPECT_GT(coverage, 0.935 - kNoise) << chances.win;
    EXPECT_LT(coverage, 0.965 + kNoise) << chances.win;
  }
}

/// Where nearly all games are drawn, or nearly all pairs end alike.
TEST(Coverage, FewGamesAndPairsThatDifferFromTheRest) {
  Rng rng(13);
  for (const auto& [wins, games] : {std::pair{0.01, 300}, {0.003, 1000}, {0.03, 100}})
    EXPECT_GT(coverage_of_wilson({.win = wins, .draw = 1 - wins}, games, rng), 0.94 - kNoise) << wins;
  for (const double rare : {0.005, 0.01, 0.03}) {
    int covered = 0;
    for (int match = 0; match < kMatches; ++match) {
      PairCounts counts{};
      for (int pair = 0; pair < 100; ++pair) ++counts[rng.uniform() < rare ? 4 : 3];
      const Interval interval = score_interval(pair_estimate(counts));
      covered += interval.low <= 0.75 + rare / 4 && 0.75 + rare / 4 <= interval.high ? 1 : 0;
    }
    EXPECT_GT(static_cast<double>(covered) / kMatches, 0.94 - kNoise) << rare;
  }
}

TEST(Coverage, PentanomialOfUnequalOpenings) {
  // Each opening favours one side: the games of a pair are strongly dependent, which pairs account for.
  Rng rng(12);
  int covered = 0;
  for (int match = 0; match < kMatches; ++match) {
    PairCounts counts{};
    for (int pair = 0; pair < 200; ++pair) {
      const double tilt = rng.uniform() < 0.5 ? 0.35 : -0.35;
      const std::size_t first = rng.uniform() < 0.55 + tilt ? 2 : 0;
      const std::size_t second = rng.uniform() < 0.55 - tilt ? 2 : 0;
      ++counts[first + second];
    }
    const Interval interval = pair_statistics(counts).ci95;
    covered += interval.low <= 0.55 && 0.55 <= interval.high ? 1 : 0;
  }
  const double coverage = static_cast<double>(covered) / kMatches;
  EXPECT_NEAR(coverage, 0.95, 0.006 + kNoise);
}

/// Multinomial chances of all counts of `pairs` pairs, added up where the interval holds the true score.
class ExactCoverage {
 public:
  ExactCoverage(std::uint64_t pairs, const PairShape& shape) : shape_(shape) { visit(0, pairs, 0, pairs); }
  [[nodiscard]] double value() const { return held_; }

 private:
  void visit(std::size_t outcome, std::uint64_t left, double log_chance, std::uint64_t pairs) {
    const double chance = shape_.chances[outcome];
    if (outcome + 1 == counts_.size()) {
      if (left > 0 && chance <= 0) return;
      counts_[outcome] = left;
      add(log_chance + term(left, chance) + log_gamma(static_cast<double>(pairs) + 1));
      return;
    }
    for (std::uint64_t count = 0; count <= (chance > 0 ? left : 0); ++count) {
      counts_[outcome] = count;
      visit(outcome + 1, left - count, log_chance + term(count, chance), pairs);
    }
  }
  static double term(std::uint64_t count, double chance) {
    const auto n = static_cast<double>(count);
    return count == 0 ? 0 : n * std::log(chance) - log_gamma(n + 1);
  }
  void add(double log_chance) {
    const double chance = std::exp(log_chance);
    if (chance < 1e-12 || p_against(pair_estimate(counts_), shape_.score) >= 0.05) held_ += chance;
  }

  PairShape shape_;
  PairCounts counts_{};
  double held_ = 0;
};

/// The least over shapes; see docs/statistics.md, which has the table.
TEST(Coverage, OfFewPairsIsEnoughWhateverTheirShape) {
  const std::string page = testing_page();
  for (const std::uint64_t pairs : {2U, 3U, 5U, 10U, 20U, 30U}) {
    std::string row = fmt::format("| {} |", pairs);
    for (const double score : {0.5, 0.7, 0.9}) {
      double least = 1;
      for (const PairShape& shape : pair_shapes(score)) {
        const double coverage = ExactCoverage(pairs, shape).value();
        EXPECT_GT(coverage, 0.94) << pairs << " pairs, " << score << ", " << shape.name;
        least = std::min(least, coverage);
      }
      row += fmt::format(" {:.1f} |", 100 * least);
    }
    EXPECT_NE(page.find(row), std::string::npos) << "docs/statistics.md does not say: " << row;
  }
}

/// Where the formula changes and behind it.
TEST(Coverage, OfMorePairsIsEnoughWhateverTheirShape) {
  constexpr int kSomeMatches = 8000;
  Rng rng(15);
  for (const int pairs : {40, 60, 120})
    for (const double score : {0.5, 0.7, 0.9})
      for (const PairShape& shape : pair_shapes(score)) {
        int covered = 0;
        for (int match = 0; match < kSomeMatches; ++match) {
          PairCounts counts{};
          for (int pair = 0; pair < pairs; ++pair) {
            double u = rng.uniform();
            std::size_t outcome = 0;
            while (outcome < 4 && u >= shape.chances[outcome]) u -= shape.chances[outcome++];
            ++counts[outcome];
          }
          covered += p_against(pair_estimate(counts), score) >= 0.05 ? 1 : 0;
        }
        EXPECT_GT(static_cast<double>(covered) / kSomeMatches, 0.94 - 4 * 0.0026)
            << pairs << " pairs, " << score << ", " << shape.name;
      }
}

/// Most pairs are even, as where both players mostly play alike: the spread of what was seen says too little.
TEST(Coverage, PairsOfWhichFewAreUneven) {
  Rng rng(14);
  for (const int pairs : {30, 150}) {
    for (const double uneven : {0.5, 2.0, 5.0, 8.0}) {
      for (const double won : {0.5, 0.7, 1.0}) {
        const double truth = 0.5 + uneven / pairs * (won - 0.5);
        int covered = 0;
        for (int match = 0; match < kMatches; ++match) {
          PairCounts counts{};
          for (int pair = 0; pair < pairs; ++pair) {
            const double u = rng.uniform() * pairs / uneven;
            ++counts[u < won ? 4 : u < 1 ? 0 : 2];
          }
          covered += p_against(pair_estimate(counts), truth) >= 0.05 ? 1 : 0;
        }
        EXPECT_GT(static_cast<double>(covered) / kMatches, 0.935 - kNoise)
            << uneven << " of " << pairs << " pairs uneven, " << won << " of them won";
      }
    }
  }
}

double accepted_h1(double win, int matches, Rng& rng) {
  int accepted = 0;
  for (int match = 0; match < matches; ++match) {
    PairCounts counts{};
    SprtState state;
    while (state.decision == SprtDecision::go_on) {
      const std::size_t first = rng.uniform() < win ? 2 : 0;
      const std::size_t second = rng.uniform() < win ? 2 : 0;
      ++counts[first + second];
      state = sprt_pentanomial(counts, 0, 50, 0.05, 0.05);
    }
    accepted += state.decision == SprtDecision::accept_h1 ? 1 : 0;
  }
  return static_cast<double>(accepted) / matches;
}

TEST(Coverage, StopRuleKeepsItsErrorRates) {
  Rng rng(13);
  EXPECT_LT(accepted_h1(0.5, 2000, rng), 0.05 + 0.02);
  EXPECT_GT(accepted_h1(0.5714631174083814, 2000, rng), 0.95 - 0.02);
}

}  // namespace
}  // namespace rootward
