// Files of recorded searches: JSON lines of schema rootward.exploration/2 (docs/files.md).
#pragma once

#include <string>
#include <string_view>

#include "lab/play/search_record.h"

namespace rootward {

/// The record's lines: what it is about, then nodes and simulations, each node before the first simulation that needs
/// it. read_search_record() makes the same record of them.
std::string search_record_text(const SearchRecord& record);

/// `source` names the text in errors. Throws UsageError with the line of what is wrong.
SearchRecord parse_search_record(std::string_view text, const std::string& source);
/// Of a file. Throws RunError where it cannot be read.
SearchRecord read_search_record(const std::string& file);

}  // namespace rootward
