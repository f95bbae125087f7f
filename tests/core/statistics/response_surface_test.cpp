// Quadratic surfaces that are known, and repeated experiments on one.
#include "core/statistics/response_surface.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/rng.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using ::testing::Gt;
using ::testing::Lt;

double score_of_odds(double odds) { return 1 / (1 + std::exp(-odds)); }

double documented(double x) { return score_of_odds(0.4 - (x - 1) * (x - 1) / 2); }

std::vector<SurfaceCell> documented_cells() {
  std::vector<SurfaceCell> cells;
  for (const double x : {0.0, 1.0, 2.0, 3.0}) cells.push_back({.at = {x}, .score = documented(x), .error = 0.03});
  return cells;
}

TEST(ResponseSurface, FindsTheDocumentedPeak) {
  const ResponseSurface surface(documented_cells());
  const SurfacePeak peak = surface.peak();
  EXPECT_NEAR(peak.at[0], 1, 0.016) << "to a hundredth of the width";
  EXPECT_NEAR(peak.score, 0.5987, 1e-4);
  EXPECT_TRUE(peak.is_inside);
  EXPECT_LT(surface.chi2(), 1e-9);
  EXPECT_EQ(surface.freedom(), 1);
  EXPECT_THAT(peak.region[0][0], AllOf(Gt(0), Lt(1)));
  EXPECT_THAT(peak.region[0][1], AllOf(Gt(1), Lt(3)));
  const std::vector<double> low = {peak.region[0][0]};
  const std::vector<double> beyond = {3};
  EXPECT_TRUE(surface.is_as_good(low, peak));
  EXPECT_FALSE(surface.is_as_good(beyond, peak));
}

TEST(ResponseSurface, HasTwoAxesWithTheirProduct) {
  const auto odds = [](double x, double y) {
    return 0.2 - (x - 0.5) * (x - 0.5) - (y - 1) * (y - 1) + 0.5 * (x - 0.5) * (y - 1);
  };
  std::vector<SurfaceCell> cells;
  for (const double x : {-1.0, 0.0, 1.0, 2.0})
    for (const double y : {-1.0, 0.0, 1.0, 2.0, 3.0})
      cells.push_back({.at = {x, y}, .score = score_of_odds(odds(x, y)), .error = 0.03});
  const ResponseSurface surface(cells);
  const SurfacePeak peak = surface.peak();
  EXPECT_NEAR(peak.at[0], 0.5, 0.016);
  EXPECT_NEAR(peak.at[1], 1, 0.021);
  // With x = 2 the best y is 1 + 0.5 (2 - 0.5) / 2 = 1.375.
  EXPECT_NEAR(surface.peak_at(2).at[1], 1.375, 0.021);
  EXPECT_EQ(surface.peak_at(2).at[0], 2);
}

TEST(ResponseSurface, WithoutAPeakInsideTheBestOfTheEdgeStands) {
  std::vector<SurfaceCell> cells;
  for (const double x : {-1.0, 0.0, 1.0, 2.0})
    cells.push_back({.at = {x}, .score = score_of_odds(0.1 * x * x), .error = 0.03});
  const SurfacePeak peak = ResponseSurface(cells).peak();
  EXPECT_EQ(peak.at[0], 2);
  EXPECT_FALSE(peak.is_inside);
}

/// The upper end is met to the bit, whatever the steps towards it are rounded to.
TEST(ResponseSurface, APeakOnEitherEdgeIsSeen) {
  for (const auto& [low, high] :
       {std::pair{0.1, 0.3}, {0.2, 0.6}, {0.2, 1.6}, {-2.302585092994046, 1.1631508098056809}})
    for (const double slope : {-1.0, 1.0}) {
      std::vector<SurfaceCell> cells;
      for (const double x : {low, (low + high) / 2, high})
        cells.push_back({.at = {x}, .score = score_of_odds(slope * x), .error = 0.03});
      const SurfacePeak peak = ResponseSurface(cells).peak();
      EXPECT_EQ(peak.at[0], slope > 0 ? high : low);
      EXPECT_FALSE(peak.is_inside) << low << " " << high;
    }
}

TEST(ResponseSurface, ErrorsAreThoseOfRepeatedExperiments) {
  Rng rng(3);
  const std::vector<double> one = {1};
  double sum = 0;
  double squares = 0;
  double errors = 0;
  constexpr int kTimes = 400;
  for (int i = 0; i < kTimes; ++i) {
    std::vector<SurfaceCell> cells = documented_cells();
    for (SurfaceCell& cell : cells) {
      double noise = -6;  // the sum of twelve uniform numbers less six: variance 1
      for (int k = 0; k < 12; ++k) noise += rng.uniform();
      cell.error = 0.02;
      cell.score += 0.02 * noise;
    }
    const ResponseSurface surface(cells);
    sum += surface.score(one);
    squares += surface.score(one) * surface.score(one);
    errors += surface.error(one);
  }
  const double spread = std::sqrt(squares / kTimes - sum / kTimes * (sum / kTimes));
  EXPECT_NEAR(spread / (errors / kTimes), 1, 0.12);
}

TEST(ResponseSurface, RefusesCellsThatDoNotFixIt) {
  EXPECT_THROW(ResponseSurface(std::vector<SurfaceCell>{}), std::domain_error);
  std::vector<SurfaceCell> cells = documented_cells();
  cells.resize(2);
  EXPECT_THROW(ResponseSurface{cells}, std::domain_error) << "two numbers";
  std::vector<SurfaceCell> line;
  for (const double x : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) line.push_back({.at = {x, x}, .score = 0.5, .error = 0.1});
  EXPECT_THROW(ResponseSurface{line}, std::domain_error) << "on a diagonal alone";
}

}  // namespace
}  // namespace rootward
