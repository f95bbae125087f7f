// Which processes there are, found by a text in their environment, as `ps e` would.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace rootward::testing {

/// A variable "ROOTWARD_TEST_MARK=..." that no other test run uses; given to a child, all its descendants carry it.
std::pair<std::string, std::string> new_process_mark();

/// Processes that carry the mark, without those that have ended and only wait for their parent.
std::vector<pid_t> processes_with(const std::pair<std::string, std::string>& mark);

/// Waits up to five seconds for the number of such processes.
bool wait_for_process_count(const std::pair<std::string, std::string>& mark, std::size_t count);

}  // namespace rootward::testing
