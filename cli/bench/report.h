// The bench's rows as text and as JSON (schema rootward.bench/1).
#pragma once

#include <string>
#include <vector>

#include "cli/bench/workloads.h"

namespace rootward::bench {

/// What the columns are, and their headings.
std::string text_heading();
std::string text_line(const Row& row);

std::string json_text(const std::vector<Row>& rows, const std::string& signature);

}  // namespace rootward::bench
