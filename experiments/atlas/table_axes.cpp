#include "experiments/atlas/table_axes.h"

#include <algorithm>
#include <utility>

namespace rootward::atlas {

TableAxes table_axes(const AtlasResults& results,
                     const std::function<bool(const std::string& op, const std::string& domain)>& is_told) {
  TableAxes axes;
  for (const std::string& op : results.operators)
    if (std::ranges::any_of(results.domains, [&](const std::string& domain) { return is_told(op, domain); }))
      axes.rows.push_back(op);
  for (const std::string& domain : results.domains)
    if (std::ranges::any_of(axes.rows, [&](const std::string& op) { return is_told(op, domain); }))
      axes.columns.push_back(domain);
  axes.has_domain_rows = axes.columns.size() > axes.rows.size();
  if (axes.has_domain_rows) std::swap(axes.rows, axes.columns);
  return axes;
}

}  // namespace rootward::atlas
