// The machine-independent elementary functions against the library's long double ones, and their vector form.
#include "core/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/elementary_inline.h"
#include "core/exp_inline.h"
#include "core/rng.h"

namespace rootward {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double relative_error(double value, long double exact) {
  return static_cast<double>(std::abs((static_cast<long double>(value) - exact) / exact));
}

TEST(Math, ExpIsAccurate) {
  Rng rng(1);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 2 == 0 ? 1416 * rng.uniform() - 707 : 4 * rng.uniform() - 2;
    ASSERT_LT(relative_error(exp_exact(x), std::exp(static_cast<long double>(x))), 1e-15) << x;
  }
}

TEST(Math, ExpAtTheEnds) {
  EXPECT_EQ(exp_exact(0), 1);
  EXPECT_EQ(exp_exact(-746), 0);
  EXPECT_EQ(exp_exact(-1e300), 0);
  EXPECT_EQ(exp_exact(-kInfinity), 0);
  EXPECT_EQ(exp_exact(710), kInfinity);
  EXPECT_EQ(exp_exact(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(exp_exact(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_LT(relative_error(exp_exact(709.78), std::exp(709.78L)), 1e-13);  // 709.78 is not exact as a double
  EXPECT_NEAR(exp_exact(-744.0), std::exp(-744.0), 5e-324);
}

TEST(Math, VectorExpHasTheScalarBits) {
  Rng rng(2);
  for (int i = 0; i < 20'000; ++i) {
    const TwoReals x = {i == 0 ? -708.0 : -708 * rng.uniform(), i == 0 ? 709.0 : 709 * rng.uniform()};
    const auto vector = exp_in_range<TwoReals, TwoWords>(x);
    for (std::size_t lane = 0; lane < 2; ++lane) ASSERT_EQ(vector[lane], exp_exact(x[lane])) << x[lane];
  }
}

TEST(Math, ExpOfManyHasTheBitsOfEach) {
  Rng rng(2);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(-30 * rng.uniform());
    if (count % 3 == 2) numbers[count / 2] = count % 2 == 0 ? -720 : -kInfinity;
    std::vector<double> expected;
    for (const double number : numbers) expected.push_back(exp_exact(number));
    exp_exact(numbers);
    EXPECT_EQ(numbers, expected) << count;
  }
}

TEST(Math, Expm1KeepsSmallNumbers) {
  Rng rng(3);
  for (int i = 0; i < 100'000; ++i) {
    const double x = (2 * rng.uniform() - 1) * (i % 3 == 0 ? 1e-9 : i % 3 == 1 ? 0.5 : 30.0);
    if (x == 0) continue;
    ASSERT_LT(relative_error(expm1_exact(x), std::expm1(static_cast<long double>(x))), 1e-15) << x;
  }
  EXPECT_EQ(expm1_exact(0), 0);
  EXPECT_EQ(expm1_exact(1e-300), 1e-300);
}

TEST(Math, LogIsAccurate) {
  Rng rng(4);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 2 == 0 ? exp_exact(1400 * rng.uniform() - 700) : 0.5 + rng.uniform();
    const long double exact = std::log(static_cast<long double>(x));
    if (exact == 0) continue;
    ASSERT_LT(relative_error(log_exact(x), exact), 1e-15) << x;
  }
  EXPECT_EQ(log_exact(1), 0);
  EXPECT_EQ(log_exact(0), -kInfinity);
  EXPECT_EQ(log_exact(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(log_exact(-1)));
}

TEST(Math, AtanIsAccurate) {
  Rng rng(5);
  for (int i = 0; i < 200'000; ++i) {
    const double x = rng.uniform() * (i % 3 == 0 ? 1 : i % 3 == 1 ? 5 : 1e4);
    ASSERT_NEAR(atan_of_positive(x), static_cast<double>(std::atan(static_cast<long double>(x))), 3e-16) << x;
  }
  EXPECT_EQ(atan_of_positive(0.0), 0);
  EXPECT_NEAR(atan_of_positive(1e300), 1.57079632679489661923, 1e-15);
}

TEST(Math, DistributionFunctionsAreAccurate) {
  Rng rng(6);
  const long double root3 = std::sqrt(3.0L);
  const long double pi = std::acos(-1.0L);
  for (int i = 0; i < 200'000; ++i) {
    const double z = (2 * rng.uniform() - 1) * (i % 2 == 0 ? 3 : 30);
    const long double u = z / root3;
    ASSERT_NEAR(t3_cdf(z), static_cast<double>(0.5L + (u / (1 + u * u) + std::atan(u)) / pi), 4e-16) << z;
    ASSERT_LT(relative_error(norm_cdf(z), 0.5L * std::erfc(-z / std::sqrt(2.0L))), 1e-13) << z;
  }
  EXPECT_EQ(t3_cdf(0), 0.5);
  EXPECT_NEAR(t3_cdf(1), 0.80449889052211457, 4e-16);
  EXPECT_NEAR(norm_cdf(1.959963984540054), 0.975, 1e-15);
  EXPECT_EQ(norm_cdf(-40), 0);
  EXPECT_EQ(norm_cdf(40), 1);
}

TEST(Math, PowerIsExpOfLog) {
  EXPECT_EQ(power(0, 2.5), 0);
  EXPECT_EQ(power(0, 0), 1);
  EXPECT_EQ(power(7, 0), 1);
  EXPECT_NEAR(power(2, 10), 1024, 1e-11);
  EXPECT_NEAR(power(0.25, 0.5), 0.5, 1e-16);
}

TEST(Math, VectorFunctionsHaveTheScalarBits) {
  Rng rng(7);
  for (int i = 0; i < 20'000; ++i) {
    const TwoReals z = {20 * rng.uniform() - 10, 4 * rng.uniform() - 2};
    const TwoReals x = {1e6 * rng.uniform() + 1e-9, rng.uniform() + 1e-300};
    const auto logarithms = log_in_range<TwoReals, TwoWords>(x);
    const auto normal = norm_cdf_of<TwoReals, TwoWords>(z);
    const auto student = t3_cdf_of<TwoReals>(z);
    for (std::size_t lane = 0; lane < 2; ++lane) {
      ASSERT_EQ(logarithms[lane], log_exact(x[lane])) << x[lane];
      ASSERT_EQ(normal[lane], norm_cdf(z[lane])) << z[lane];
      ASSERT_EQ(student[lane], t3_cdf(z[lane])) << z[lane];
    }
  }
}

TEST(Math, SumFixedAddsEverythingInItsOrder) {
  std::vector<double> values;
  for (int i = 1; i <= 21; ++i) {
    values.push_back(i);
    EXPECT_EQ(sum_fixed(values), i * (i + 1) / 2);
  }
  // 1 and 1e100 fall into one lane, -1e100 into the same one eight places later: the small number is lost there.
  std::vector<double> order(24, 0.0);
  order[0] = 1e100;
  order[8] = 1;
  order[16] = -1e100;
  EXPECT_EQ(sum_fixed(order), 0);
  order[9] = 1;
  EXPECT_EQ(sum_fixed(order), 1);
}

}  // namespace
}  // namespace rootward
