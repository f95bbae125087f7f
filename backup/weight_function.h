// The weight function of Monotone and Softmax MCTS: f(x) = C + Int_0^x exp(g(s)) ds with a piecewise-linear g.
#pragma once

#include <span>
#include <vector>

namespace rootward {

/// Where g's knots lie on [0, span], and in which variable t g is linear between them.
///   linear:  t = x             (Li & Lim 2020, section 3)
///   log:     t = ln(1 + x)     (ours: early visits are where nearly all nodes live)
/// The knots are equally spaced in t, the first at x = 0, the last at x = span.
enum class Spacing { linear, log };

inline constexpr double kLeastSpan = 1e-6;  ///< ln(1 + span) is far from 0, and so is the 63rd part of it

/// f of Li & Lim 2020 (arXiv 2001.09325), eq. 8. Beyond the span g keeps its last value (ours).
///
/// Every segment of the integral is closed: with t the distance from the segment's left knot, exp(g) dx is
/// e^(a + b t) dt, and Int_0^h e^(a + b t) dt = e^a expm1(b h) / b. Under log spacing dx = e^u du, so a and b grow by
/// the knot's u and by 1. Worked: C = 1, knots (0, 0), (2, ln 2), (4, 0): f(1) = 1 + (sqrt 2 - 1) / (ln 2 / 2)
/// = 2.195167704609231, f(5) = 7.770780163555854.
class WeightFunction {
 public:
  /// `knots`: g's values, 1 to 64 of them in [-100, 100]; one means a constant g. span >= kLeastSpan, in visits.
  /// constant: C >= 0.
  WeightFunction(std::span<const double> knots, double span, Spacing spacing, double constant);

  /// f(x) for x >= 0 (in visits); increasing up to rounding, below 1e60 for x up to 1e15.
  [[nodiscard]] double operator()(double x) const;

 private:
  struct Segment {
    double start = 0;     ///< t at the left knot
    double log_rate = 0;  ///< ln of dF/dt at the left knot
    double slope = 0;     ///< its derivative by t
    double before = 0;    ///< f at the left knot
  };

  Spacing spacing_;
  double span_;
  double length_ = 0;  ///< of a segment, in t
  double last_rate_;   ///< e^g beyond the span
  double at_span_ = 0;
  std::vector<Segment> segments_;
};

}  // namespace rootward
