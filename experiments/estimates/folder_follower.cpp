// New lines of records, and the manifest where it changes.
#include "experiments/estimates/folder_follower.h"

#include <utility>

#include "experiments/estimates/search_places.h"
#include "lab/store/manifest_follower.h"

namespace rootward::estimates {

struct EstimatesFollower::State {
  explicit State(const std::string& folder) : manifest(folder), records(kEstimatesFormat, folder) {
    study.folder = folder;
  }
  [[nodiscard]] std::unique_ptr<State> anew() const { return std::make_unique<State>(study.folder); }
  void take_manifest() {
    study.manifest = *manifest.manifest();
    study.config = stored_estimates_config(study.folder, study.manifest);
    require_config_hash(manifest_path(study.folder), study.manifest, config_hash(study.config));
  }
  LineNews read() {
    const SearchPlaces places(study.config);
    LineNews news = records.look([&](RecordLine&& record) {
      (void)places.require(record);
      keep_record(std::move(record), study);
    });
    study.warnings.insert(study.warnings.end(), news.damaged.begin(), news.damaged.end());
    return news;
  }
  ManifestFollower manifest;
  RecordFollower<RecordLine> records;
  StoredEstimates study;
};

EstimatesFollower::EstimatesFollower(const std::string& folder) : state_(std::make_unique<State>(folder)) {}

EstimatesFollower::~EstimatesFollower() = default;

const StoredEstimates& EstimatesFollower::study() const { return state_->study; }

bool EstimatesFollower::look() { return look_on(state_); }

std::uint64_t planned_searches(const EstimatesConfig& config) {
  return std::uint64_t{config.instances} * config.games.size() * config.arms.size() * config.repeats;
}

}  // namespace rootward::estimates
