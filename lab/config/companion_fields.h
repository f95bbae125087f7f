// `companions` of a search: a map of maps, one a companion that is on.
#pragma once

#include "lab/config/field_table.h"
#include "lab/config/problem_list.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward::config {

Field<SearchSettings> companions_field();

/// Adds what companions cannot go with. `game` may be null where it could not be read.
void check_companions(const SearchSettings& settings, const Game* game, const YamlNode& search, ProblemList& problems);
/// The same of what the solver does beside.
void check_solver(const SearchSettings& settings, const Game* game, const YamlNode& search, ProblemList& problems);

}  // namespace rootward::config
