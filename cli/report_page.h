// `report`: results of all kinds as one page that needs nothing else.
#pragma once

#include <string>
#include <vector>

#include "experiments/store/line_file.h"

namespace rootward {

/// The page and what a user should know: torn lines that were left out.
struct Report {
  std::string html;
  std::vector<std::string> warnings;
};

/// A section a tournament (folders of one tournament are joined), then a section an estimates study, then one a tuning,
/// in the order of the folders. The same folders give the same bytes. Throws as read_results() and its like.
Report make_report(const std::vector<std::string>& folders, DamagedLines damaged = DamagedLines::refuse);

}  // namespace rootward
