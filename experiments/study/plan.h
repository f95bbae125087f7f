// What a study would play, and about how long that takes here.
#pragma once

#include <string>

#include "experiments/study/config.h"

namespace rootward::study {

/// A row a step: its runs, games or searches, and core hours, estimated from games that some of its runs play for about
/// `seconds` CPU seconds each. Tournaments that go on while undecided count with their first games. Writes nothing.
std::string plan_text(const StudyConfig& study, double seconds = 1);

}  // namespace rootward::study
