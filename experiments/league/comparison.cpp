// Pooled variances, Student's t, Holm.
#include "experiments/league/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/statistics/beta.h"
#include "core/statistics/multiplicity.h"

namespace rootward::league {
namespace {

constexpr double kSignificance = 0.05;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

/// The spread between tunings of one operator, over all operators.
double pooled_deviation(const std::vector<OperatorRow>& rows, std::size_t final_index) {
  double sum = 0;
  for (const OperatorRow& row : rows) sum += variance_of(row.finals[final_index].scores);
  return std::sqrt(sum / static_cast<double>(rows.size()));
}

void compare_in_final(std::vector<OperatorRow>& rows, const OperatorRow& control, std::size_t final_index) {
  const auto seeds = static_cast<double>(control.finals[final_index].scores.size());
  const double degrees = static_cast<double>(rows.size()) * (seeds - 1);
  const double pooled = pooled_deviation(rows, final_index);
  const double error = pooled * std::sqrt(2 / seeds);
  const double quantile = student_two_sided_quantile(kSignificance, degrees);
  const double one_sided = student_two_sided_quantile(2 * kSignificance, degrees);
  const double control_mean = mean_of(control.finals[final_index].scores);
  for (OperatorRow& row : rows) {
    FinalScore& score = row.finals[final_index];
    score.mean = mean_of(score.scores);
    score.half = quantile * pooled / std::sqrt(seeds);
    score.gap = score.mean - control_mean;
    score.gap_half = quantile * error;
    score.is_equal = std::abs(score.gap) + one_sided * error < kMargin;
    score.p = error > 0 ? student_two_sided_p(score.gap / error, degrees) : score.gap == 0 ? 1.0 : 0.0;
  }
}

}  // namespace

void compare(std::vector<OperatorRow>& rows, const std::string& control, const std::vector<std::string>& final_names) {
  const OperatorRow reference = *std::ranges::find(rows, control, &OperatorRow::name);
  for (std::size_t i = 0; i < final_names.size(); ++i) compare_in_final(rows, reference, i);
  std::vector<double*> tests;
  std::vector<double> p;
  for (std::size_t i = 0; i < final_names.size(); ++i) {
    for (OperatorRow& row : rows) {
      if (row.name == control) continue;
      tests.push_back(&row.finals[i].p);
      p.push_back(row.finals[i].p);
    }
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < tests.size(); ++i) *tests[i] = corrected[i];
  for (OperatorRow& row : rows) row.held = row.name == control ? "the control" : held_text(row, final_names);
}

std::string held_text(const OperatorRow& row, const std::vector<std::string>& final_names) {
  std::vector<std::string> better, worse, same;
  for (std::size_t i = 0; i < final_names.size(); ++i) {
    const FinalScore& score = row.finals[i];
    if (score.p < kSignificance)
      (score.gap > 0 ? better : worse).push_back(final_names[i]);
    else if (score.is_equal)
      same.push_back(final_names[i]);
  }
  std::string text;
  const auto tell = [&](const char* what, const std::vector<std::string>& where) {
    if (where.empty()) return;
    text += fmt::format("{}{} at {}", text.empty() ? "" : "; ", what,
                        where.size() == final_names.size() ? "all" : fmt::format("{}", fmt::join(where, ", ")));
  };
  tell("better", better);
  tell("worse", worse);
  tell("the same", same);
  return text.empty() ? "undecided" : text;
}

}  // namespace rootward::league
