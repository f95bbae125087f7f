// Verdicts on two answers to one question, rule by rule.
#include "core/statistics/agreement.h"

#include <gtest/gtest.h>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr double kFar = 6;  // standard errors that any correction leaves significant

AgreementVerdict judged(const AnsweredTwice& answer) { return judge_agreement(std::span(&answer, 1))[0]; }

TEST(Agreement, ASignificantDifferenceDisagreesWhateverTheClasses) {
  const AgreementVerdict verdict =
      judged({.published_z = kFar, .published_p = 0.001, .our_z = kFar, .our_equivalence_p = 1, .difference_z = -kFar});
  EXPECT_EQ(verdict.ours, verdict.published);
  EXPECT_EQ(verdict.agreement, Agreement::disagree);
}

TEST(Agreement, OppositeClassesDisagree) {
  EXPECT_EQ(judged({.published_z = 3, .published_p = 0.04, .our_z = -3, .our_equivalence_p = 1, .difference_z = -1})
                .agreement,
            Agreement::disagree);
}

TEST(Agreement, EqualDisagreesWithBetterAndAgreesWithNotShown) {
  const AnsweredTwice equal{
      .published_z = 3, .published_p = 0.04, .our_z = 0.1, .our_equivalence_p = 0.01, .difference_z = -1.5};
  EXPECT_EQ(judged(equal).ours, ResultClass::equal);
  EXPECT_EQ(judged(equal).agreement, Agreement::disagree);
  AnsweredTwice not_shown = equal;
  not_shown.published_p = 0.06;
  EXPECT_EQ(judged(not_shown).agreement, Agreement::agree);
}

TEST(Agreement, AResolvedCellAgreesOnThePublishedSideAlone) {
  const AnsweredTwice resolved{
      .published_z = 1.5, .published_p = 1, .our_z = 4, .our_equivalence_p = 1, .difference_z = 1.9};
  EXPECT_EQ(judged(resolved).agreement, Agreement::agree);
  AnsweredTwice other_side = resolved;
  other_side.published_z = -0.1;
  EXPECT_EQ(judged(other_side).agreement, Agreement::undecided);
  // Three more cells keep z = 2 from being significant, and it is too far off all the same.
  AnsweredTwice off = resolved;
  off.difference_z = 2;
  const AnsweredTwice family[] = {off, {}, {}, {}};
  EXPECT_EQ(judge_agreement(family)[0].agreement, Agreement::undecided);
}

TEST(Agreement, OpenIsUndecidedAndSignificanceComesBeforeEquivalence) {
  EXPECT_EQ(judged({.published_z = kFar, .published_p = 0.001, .our_z = 1}).agreement, Agreement::undecided);
  EXPECT_EQ(judged({}).agreement, Agreement::undecided);
  EXPECT_EQ(judged({.our_z = 3, .our_equivalence_p = 0.001}).ours, ResultClass::better);
}

// A published 50.3 % of 1,000 games, not shown; pairs of 0.25.
TEST(Agreement, AVerdictHasAChance) {
  const PublishedScore published{.score = 0.503, .standard_error = 0.015811, .is_shown = false};
  const PowerDemand demand{.pair_deviation = 0.25};
  // On its side and near: both better and within 1.96 errors of it.
  EXPECT_NEAR(chance_of_verdict(published, 0.52, 1226, demand), 0.79, 0.02);
  EXPECT_NEAR(chance_of_verdict(published, 0.533, 450, demand), 0.57 + 0.23, 0.02) << "agree, or by the difference not";
  EXPECT_LT(chance_of_verdict(published, 0.475, 1e9, demand), 0.01)
      << "worse on the other side: the difference alone tells";
  EXPECT_GT(chance_of_verdict(published, 0.44, 1e6, demand), 0.99);
  EXPECT_LT(chance_of_verdict(published, 0.52, 10, {.comparisons = 28, .pair_deviation = 0.25}), 0.01);
}

TEST(Agreement, TheLeastPairsForAVerdictAreThoseOfTheTestsThatDecide) {
  const PowerDemand demand{.comparisons = 12, .pair_deviation = 0.25};
  const auto equal = static_cast<double>(pairs_for_equivalence(kEquivalenceElo, demand));
  const PublishedScore even{.score = 0.5, .standard_error = 0.015811, .is_shown = false};
  const double least = pairs_for_verdict(even, 0.5, demand).value();
  EXPECT_GE(least, 0.95 * equal);
  EXPECT_LE(least, 1.06 * equal);
  EXPECT_GE(chance_of_verdict(even, 0.5, least, demand), 0.8);
  // Shown to be better there: better here agrees, and 60 % is shown by as many as any difference.
  const PublishedScore better{.score = 0.6, .standard_error = 0.0155, .is_shown = true};
  const auto shown = static_cast<double>(pairs_for_difference(elo_of_score(0.6), demand));
  EXPECT_NEAR(pairs_for_verdict(better, 0.6, demand).value(), shown, 0.06 * shown);
  EXPECT_FALSE(pairs_for_verdict({.score = 0.503, .standard_error = 0.015811, .is_shown = false}, 0.47, demand));
}

TEST(Agreement, OurClassesAreCorrectedOverTheFamily) {
  const AnsweredTwice one{.our_z = 2.2};
  EXPECT_EQ(judged(one).ours, ResultClass::better);
  const AnsweredTwice family[] = {one, {}};
  EXPECT_EQ(judge_agreement(family)[0].ours, ResultClass::open);
  EXPECT_NEAR(judge_agreement(family)[0].our_p, 2 * 0.0278069, 1e-6);
}

}  // namespace
}  // namespace rootward
