// Closed-form segment integrals of exp(g).
#include "backup/weight_function.h"

#include <algorithm>
#include <cassert>

#include "core/math.h"

namespace rootward {
namespace {

/// Int_0^h e^(a + b t) dt; the limit h e^a at b h = 0.
double segment_integral(double a, double b, double h) {
  const double z = b * h;
  return h * exp_exact(a) * (z == 0 ? 1.0 : expm1_exact(z) / z);
}

}  // namespace

WeightFunction::WeightFunction(std::span<const double> knots, double span, Spacing spacing, double constant)
    : spacing_(spacing), span_(span), last_rate_(exp_exact(knots.back())) {
  assert(!knots.empty() && span >= kLeastSpan && constant >= 0);
  const std::vector<double> values =
      knots.size() > 1 ? std::vector<double>(knots.begin(), knots.end()) : std::vector<double>(2, knots.front());
  const double extent = spacing == Spacing::log ? log_exact(1 + span) : span;
  length_ = extent / static_cast<double>(values.size() - 1);
  at_span_ = constant;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    Segment segment;
    segment.start = static_cast<double>(i) * length_;
    segment.log_rate = values[i] + (spacing == Spacing::log ? segment.start : 0);
    segment.slope = (values[i + 1] - values[i]) / length_ + (spacing == Spacing::log ? 1 : 0);
    segment.before = at_span_;
    segments_.push_back(segment);
    at_span_ += segment_integral(segment.log_rate, segment.slope, length_);
  }
}

double WeightFunction::operator()(double x) const {
  assert(x >= 0);
  if (x >= span_) return at_span_ + last_rate_ * (x - span_);
  const double t = spacing_ == Spacing::log ? log_exact(1 + x) : x;
  const auto index = std::min(static_cast<std::size_t>(t / length_), segments_.size() - 1);
  const Segment& segment = segments_[index];
  return segment.before + segment_integral(segment.log_rate, segment.slope, std::max(t - segment.start, 0.0));
}

}  // namespace rootward
