// The shapes of a feedback adjustment policy: how much the return of a simulation weighs by its place in the search.
#pragma once

#include "core/params.h"

namespace rootward::backups {

enum class ProfileKind { linear, power, logarithmic, exponential, step, gby };

/// w(x), x = place / span in (0, 1], all 1 at x = 0 and flat beyond 1. The formulas of Xie & Liu 2009 could not be had;
/// these stand in for them and are ours.
///   linear 1 + a x   power 1 + a x^p   logarithmic 1 + a ln(1 + 9 x) / ln 10   exponential e^(b x)
///   step: 1, 2, 4, 8 in the four quarters (0, 1/4], (1/4, 1/2], ..
///   gby: `segments` segments, each twice as long as the one before; 2^(k - 1) in the k-th
/// Worked at x = 1/2: linear a = 4: 3; power a = 4, p = 2: 2; logarithmic a = 4: 3.961450758115; exponential b = 2:
/// 2.718281828459; step: 2; gby of 5 segments: 16, as 15/31 < 1/2.
class FeedbackProfile {
 public:
  /// span: visits at which x = 1, > 0.
  FeedbackProfile(ProfileKind kind, double a, double p, double b, int segments, double span)
      : kind_(kind), a_(a), p_(p), b_(b), segments_(segments), span_(span) {}

  /// The weight at place n > 0, in visits; in [e^-100, e^100].
  double operator()(double n) const;

 private:
  ProfileKind kind_;
  double a_;
  double p_;
  double b_;
  int segments_;
  double span_;
};

/// The profile of `profile`, `a`, `p`, `b` and `segments`.
FeedbackProfile make_profile(const Params& params, double span);

}  // namespace rootward::backups
