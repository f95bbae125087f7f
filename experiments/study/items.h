// A list's items in place of its name, and means over tunings in place of where they are asked for.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "experiments/study/members.h"

namespace rootward::study {

/// Puts the member's items and what it takes into its configuration. Throws UsageError.
void put_items(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
               config::YamlNode& node);

/// A text of the step with its lists' items, at these places of theirs, by their labels. Throws UsageError.
std::string labelled_text(const StudyConfig& study, const StudyStep& step, const std::map<std::string, std::size_t>& at,
                          const std::string& text);

}  // namespace rootward::study
