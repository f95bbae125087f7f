// What a training run has written down: a row of numbers a generation, told as CSV, figures and alarms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/report/plot/figure.h"

namespace rootward::selfplay {

/// A generation's numbers by name, as texts.
class JournalRow {
 public:
  using Cell = std::pair<std::string, std::string>;

  void add(std::string name, std::string text) { cells_.emplace_back(std::move(name), std::move(text)); }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  /// "" where it has none of that name.
  [[nodiscard]] std::string_view text(std::string_view name) const;
  /// None where there is no such number.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;

 private:
  std::vector<Cell> cells_;
};

/// Share, among games that went on after a resignation, of those that were not lost: more than that is alarming.
inline constexpr double kMostSparedWrongly = 0.05;

struct Journal {
  std::string name{};  ///< the configuration's
  double points = 0;   ///< of the board
  bool is_go = false;
  std::vector<JournalRow> rows{};  ///< a generation each, from 0
};

/// Reads the text of a run's state.json.gz (schema rootward.training/1, written by training/loop.py). Lists and objects
/// within a row become columns: {"stats": {"games": 5}} is `games`, and the answer "value" on "unmet" positions of the
/// companion "colour-" is `colour_unmet_value`. Throws UsageError without place.
Journal parse_journal(std::string_view text);

/// What is alarming about a generation, in the order of docs/training.md.
std::vector<std::string> alarms_of(const Journal& journal, std::size_t generation);

/// A line a generation; the last column holds its alarms.
std::string journal_csv(const Journal& journal);

/// Over games played: losses in training, on the window and on games held out; Elo over the milestones; what the games
/// are like.
plot::Figure loss_figure(const Journal& journal);
plot::Figure elo_figure(const Journal& journal);
plot::Figure games_figure(const Journal& journal);

}  // namespace rootward::selfplay
