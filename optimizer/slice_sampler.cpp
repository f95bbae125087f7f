// Neal's figures 3 (stepping out) and 5 (shrinkage).
#include "optimizer/slice_sampler.h"

#include <cmath>

namespace rootward::optimizer {
namespace {

constexpr int kMostSteps = 4;  ///< the slice's interval grows to at most so many widths
constexpr int kMostShrinks = 60;

/// The density along one coordinate, the others as they are.
class Line {
 public:
  Line(const LogDensity& log_density, Eigen::VectorXd& place, Eigen::Index coordinate)
      : log_density_(log_density), place_(place), coordinate_(coordinate) {}
  double operator()(double x) {
    place_[coordinate_] = x;
    return log_density_(place_);
  }

 private:
  const LogDensity& log_density_;
  Eigen::VectorXd& place_;
  Eigen::Index coordinate_;
};

struct Bracket {
  double low;
  double high;
};

Bracket step_out(Line& line, double start, double level, double width, Rng& rng) {
  Bracket bracket{.low = start - width * rng.uniform(), .high = 0};
  bracket.high = bracket.low + width;
  int steps_down = static_cast<int>(rng.below(kMostSteps));
  int steps_up = kMostSteps - 1 - steps_down;
  while (steps_down-- > 0 && line(bracket.low) > level) bracket.low -= width;
  while (steps_up-- > 0 && line(bracket.high) > level) bracket.high += width;
  return bracket;
}

/// Leaves the new coordinate in place; returns the log density there.
double shrink(Line& line, Bracket bracket, double start, double level, Rng& rng) {
  for (int i = 0; i < kMostShrinks; ++i) {
    const double x = bracket.low + (bracket.high - bracket.low) * rng.uniform();
    const double log_density = line(x);
    if (log_density > level) return log_density;
    (x < start ? bracket.low : bracket.high) = x;
  }
  return line(start);
}

}  // namespace

void slice_sweep(const LogDensity& log_density, const Eigen::VectorXd& widths, Eigen::VectorXd& place, Rng& rng) {
  double current = log_density(place);
  for (Eigen::Index i = 0; i < place.size(); ++i) {
    const double start = place[i];
    const double level = current + std::log1p(-rng.uniform());
    Line line(log_density, place, i);
    const Bracket bracket = step_out(line, start, level, widths[i], rng);
    current = shrink(line, bracket, start, level, rng);
  }
}

}  // namespace rootward::optimizer
