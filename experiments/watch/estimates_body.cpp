// The grids of `table`.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/estimates/folder_follower.h"
#include "experiments/estimates/render.h"
#include "experiments/watch/body.h"
#include "experiments/watch/grid_lines.h"

namespace rootward::watch {
namespace {

class EstimatesBody final : public Body {
 public:
  explicit EstimatesBody(const std::string& folder) : follower_(folder) {}

  bool look() override {
    if (!follower_.look()) return false;
    grids_.clear();
    if (!follower_.study().searches.empty()) grids_ = estimates::estimates_grids(follower_.study());
    return true;
  }

  [[nodiscard]] Standing standing() const override {
    const estimates::StoredEstimates& study = follower_.study();
    Standing standing{.name = study.config.name,
                      .question = study.config.question,
                      .unit = "searches",
                      .done = study.searches.size(),
                      .wanted = {},
                      .is_complete = false,
                      .alarms = study.warnings};
    if (study.manifest.resolved_config.empty()) return standing;
    standing.wanted = estimates::planned_searches(study.config);
    standing.is_complete = standing.done >= *standing.wanted;
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife*) const override {
    std::vector<ShownLine> lines;
    for (Grid grid : grids_) {
      if (view.order == RowOrder::by_name)
        std::ranges::stable_sort(grid.rows, {}, [](const std::vector<std::string>& row) { return row.front(); });
      if (!lines.empty()) lines.push_back({""});
      add_grid(grid, lines);
    }
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    return fmt::format("{} positions with their truth", follower_.study().truths.size());
  }
  [[nodiscard]] std::string table_json() const override {
    return grids_.empty() ? "" : estimates::render_estimates(follower_.study(), TableFormat::json);
  }
  void add_to(PageParts& page) const override {
    if (!grids_.empty()) page.estimates.push_back(&follower_.study());
  }

 private:
  estimates::EstimatesFollower follower_;
  std::vector<Grid> grids_;
};

}  // namespace

std::unique_ptr<Body> make_estimates_body(const std::string& folder, Detail /*detail*/) {
  return std::make_unique<EstimatesBody>(folder);
}

}  // namespace rootward::watch
