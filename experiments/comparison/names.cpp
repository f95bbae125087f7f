// Words for people.
#include "experiments/comparison/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/statistics/elo.h"
#include "lab/report/number_text.h"

namespace rootward::comparison {

std::string place_name(const Published& published, const std::string& place) {
  return published.is_of_runs() ? place : fmt::format("{0}x{0}", place);
}

std::string title_of(const Published& published, std::string_view name) {
  const PublishedPlayer* player = published.find(name);
  if (player == nullptr) return std::string(name);
  return player->title;
}

std::string published_class_name(ResultClass result) {
  return result == ResultClass::open ? "not shown" : std::string(class_name(result));
}

std::string again_text(const AgainRow& row) {
  switch (row.status) {
    case AgainStatus::even:
      return "even";
    case AgainStatus::suspect:
      return fmt::format("suspect: outside its 99 % interval; play {} more games of this cell",
                         row.ours.counts.games());
    case AgainStatus::broken:
      return "broken: p < 0.001, so nothing that was played on this board counts";
  }
  return "";
}

std::string published_text(const PublishedCell& cell) {
  if (cell.sign != 0) return cell.words.empty() ? (cell.sign > 0 ? "+" : "-") : cell.words;
  if (cell.quantity == Quantity::threshold) return fmt::format("{}", cell.value);
  const Interval ends = cell.interval();
  const double half = 0.5 * (ends.high - ends.low);
  if (cell.quantity == Quantity::elo)
    return fmt::format("{} ± {:.0f} Elo", signed_text(elo_of_score(cell.value), 0),
                       half * kEloPerLogit / (cell.value * (1.0 - cell.value)));
  const bool is_at_an_end = ends.low == cell.value || ends.high == cell.value;
  if (cell.quantity == Quantity::measured)
    return is_at_an_end ? fmt::format("{} [{:.3g}, {:.3g}]", cell.value, ends.low, ends.high)
                        : fmt::format("{} ± {:.3g}", cell.value, half);
  return is_at_an_end ? fmt::format("{} {} %", percent_text(cell.value), percent_text(ends))
                      : fmt::format("{} ± {:.1f} %", percent_text(cell.value), 100.0 * half);
}

std::string our_text(const CellRow& row) {
  const OurScore& ours = row.played->ours;
  if (row.published.measure.empty()) return percent_text(ours.estimate.score) + " %";
  if (row.published.quantity == Quantity::measured)
    return row.published.has_even() ? fmt::format("{:+.3g}", ours.estimate.score)
                                    : fmt::format("{:.3g}", ours.estimate.score);
  if (std::isnan(ours.ci95.low)) return "not known";
  return std::isinf(ours.ci95.high) ? fmt::format("above {}", ours.ci95.low)
                                    : fmt::format("{} to {}", ours.ci95.low, ours.ci95.high);
}

std::string our_interval_text(const CellRow& row) {
  const Interval& ends = row.played->ours.ci95;
  if (row.published.quantity == Quantity::threshold) return "-";
  return row.published.measure.empty() ? percent_text(ends) : fmt::format("[{:.3g}, {:.3g}]", ends.low, ends.high);
}

std::string signed_text(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string place_summary(const Comparison& comparison, const std::string& place) {
  std::size_t cells = 0;
  std::array<std::size_t, 3> verdicts{};
  std::size_t repeated = 0;
  for (const CellRow& row : comparison.rows) {
    if (row.published.by.place != place || !row.label.empty()) continue;
    ++cells;
    if (row.played)
      ++(row.played->ours.repeats.empty() ? verdicts[static_cast<std::size_t>(row.played->agreement)] : repeated);
  }
  const std::size_t played = verdicts[0] + verdicts[1] + verdicts[2] + repeated;
  if (played == 0) return fmt::format("none of {} cells was played", cells);
  if (comparison.is_void(place)) return fmt::format("{} of {} cells were played, and do not count", played, cells);
  return fmt::format("{} of {} cells were played: {} agree, {} disagree, {} undecided{}", played, cells, verdicts[0],
                     verdicts[1], verdicts[2], repeated == 0 ? "" : fmt::format(", {} repeat others", repeated));
}

}  // namespace rootward::comparison
