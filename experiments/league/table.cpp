// Two grids and what must be known to read them.
#include "experiments/league/table.h"

#include <fmt/format.h>

#include "core/escape.h"
#include "experiments/league/config.h"

namespace rootward::league {
namespace {

constexpr double kPerCent = 100;

std::string percent(double value) { return fmt::format("{:.1f}", kPerCent * value); }
std::string percent(double value, double half) { return fmt::format("{} +- {}", percent(value), percent(half)); }
std::string league_p_text(double p) { return p < 1e-6 ? "< 1e-6" : fmt::format("{:.2g}", p); }

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

std::string scores_table(const LeagueTable& table) {
  std::vector<std::vector<std::string>> rows;
  for (const OperatorRow& row : table.rows) {
    rows.push_back({row.name, fmt::format("{:.2f}", row.constant), percent(row.tested)});
    for (const FinalScore& score : row.finals) rows.back().push_back(percent(score.mean, score.half));
  }
  return markdown_table(head_with({"operator", "c", "fresh test"}, table.final_names), rows);
}

std::string gaps_table(const LeagueTable& table) {
  std::vector<std::vector<std::string>> rows;
  for (const OperatorRow& row : table.rows) {
    if (row.name == kControl) continue;
    rows.push_back({row.name});
    for (const FinalScore& score : row.finals)
      rows.back().push_back(
          fmt::format("{:+.1f} +- {}, {}", kPerCent * score.gap, percent(score.gap_half), league_p_text(score.p)));
    rows.back().push_back(row.held);
  }
  return markdown_table(head_with(head_with({"operator"}, table.final_names), {"what held"}), rows);
}

std::string beside_text(const LeagueTable& table) {
  if (table.beside.empty()) return "";
  std::vector<std::string> players;
  for (const auto& [name, score] : table.beside) players.push_back(name + " " + percent(score));
  return fmt::format("Against the same references at equal simulations, not tuned: {}.\n\n", fmt::join(players, ", "));
}

}  // namespace

std::string league_markdown(const LeagueTable& table) {
  return fmt::format(
      "### {}: fair-tuned\n\n"
      "{} operators, each tuned {} times, {} evaluations a time, with its own exploration constant. Finals at {} "
      "simulations a move (equal), a quarter and four times as many, and at equal CPU time.\n\n"
      "{}\nDifferences from the tuned {}, each with Holm's p:\n\n{}\n"
      "{}"
      "c: median of the tuned constants. fresh test: mean score in percent against the pool of the tuning, by games "
      "that no tuning has seen. Finals: mean score against the references, whom no tuning has met; +- 95 % by the "
      "spread between optimizer seeds, pooled over operators. p: two-sided, Student's t, corrected by Holm for all "
      "comparisons of the table (better, worse: p < 0.05). the same: within {:.0f} points (two one-sided tests at 5 "
      "%). undecided: the games show neither; that is not equality.\n",
      table.name, table.rows.size(), table.seeds, table.evaluations, table.simulations, scores_table(table), kControl,
      gaps_table(table), beside_text(table), kPerCent * kMargin);
}

std::string league_csv(const LeagueTable& table) {
  std::string text = "operator,c,tested";
  for (const std::string& name : table.final_names) text += "," + name;
  for (const std::string& name : table.final_names)
    text += fmt::format(",{0} half,{0} gap,{0} gap half,{0} equal,{0} p", name);
  text += ",held\n";
  for (const OperatorRow& row : table.rows) {
    text += fmt::format("{},{},{}", row.name, row.constant, row.tested);
    for (const FinalScore& score : row.finals) text += fmt::format(",{}", score.mean);
    for (const FinalScore& score : row.finals) {
      text += fmt::format(",{}", score.half);
      text += row.name == kControl
                  ? ",,,,"
                  : fmt::format(",{},{},{},{}", score.gap, score.gap_half, score.is_equal ? "True" : "False", score.p);
    }
    text += "," + csv_cell(row.held) + "\n";
  }
  return text;
}

}  // namespace rootward::league
