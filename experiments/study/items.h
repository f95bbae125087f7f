// A list's items in place of its name, and means over tunings in place of where they are asked for.
#pragma once

#include "experiments/study/members.h"

namespace rootward::study {

/// Puts the member's items and what it takes into its configuration. Throws UsageError.
void put_items(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
               config::YamlNode& node);

}  // namespace rootward::study
