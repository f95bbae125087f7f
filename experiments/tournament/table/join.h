// Several results folders: those of one tournament are joined, others stay apart.
#pragma once

#include <vector>

#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// Two folders are of one tournament where name, question, hypothesis, seed, game, openings, kind of schedule, stop
/// rule and all players with the same name agree; pairs and further players may differ. Joined results take the
/// configuration with the most pairs and players of all. Throws RunError where two folders disagree about a game.
std::vector<StoredResults> join_results(std::vector<StoredResults> folders);

}  // namespace rootward::tournament
