// Verdicts on two answers to one question, rule by rule.
#include "core/statistics/agreement.h"

#include <gtest/gtest.h>

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

TEST(Agreement, OurClassesAreCorrectedOverTheFamily) {
  const AnsweredTwice one{.our_z = 2.2};
  EXPECT_EQ(judged(one).ours, ResultClass::better);
  const AnsweredTwice family[] = {one, {}};
  EXPECT_EQ(judge_agreement(family)[0].ours, ResultClass::open);
  EXPECT_NEAR(judge_agreement(family)[0].our_p, 2 * 0.0278069, 1e-6);
}

}  // namespace
}  // namespace rootward
