// Numbers of tasks as schedulers write them: "3,17,40-44".
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace rootward::cluster {

using TaskSet = std::set<std::uint32_t>;

/// "3,17,40-44"; "" for none.
std::string task_list(const TaskSet& tasks);
/// Reads it back. Throws UsageError for what task_list() does not write.
TaskSet parse_task_list(std::string_view text);

}  // namespace rootward::cluster
