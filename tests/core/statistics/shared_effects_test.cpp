// Sums of estimates that share luck, and effects of factorials, on worked numbers and by simulation.
#include "core/statistics/shared_effects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

const std::vector<std::string> kSwitches = {"a", "b", "c"};

SharedEstimate alone(double elo, double error) { return {.elo = elo, .own_variance = error * error, .luck = {}}; }

double normal(Rng& rng) { return normal_quantile(std::clamp(rng.uniform(), 1e-12, 1 - 1e-12)); }

/// Variants of a factorial of three switches whose effects are known, by the switches' signs.
std::vector<SharedEstimate> factorial_of(const std::function<double(int, int, int)>& elo, double error = 5,
                                         Rng* rng = nullptr) {
  std::vector<SharedEstimate> variants;
  for (const int a : {1, -1})
    for (const int b : {1, -1})
      for (const int c : {1, -1})
        variants.push_back(alone(elo(a, b, c) + (rng == nullptr ? 0 : error * normal(*rng)), error));
  return variants;
}

/// As a table has it: pairs' half points, 0 to 4, from a first number on.
SharedEstimate of_half_points(const std::vector<int>& half_points, std::uint32_t first = 0) {
  std::vector<std::pair<std::uint32_t, double>> means;
  double score = 0;
  for (const int one : half_points) {
    means.emplace_back(first + means.size(), one / 4.0);
    score += one / 4.0 / static_cast<double>(half_points.size());
  }
  double squares = 0;
  for (const auto& one : means) squares += (one.second - score) * (one.second - score);
  const double half = kZ95 * std::sqrt(squares) / static_cast<double>(means.size());
  return shared_estimate(score, {score - half, score + half}, 2 * means.size(), means);
}

std::vector<int> repeated(int times, const std::vector<int>& part) {
  std::vector<int> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), part.begin(), part.end());
  return all;
}

SharedEstimate less(const SharedEstimate& one, const SharedEstimate& other) {
  const std::array<const SharedEstimate*, 2> both = {&one, &other};
  return mean_difference(std::span(both).first(1), std::span(both).last(1));
}

SharedEstimate mean_of(const SharedEstimate& one, const SharedEstimate& other) {
  const std::array<const SharedEstimate*, 2> both = {&one, &other};
  return mean_difference(both);
}

const JudgedEffect& named(const std::vector<JudgedEffect>& effects, const std::string& name) {
  return *std::ranges::find(effects, name, &JudgedEffect::name);
}

TEST(SharedEstimate, EloAndItsErrorAreThoseWorkedByHand) {
  const double half = kZ95 * std::sqrt(0.1875 / 240);  // 60 pairs lost, 180 won
  const SharedEstimate estimate = shared_estimate(0.75, {0.75 - half, 0.75 + half}, 480, {});
  EXPECT_NEAR(estimate.elo, 190.85, 0.005);
  EXPECT_NEAR(estimate.error(), 25.9, 0.05);
  const SharedEstimate won = shared_estimate(1, {0.8, 1}, 10, {});
  EXPECT_NEAR(won.elo, 400 * std::log10(19), 1e-9) << "as 9.5 of 10";
  EXPECT_GT(won.error(), 0);
}

TEST(SharedEstimate, AllPairsEvenAreNotWithoutError) {
  std::vector<std::pair<std::uint32_t, double>> even;
  for (std::uint32_t i = 0; i < 130; ++i) even.emplace_back(i, 0.5);
  const SharedEstimate estimate = shared_estimate(0.5, {0.48950072860341154, 0.5104992713965885}, 260, even);
  EXPECT_NEAR(estimate.error(), 7.2967 / 1.96, 0.005) << "the table's, docs/statistics.md";
}

/// 40 pairs of 1, 1/2, 0, 1/2 ..: variance 1/8, standard error sqrt(1/8 / 40) = .0559, by 694.87 Elo a score 38.84 Elo.
/// A pair won in place of an even one is 8.686 Elo; one won and one lost, the least where pairs cancel, 12.28.
TEST(SharedEstimate, VariantsShareTheLuckOfPairsOfOneNumber) {
  const SharedEstimate one = of_half_points(repeated(10, {4, 2, 0, 2}));
  const SharedEstimate against = of_half_points(repeated(10, {0, 2, 4, 2}));
  const SharedEstimate other = of_half_points(repeated(10, {2, 4, 2, 0}));
  EXPECT_NEAR(less(one, one).error(), 12.28, 0.05);
  EXPECT_NEAR(mean_of(one, one).error(), 38.84, 0.05);
  EXPECT_NEAR(less(one, against).error(), 2 * 38.84, 0.1);
  EXPECT_NEAR(mean_of(one, against).error(), 6.14, 0.05);
  EXPECT_NEAR(less(one, other).error(), 54.93, 0.05);
  EXPECT_NEAR(mean_of(one, other).error(), 27.47, 0.05);
  const SharedEstimate later = of_half_points(repeated(10, {4, 2, 0, 2}), 40);
  EXPECT_NEAR(less(one, later).error(), 54.93, 0.05) << "pairs of other numbers are other openings";
  // By hand: main effects a (+ + - -) and b (+ - + -) over variants that share luck in twos.
  const std::vector<SharedEstimate> variants = {one, one, other, other};
  const std::vector<JudgedEffect> effects = factorial_effects({"a", "b"}, variants);
  EXPECT_NEAR(named(effects, "a").error, 54.93, 0.05);
  EXPECT_NEAR(named(effects, "b").error, 6.14, 0.05);
}

/// 400 pairs, half of them won, half lost; in some of them the other variant has an even pair in place of a lost one. A
/// pair is 694.87 / 2 / 400 = .8686 Elo, and one won and one lost make an error of 1.228.
TEST(SharedEstimate, AFewPairsThatDifferAreNotTakenForSure) {
  const auto step = [](int changed) {
    std::vector<int> half_points = repeated(200, {4, 0});
    const SharedEstimate before = of_half_points(half_points);
    for (int i = 0; i < changed; ++i) half_points[static_cast<std::size_t>(2 * i + 1)] = 2;
    const std::vector<SharedEstimate> variants = {of_half_points(half_points), before};
    return switch_effects({"a"}, variants).front();
  };
  EXPECT_EQ(step(0).elo, 0);
  EXPECT_EQ(step(0).p, 1);
  EXPECT_NEAR(step(0).error, 1.228, 0.001);
  EXPECT_NEAR(step(4).elo, 4 * 0.8686, 0.02);
  EXPECT_NEAR(step(4).error, std::sqrt(4 + 2) * 0.8686, 0.05);
  EXPECT_GT(step(4).p, 0.1) << "the sign test of four pairs: .125";
  EXPECT_NEAR(step(40).error, std::sqrt(40) * 0.8686, 0.5);
}

TEST(SharedEstimate, WhatAnErrorHasBeyondItsPairsIsItsOwn) {
  std::vector<std::pair<std::uint32_t, double>> means = {{0, 1.0}, {1, 0.0}};
  for (std::uint32_t i = 2; i < 40; ++i) means.emplace_back(i, 0.5);  // of pairs alone: sqrt(.5) / 40 = .0177
  const SharedEstimate one = shared_estimate(0.5, {0.5 - kZ95 * 0.05, 0.5 + kZ95 * 0.05}, 80, means);
  EXPECT_NEAR(one.error(), 694.87 * 0.05, 0.05);
  EXPECT_NEAR(less(one, one).error(), 694.87 * std::sqrt(2 * (0.05 * 0.05 - 0.5 / 1600)), 0.05);
}

TEST(FactorialEffects, AreThoseThatMadeTheVariants) {
  const auto variants = factorial_of(
      [](int a, int b, int c) { return 20.0 / 2 * a - 6.0 / 2 * b + 8.0 / 2 * a * c + 1.0 / 2 * a * b * c; });
  const std::vector<JudgedEffect> found = factorial_effects(kSwitches, variants);
  std::vector<std::string> names;
  for (const JudgedEffect& one : found) {
    names.push_back(one.name);
    EXPECT_NEAR(one.error, 2 * 5 / std::sqrt(8), 1e-9) << one.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c", "a x b", "a x c", "b x c", "a x b x c"}));
  EXPECT_NEAR(named(found, "a").elo, 20, 1e-9);
  EXPECT_NEAR(named(found, "b").elo, -6, 1e-9);
  EXPECT_NEAR(named(found, "c").elo, 0, 1e-9);
  EXPECT_NEAR(named(found, "a x c").elo, 8, 1e-9);
  EXPECT_NEAR(named(found, "a x b x c").elo, 1, 1e-9);
  EXPECT_NEAR(named(switch_effects(kSwitches, variants), "b").elo, -6 + 1, 1e-9) << "in the first variant";
}

/// z = 3, 2, 0: p = .0027, .0455, 1; Holm: 3 p = .0081, 2 p = .0910, 1.
TEST(FactorialEffects, AreCorrectedByHolm) {
  const auto rows = judge_effects({{"x", alone(0, 1)}, {"y", alone(3, 1)}, {"z", alone(-2, 1)}});
  EXPECT_NEAR(rows[0].holm_p, 1, 1e-9);
  EXPECT_NEAR(rows[1].p, 0.0027, 5e-5);
  EXPECT_NEAR(rows[1].holm_p, 0.0081, 5e-5);
  EXPECT_NEAR(rows[2].p, 0.0455, 5e-5);
  EXPECT_NEAR(rows[2].holm_p, 0.0910, 5e-5);
}

/// 7.8 Elo is the error of 1,000 games in pairs.
TEST(FactorialEffects, OneFactorialInTwentyShowsOneWhereThereIsNoneAndEighteenEloAreSeen) {
  Rng rng(1);
  constexpr int kTimes = 2000;
  int shown = 0;
  int found = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto none = factorial_effects(kSwitches, factorial_of([](int, int, int) { return 0.0; }, 7.8, &rng));
    shown += std::ranges::any_of(none, [](const JudgedEffect& one) { return one.holm_p < 0.05; }) ? 1 : 0;
    const auto some = factorial_effects(kSwitches, factorial_of([](int a, int, int) { return 9.0 * a; }, 7.8, &rng));
    found += named(some, "a").holm_p < 0.05 ? 1 : 0;
  }
  EXPECT_LT(shown, 0.065 * kTimes);
  EXPECT_GT(shown, 0.03 * kTimes);
  EXPECT_GT(found, 0.6 * kTimes);
}

/// Seven pairs of ten are alike in all variants; `gain` of the others are won where the first switch is in its first
/// position.
std::vector<SharedEstimate> alike(Rng& rng, double gain) {
  constexpr std::array<int, 6> kOutcomes = {0, 1, 2, 2, 3, 4};
  const auto draw = [&] { return kOutcomes[static_cast<std::size_t>(rng.uniform() * 6)]; };
  std::vector<int> common(150);
  for (int& one : common) one = draw();
  std::vector<SharedEstimate> variants;
  for (int v = 0; v < 8; ++v) {
    std::vector<int> half_points = common;
    for (int& one : half_points)
      if (rng.uniform() >= 0.7) one = v < 4 && rng.uniform() < gain ? 4 : draw();
    variants.push_back(of_half_points(half_points));
  }
  return variants;
}

TEST(FactorialEffects, SharedLuckMakesNoFalseOnesAndFindsSmallerOnes) {
  Rng rng(3);
  const auto apart = [](std::vector<SharedEstimate> variants) {
    for (SharedEstimate& one : variants) one = alone(one.elo, one.error());
    return variants;
  };
  const auto significant = [](const std::vector<JudgedEffect>& effects) {
    return std::ranges::count_if(effects, [](const JudgedEffect& one) { return one.p < 0.05; });
  };
  double shared_finds = 0;
  double apart_finds = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<SharedEstimate> variants = alike(rng, 0);
    shared_finds += static_cast<double>(significant(factorial_effects(kSwitches, variants))) / 2800;
    apart_finds += static_cast<double>(significant(factorial_effects(kSwitches, apart(variants)))) / 2800;
  }
  EXPECT_LT(shared_finds, 0.065);
  EXPECT_GT(shared_finds, 0.035);
  EXPECT_LT(apart_finds, 0.02) << "taken for independent, variants that play alike show too little";
  int with = 0;
  int without = 0;
  for (int i = 0; i < 200; ++i) {
    const std::vector<SharedEstimate> variants = alike(rng, 0.12);
    with += named(factorial_effects(kSwitches, variants), "a").p < 0.05 ? 1 : 0;
    without += named(factorial_effects(kSwitches, apart(variants)), "a").p < 0.05 ? 1 : 0;
  }
  EXPECT_GT(with, without + 30);
}

}  // namespace
}  // namespace rootward
