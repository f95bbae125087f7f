// A gauntlet whose players differ in one number, drawn along that number.
#pragma once

#include <optional>

#include "experiments/report/plot/figure.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// The score against each reference by the number in which three or more players differ (the exploration constant, the
/// simulations, ..); players who differ in something else too give lines of their own, and each reference a panel.
/// Nothing where no number is varied so, and for schedules without references.
std::optional<plot::Figure> sweep_figure(const TournamentConfig& config, const ResultTable& table);

}  // namespace rootward::tournament
