// Pooled variances, Student's t, Holm; two grids, and what must be known to read them.
#include "experiments/study/fair_tuned.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/escape.h"
#include "core/statistics/beta.h"
#include "core/statistics/multiplicity.h"

namespace rootward::study {
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

std::vector<std::string> final_names(const FairTuned& table) {
  std::vector<std::string> names;
  for (const Final& final : table.finals) names.push_back(final.name);
  return names;
}

constexpr double kPerCent = 100;

std::string percent(double value) { return fmt::format("{:.1f}", kPerCent * value); }
std::string percent(double value, double half) { return fmt::format("{} +- {}", percent(value), percent(half)); }
std::string fair_p_text(double p) { return p < 1e-6 ? "< 1e-6" : fmt::format("{:.2g}", p); }

/// A Markdown table: the first column to the left, the others to the right.
std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::string text = fmt::format("| {} |\n| ---", fmt::join(head, " | "));
  for (std::size_t i = 1; i < head.size(); ++i) text += " | ---:";
  text += " |\n";
  for (const std::vector<std::string>& row : rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  return text;
}

std::vector<std::string> head_with(std::vector<std::string> head, const std::vector<std::string>& more) {
  head.insert(head.end(), more.begin(), more.end());
  return head;
}

std::string scores_table(const FairTuned& table) {
  std::vector<std::vector<std::string>> rows;
  for (const OperatorRow& row : table.rows) {
    rows.push_back({row.name, fmt::format("{:.2f}", row.constant), percent(row.tested)});
    for (const FinalScore& score : row.finals) rows.back().push_back(percent(score.mean, score.half));
  }
  return markdown_table(head_with({"operator", "c", "fresh test"}, final_names(table)), rows);
}

std::string gaps_table(const FairTuned& table) {
  std::vector<std::vector<std::string>> rows;
  for (const OperatorRow& row : table.rows) {
    if (row.name == table.control) continue;
    rows.push_back({row.name});
    for (const FinalScore& score : row.finals)
      rows.back().push_back(
          fmt::format("{:+.1f} +- {}, {}", kPerCent * score.gap, percent(score.gap_half), fair_p_text(score.p)));
    rows.back().push_back(row.held);
  }
  return markdown_table(head_with(head_with({"operator"}, final_names(table)), {"what held"}), rows);
}

std::string beside_text(const FairTuned& table) {
  if (table.beside.empty()) return "";
  std::vector<std::string> players;
  for (const auto& [name, score] : table.beside) players.push_back(name + " " + percent(score));
  return fmt::format("Against the same references at equal simulations, not tuned: {}.\n\n", fmt::join(players, ", "));
}

const Final& main_final(const FairTuned& table) {
  return *std::ranges::find(table.finals, table.sorted_by, &Final::name);
}

/// "a quarter", "four times": of the main finals' simulations.
std::string times_text(double ratio) {
  struct Named {
    double ratio;
    const char* text;
  };
  constexpr std::array<Named, 4> kNamed = {{{0.25, "a quarter"}, {0.5, "half"}, {2, "twice"}, {4, "four times"}}};
  const auto* found = std::ranges::find(kNamed, ratio, &Named::ratio);
  return found != kNamed.end() ? found->text : fmt::format("{:.3g} times", ratio);
}

/// "400 simulations a move (equal), a quarter and four times as many, and at equal CPU time"
std::string budgets_text(const FairTuned& table) {
  const Final& main = main_final(table);
  std::string text = fmt::format("{} simulations a move ({})", main.simulations, main.name);
  std::vector<std::string> others;
  bool has_equal_time = false;
  for (const Final& final : table.finals) {
    if (final.is_equal_time)
      has_equal_time = true;
    else if (final.name != main.name)
      others.push_back(times_text(static_cast<double>(final.simulations) / static_cast<double>(main.simulations)));
  }
  for (std::size_t i = 0; i < others.size(); ++i)
    text += (i == 0 ? ", " : i + 1 < others.size() ? ", " : " and ") + others[i];
  return text + (others.empty() ? "" : " as many") + (has_equal_time ? ", and at equal CPU time" : "");
}

}  // namespace

void compare(FairTuned& table) {
  const OperatorRow reference = *std::ranges::find(table.rows, table.control, &OperatorRow::name);
  for (std::size_t i = 0; i < table.finals.size(); ++i) compare_in_final(table.rows, reference, i);
  std::vector<double*> tests;
  std::vector<double> p;
  for (std::size_t i = 0; i < table.finals.size(); ++i) {
    for (OperatorRow& row : table.rows) {
      if (row.name == table.control) continue;
      tests.push_back(&row.finals[i].p);
      p.push_back(row.finals[i].p);
    }
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < tests.size(); ++i) *tests[i] = corrected[i];
  for (OperatorRow& row : table.rows)
    row.held = row.name == table.control ? "the control" : held_text(row, table.finals);
  const auto main = static_cast<std::size_t>(&main_final(table) - table.finals.data());
  std::ranges::stable_sort(table.rows, std::ranges::greater{},
                           [&](const OperatorRow& row) { return row.finals[main].mean; });
}

std::string held_text(const OperatorRow& row, const std::vector<Final>& finals) {
  std::vector<std::string> better, worse, same;
  for (std::size_t i = 0; i < finals.size(); ++i) {
    const FinalScore& score = row.finals[i];
    if (score.p < kSignificance)
      (score.gap > 0 ? better : worse).push_back(finals[i].name);
    else if (score.is_equal)
      same.push_back(finals[i].name);
  }
  std::string text;
  const auto tell = [&](const char* what, const std::vector<std::string>& where) {
    if (where.empty()) return;
    text += fmt::format("{}{} at {}", text.empty() ? "" : "; ", what,
                        where.size() == finals.size() ? "all" : fmt::format("{}", fmt::join(where, ", ")));
  };
  tell("better", better);
  tell("worse", worse);
  tell("the same", same);
  return text.empty() ? "undecided" : text;
}

std::string fair_tuned_markdown(const FairTuned& table) {
  return fmt::format(
      "### {}: fair-tuned\n\n"
      "{} operators, each tuned {} times, {} evaluations a time, with its own exploration constant. Finals at {}.\n\n"
      "{}\nDifferences from the tuned {}, each with Holm's p:\n\n{}\n"
      "{}"
      "c: median of the tuned constants. fresh test: mean score in percent against the pool of the tuning, by games "
      "that no tuning has seen. Finals: mean score against the references, whom no tuning has met; +- 95 % by the "
      "spread between optimizer seeds, pooled over operators. p: two-sided, Student's t, corrected by Holm for all "
      "comparisons of the table (better, worse: p < 0.05). the same: within {:.0f} points (two one-sided tests at 5 "
      "%). undecided: the games show neither; that is not equality.\n",
      table.name, table.rows.size(), table.seeds, table.evaluations, budgets_text(table), scores_table(table),
      table.control, gaps_table(table), beside_text(table), kPerCent * kMargin);
}

std::string fair_tuned_csv(const FairTuned& table) {
  const std::vector<std::string> names = final_names(table);
  std::string text = "operator,c,tested";
  for (const std::string& name : names) text += "," + name;
  for (const std::string& name : names) text += fmt::format(",{0} half,{0} gap,{0} gap half,{0} equal,{0} p", name);
  text += ",held\n";
  for (const OperatorRow& row : table.rows) {
    text += fmt::format("{},{},{}", row.name, row.constant, row.tested);
    for (const FinalScore& score : row.finals) text += fmt::format(",{}", score.mean);
    for (const FinalScore& score : row.finals) {
      text += fmt::format(",{}", score.half);
      text += row.name == table.control
                  ? ",,,,"
                  : fmt::format(",{},{},{},{}", score.gap, score.gap_half, score.is_equal ? "True" : "False", score.p);
    }
    text += "," + csv_cell(row.held) + "\n";
  }
  return text;
}

}  // namespace rootward::study
