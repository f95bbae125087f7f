// Classes, and what two of them say together.
#include "core/statistics/agreement.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "core/statistics/planning.h"

namespace rootward {
namespace {

ResultClass significant_class(double z, double p) {
  if (p >= kSignificance) return ResultClass::open;
  return z > 0 ? ResultClass::better : ResultClass::worse;
}

bool is_shown(ResultClass result) { return result == ResultClass::better || result == ResultClass::worse; }

Agreement agreement_of(const AnsweredTwice& answer, const AgreementVerdict& verdict) {
  if (verdict.difference_p < kSignificance) return Agreement::disagree;
  if (is_shown(verdict.published)) {
    if (verdict.ours == ResultClass::open) return Agreement::undecided;
    return verdict.ours == verdict.published ? Agreement::agree : Agreement::disagree;
  }
  if (verdict.ours == ResultClass::equal) return Agreement::agree;
  const bool is_resolved =
      is_shown(verdict.ours) && answer.our_z * answer.published_z > 0 && std::fabs(answer.difference_z) < kZ95;
  return is_resolved ? Agreement::agree : Agreement::undecided;
}

}  // namespace

std::string_view class_name(ResultClass result) {
  constexpr std::array<std::string_view, 4> kNames = {"better", "worse", "equal", "open"};
  return kNames[static_cast<std::size_t>(result)];
}

std::string_view agreement_name(Agreement agreement) {
  constexpr std::array<std::string_view, 3> kNames = {"agree", "disagree", "undecided"};
  return kNames[static_cast<std::size_t>(agreement)];
}

std::vector<AgreementVerdict> judge_agreement(std::span<const AnsweredTwice> answers) {
  std::vector<double> our_p;
  std::vector<double> difference_p;
  for (const AnsweredTwice& answer : answers) {
    our_p.push_back(two_sided_p(answer.our_z));
    difference_p.push_back(two_sided_p(answer.difference_z));
  }
  our_p = holm(our_p);
  difference_p = holm(difference_p);
  std::vector<AgreementVerdict> verdicts;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    AgreementVerdict verdict{.our_p = our_p[i], .difference_p = difference_p[i]};
    verdict.published = significant_class(answers[i].published_z, answers[i].published_p);
    verdict.ours = significant_class(answers[i].our_z, our_p[i]);
    if (verdict.ours == ResultClass::open && answers[i].our_equivalence_p < kSignificance)
      verdict.ours = ResultClass::equal;
    verdict.agreement = agreement_of(answers[i], verdict);
    verdicts.push_back(verdict);
  }
  return verdicts;
}

}  // namespace rootward
