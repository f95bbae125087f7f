// Numbers of tasks as schedulers write them: "3,17,40-44".
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace rootward::cluster {

using TaskSet = std::set<std::uint32_t>;

/// "3,17,40-44"; "" for none.
std::string task_list(const TaskSet& tasks);

}  // namespace rootward::cluster
