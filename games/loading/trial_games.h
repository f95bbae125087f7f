// Random games in which every promise of a loaded game is asked.
#pragma once

#include "games/loading/rules.h"
#include "games/loading/trial.h"
#include "games/loading/trial_memory.h"

namespace rootward::loading {

/// Throws BrokenPromise. To be run in a child: a game may crash.
void play_trial(const PluginRules& rules, const TrialLimits& limits, TrialReport& report);

}  // namespace rootward::loading
