// Names of formats.
#include "lab/report/table_format.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {

TableFormat parse_table_format(std::string_view name) {
  const std::vector<std::string> names = {"text", "md", "csv", "latex", "json"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<TableFormat>(i);
  }
  throw UsageError(fmt::format("format {}: allowed are {}{}", name, fmt::join(names, ", "), hint_text(name, names)));
}

}  // namespace rootward
