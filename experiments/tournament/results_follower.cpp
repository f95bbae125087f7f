// New lines of games and void games, and the manifest where it changes.
#include "experiments/tournament/results_follower.h"

#include <utility>

#include "experiments/arena/game_file.h"
#include "experiments/store/line_follower.h"
#include "experiments/store/manifest_follower.h"
#include "experiments/tournament/results_folder.h"

namespace rootward::tournament {

struct ResultsFollower::State {
  explicit State(const std::string& folder) : manifest(folder), games(kGameFormat, folder), voids(kVoidFormat, folder) {
    results.folder = folder;
  }
  ManifestFollower manifest;
  RecordFollower<GameRecord> games;
  RecordFollower<VoidRecord> voids;
  StoredResults results;
};

ResultsFollower::ResultsFollower(std::string folder) : folder_(std::move(folder)) { begin_anew(); }

ResultsFollower::~ResultsFollower() = default;

const StoredResults& ResultsFollower::results() const { return state_->results; }

void ResultsFollower::begin_anew() { state_ = std::make_unique<State>(folder_); }

bool ResultsFollower::look() {
  const ManifestFollower::News manifest = state_->manifest.look();
  if (manifest == ManifestFollower::News::other_run) {
    begin_anew();
    return look();
  }
  if (!state_->manifest.manifest()) return false;
  StoredResults& results = state_->results;
  if (manifest == ManifestFollower::News::changed) {
    results.manifest = *state_->manifest.manifest();
    results.config = stored_config(folder_, results.manifest);
  }
  const LineNews games = state_->games.look([&](GameRecord&& game) {
    game.drop_moves();
    results.games.push_back(std::move(game));
  });
  const LineNews voids = state_->voids.look([&](VoidRecord&& game) { results.voids.push_back(std::move(game)); });
  if (games.is_shorter) {
    begin_anew();
    return look();
  }
  for (const LineNews* news : {&games, &voids})
    results.warnings.insert(results.warnings.end(), news->damaged.begin(), news->damaged.end());
  return manifest == ManifestFollower::News::changed || games.lines + voids.lines > 0 || !games.damaged.empty();
}

}  // namespace rootward::tournament
