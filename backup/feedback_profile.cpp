// The profiles' formulas.
#include "backup/feedback_profile.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/math.h"

namespace rootward::backups {
namespace {

double step_weight(double x) {
  if (x <= 0.25) return 1;
  if (x <= 0.5) return 2;
  return x <= 0.75 ? 4 : 8;
}

/// The k-th segment ends at (2^k - 1) / (2^segments - 1) of the span.
double gby_weight(double n, double span, int segments) {
  const double all = static_cast<double>(std::uint64_t{1} << segments) - 1;
  double weight = 1;
  while (n * all > (2 * weight - 1) * span && 2 * weight <= all) weight *= 2;
  return weight;
}

}  // namespace

double FeedbackProfile::operator()(double n) const {
  const double x = std::min(n / span_, 1.0);
  switch (kind_) {
    case ProfileKind::linear:
      return 1 + a_ * x;
    case ProfileKind::power:
      return 1 + a_ * exp_exact(p_ * log_exact(x));
    case ProfileKind::logarithmic:
      return 1 + a_ * (log_exact(1 + 9 * x) / log_exact(10));
    case ProfileKind::exponential:
      return exp_exact(b_ * x);
    case ProfileKind::step:
      return step_weight(x);
    case ProfileKind::gby:
      return gby_weight(std::min(n, span_), span_, segments_);
  }
  return 1;
}

FeedbackProfile make_profile(const Params& params, double span) {
  constexpr std::pair<const char*, ProfileKind> kNames[] = {{"linear", ProfileKind::linear},
                                                            {"power", ProfileKind::power},
                                                            {"logarithmic", ProfileKind::logarithmic},
                                                            {"exponential", ProfileKind::exponential},
                                                            {"step", ProfileKind::step},
                                                            {"gby", ProfileKind::gby}};
  const auto* found = std::ranges::find(kNames, params.text("profile"), [](const auto& pair) { return pair.first; });
  return {
      found->second, params.real("a"), params.real("p"), params.real("b"), static_cast<int>(params.integer("segments")),
      span};
}

}  // namespace rootward::backups
