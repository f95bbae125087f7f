// The page of `report`, which `status --html` writes too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/watch/body.h"

namespace CLI {
class App;
}

namespace rootward {

/// What was read for a page.
struct StoredParts {
  std::vector<tournament::StoredResults> tournaments{};
  std::vector<estimates::StoredEstimates> estimates{};
  std::vector<tuning::StoredTuning> tunings{};
  std::vector<std::pair<std::string, std::string>> tables{};

  [[nodiscard]] watch::PageParts view() const;
};

/// A section a study's tables, then one a tournament (folders of one tournament are joined), then one an estimates
/// study, then one a tuning. The same folders give the same bytes. `refresh_seconds`: see html_page().
std::string report_page(const watch::PageParts& parts, int refresh_seconds = 0);

/// What `report` prints beside pages: stored tournaments beside a paper's tables, and which backup to begin with. They
/// return the exit code.
int report_comparison(const CLI::App& command);
int report_advice(const CLI::App& command);

}  // namespace rootward
