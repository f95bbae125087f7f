// A step's `joined` lists: their items all play in one tournament.
#pragma once

#include "experiments/study/members.h"

namespace rootward::study {

/// Players and pairings of the configuration that name the step's `joined` lists stand there once for every combination
/// of their items, side by side. Throws UsageError.
void write_out_joined(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
                      config::YamlNode& configuration);

}  // namespace rootward::study
