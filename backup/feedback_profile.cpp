// The profiles' formulas.
#include "backup/feedback_profile.h"

#include <algorithm>
#include <utility>

#include "core/math.h"

namespace rootward::backups {
namespace {

double step_weight(double x) {
  if (x <= 0.25) return 1;
  if (x <= 0.5) return 2;
  return x <= 0.75 ? 4 : 8;
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
  }
  return 1;
}

FeedbackProfile make_profile(const Params& params, double span) {
  constexpr std::pair<const char*, ProfileKind> kNames[] = {{"linear", ProfileKind::linear},
                                                            {"power", ProfileKind::power},
                                                            {"logarithmic", ProfileKind::logarithmic},
                                                            {"exponential", ProfileKind::exponential},
                                                            {"step", ProfileKind::step}};
  const auto* found = std::ranges::find(kNames, params.text("profile"), [](const auto& pair) { return pair.first; });
  return {found->second, params.real("a"), params.real("p"), params.real("b"), span};
}

}  // namespace rootward::backups
