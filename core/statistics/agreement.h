// Whether a repeated experiment agrees with what was published: by classes of results, since the published error alone
// is too large to show that two numbers are equal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/planning.h"

namespace rootward {

/// What a score says against even: significantly better or worse (corrected over its family), equal (within the band of
/// equivalence), or nothing yet. A score that is significant and within the band is better or worse.
enum class ResultClass : std::uint8_t { better, worse, equal, open };
enum class Agreement : std::uint8_t { agree, disagree, undecided };

[[nodiscard]] std::string_view class_name(ResultClass result);
[[nodiscard]] std::string_view agreement_name(Agreement agreement);

/// One question, answered twice. Numbers called z are standard errors from even, above 0 for better.
struct AnsweredTwice {
  double published_z = 0;
  double published_p = 1;  ///< corrected over all that was published with it
  double our_z = 0;
  double our_equivalence_p = 1;  ///< the larger of the two one-sided tests; not corrected
  double difference_z = 0;       ///< ours less the published, by the errors of both
};

struct AgreementVerdict {
  double our_p = 1;         ///< two-sided, against even; this and the next corrected over all that is judged together
  double difference_p = 1;  ///< two-sided
  ResultClass published = ResultClass::open;
  ResultClass ours = ResultClass::open;
  Agreement agreement = Agreement::undecided;
};

/// disagree: the difference is significant; or the classes are opposite; or the published one is better or worse and
/// ours equal. agree: one class, better or worse; or the published one is not shown, and ours is equal, or lies on the
/// published side with |difference_z| < 1.96. undecided: the rest.
std::vector<AgreementVerdict> judge_agreement(std::span<const AnsweredTwice> answers);

/// A published score beside ours, both in [0, 1].
struct PublishedScore {
  double score = 0.5;
  double standard_error = 0;  ///< > 0
  bool is_shown = false;      ///< better or worse than even, corrected over all that was published with it
};

/// Chance that `pairs` > 0 pairs agree or disagree with it where `score` is the true one and pairs' mean scores deviate
/// by `demand.pair_deviation`: over the normal distribution of our score, each judged as judge_agreement() would at the
/// first step of Holm's correction over `demand.comparisons`.
double chance_of_verdict(const PublishedScore& published, double score, double pairs, const PowerDemand& demand);
/// The least number of pairs, to 5 %, with which that chance is `demand.power`; nothing where no number up to 10^9
/// does.
std::optional<double> pairs_for_verdict(const PublishedScore& published, double score, const PowerDemand& demand);

}  // namespace rootward
