// Words for people.
#include "experiments/comparison/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lab/report/number_text.h"

namespace rootward::comparison {

std::string board_name(int board) { return fmt::format("{0}x{0}", board); }

std::string title_of(const Published& published, std::string_view name) {
  const PublishedPlayer* player = published.find(name);
  if (player == nullptr) return std::string(name);
  return player->name == name ? player->title : fmt::format("{} ({})", player->title, name);
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

std::string board_summary(const Comparison& comparison, int board) {
  std::size_t cells = 0;
  std::array<std::size_t, 3> verdicts{};
  for (const CellRow& row : comparison.rows) {
    if (row.published.board != board || row.method != row.published.method) continue;
    ++cells;
    if (row.played) ++verdicts[static_cast<std::size_t>(row.played->agreement)];
  }
  const std::size_t played = verdicts[0] + verdicts[1] + verdicts[2];
  if (played == 0) return fmt::format("none of {} cells was played", cells);
  if (comparison.is_void(board)) return fmt::format("{} of {} cells were played, and do not count", played, cells);
  return fmt::format("{} of {} cells were played: {} agree, {} disagree, {} undecided", played, cells, verdicts[0],
                     verdicts[1], verdicts[2]);
}

}  // namespace rootward::comparison
