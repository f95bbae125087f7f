// The formats in which tables are shown.
#pragma once

#include <cstdint>
#include <string_view>

namespace rootward {

enum class TableFormat : std::uint8_t { text, md, csv, latex, json };

/// "text", "md", "csv", "latex" or "json". Throws UsageError naming the nearest.
TableFormat parse_table_format(std::string_view name);

}  // namespace rootward
