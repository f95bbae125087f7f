// Classes, and what two of them say together.
#include "core/statistics/agreement.h"

#include <algorithm>
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

AgreementVerdict verdict_of(const AnsweredTwice& answer, double our_p, double difference_p) {
  AgreementVerdict verdict{.our_p = our_p, .difference_p = difference_p};
  verdict.published = significant_class(answer.published_z, answer.published_p);
  verdict.ours = significant_class(answer.our_z, our_p);
  if (verdict.ours == ResultClass::open && answer.our_equivalence_p < kSignificance) verdict.ours = ResultClass::equal;
  verdict.agreement = agreement_of(answer, verdict);
  return verdict;
}

/// Of a standard normal distribution, in its four hundred middles.
const std::array<double, 400>& quantiles_of_a_score() {
  static const std::array<double, 400> quantiles = [] {
    std::array<double, 400> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = normal_quantile((static_cast<double>(i) + 0.5) / static_cast<double>(all.size()));
    return all;
  }();
  return quantiles;
}

/// How many of the scores that we could have, were `score` true, bring a verdict; stops where fewer than `least` will.
std::size_t scores_with_verdict(const PublishedScore& published, double score, double pairs, const PowerDemand& demand,
                                std::size_t least) {
  const auto& draws = quantiles_of_a_score();
  const double error = demand.pair_deviation / std::sqrt(pairs);
  const auto corrected = [&](double z) {
    return std::min(1.0, static_cast<double>(demand.comparisons) * two_sided_p(z));
  };
  std::size_t decided = draws.size();
  for (const double draw : draws) {
    const ScoreEstimate ours{
        .score = score + error * draw, .formula = IntervalFormula::pentanomial, .standard_error = error};
    const AnsweredTwice answer{
        .published_z = (published.score - 0.5) / published.standard_error,
        .published_p = published.is_shown ? 0.0 : 1.0,
        .our_z = z_against(ours, 0.5),
        .our_equivalence_p = equivalence_p(ours, kEquivalenceElo),
        .difference_z = (ours.score - published.score) / std::hypot(error, published.standard_error)};
    const AgreementVerdict verdict = verdict_of(answer, corrected(answer.our_z), corrected(answer.difference_z));
    if (verdict.agreement == Agreement::undecided && --decided < least) break;
  }
  return decided;
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
    verdicts.push_back(verdict_of(answers[i], our_p[i], difference_p[i]));
  }
  return verdicts;
}

double chance_of_verdict(const PublishedScore& published, double score, double pairs, const PowerDemand& demand) {
  const auto all = static_cast<double>(quantiles_of_a_score().size());
  return static_cast<double>(scores_with_verdict(published, score, pairs, demand, 0)) / all;
}

std::optional<double> pairs_for_verdict(const PublishedScore& published, double score, const PowerDemand& demand) {
  constexpr double kStep = 1.05;
  constexpr double kMost = 1e9;
  const auto all = static_cast<double>(quantiles_of_a_score().size());
  const auto least = static_cast<std::size_t>(std::ceil(demand.power * all));
  double pairs = 1;
  while (pairs <= kMost) {
    if (scores_with_verdict(published, score, pairs, demand, least) >= least) return pairs;
    pairs = std::max(pairs + 1, std::floor(pairs * kStep));
  }
  return std::nullopt;
}

}  // namespace rootward
