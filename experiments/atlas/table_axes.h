// Which way round tables and heat maps of operators and domains are.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/atlas/results.h"

namespace rootward::atlas {

/// Operators and domains of which something is told, in the atlas's order. The fewer of both are the columns: a page is
/// higher than it is wide.
struct TableAxes {
  std::vector<std::string> rows{};
  std::vector<std::string> columns{};
  bool has_domain_rows = false;  ///< else rows are operators

  [[nodiscard]] const std::string& op(std::size_t row, std::size_t column) const {
    return has_domain_rows ? columns[column] : rows[row];
  }
  [[nodiscard]] const std::string& domain(std::size_t row, std::size_t column) const {
    return has_domain_rows ? rows[row] : columns[column];
  }
};

TableAxes table_axes(const AtlasResults& results,
                     const std::function<bool(const std::string& op, const std::string& domain)>& is_told);

}  // namespace rootward::atlas
