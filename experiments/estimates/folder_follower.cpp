// New lines of records, and the manifest where it changes.
#include "experiments/estimates/folder_follower.h"

#include <utility>

#include "experiments/estimates/search_places.h"
#include "lab/store/line_follower.h"
#include "lab/store/manifest_follower.h"

namespace rootward::estimates {

struct EstimatesFollower::State {
  explicit State(const std::string& folder) : manifest(folder), records(kEstimatesFormat, folder) {
    study.folder = folder;
  }
  ManifestFollower manifest;
  RecordFollower<RecordLine> records;
  StoredEstimates study;
};

EstimatesFollower::EstimatesFollower(std::string folder) : folder_(std::move(folder)) { begin_anew(); }

EstimatesFollower::~EstimatesFollower() = default;

const StoredEstimates& EstimatesFollower::study() const { return state_->study; }

void EstimatesFollower::begin_anew() { state_ = std::make_unique<State>(folder_); }

bool EstimatesFollower::look() {
  const ManifestFollower::News manifest = state_->manifest.look();
  if (manifest == ManifestFollower::News::other_run) {
    begin_anew();
    return look();
  }
  if (!state_->manifest.manifest()) return false;
  StoredEstimates& study = state_->study;
  if (manifest == ManifestFollower::News::changed) {
    study.manifest = *state_->manifest.manifest();
    study.config = stored_estimates_config(folder_, study.manifest);
    require_config_hash(manifest_path(folder_), study.manifest, config_hash(study.config));
  }
  const SearchPlaces places(study.config);
  const LineNews news = state_->records.look([&](RecordLine&& record) {
    (void)places.require(record);
    keep_record(std::move(record), study);
  });
  if (news.is_shorter) {
    begin_anew();
    return look();
  }
  study.warnings.insert(study.warnings.end(), news.damaged.begin(), news.damaged.end());
  return manifest == ManifestFollower::News::changed || news.lines > 0 || !news.damaged.empty();
}

std::uint64_t planned_searches(const EstimatesConfig& config) {
  return std::uint64_t{config.instances} * config.games.size() * config.arms.size() * config.repeats;
}

}  // namespace rootward::estimates
