// New lines of games and void games, and the manifest where it changes.
#include "experiments/tournament/results_follower.h"

#include <exception>
#include <utility>

#include "experiments/arena/game_file.h"
#include "experiments/store/line_follower.h"
#include "experiments/store/manifest_follower.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/opening_cache.h"

namespace rootward::tournament {
namespace {

GamePlaces places_of(const StoredResults& results) {
  return {results.config, most_pairs(results.config, results.manifest)};
}

/// A run that has grown since the manifest was read said so before its first new game.
void require_by_now(const GameRecord& game, const GamePlaces& places, const std::string& folder) {
  if (places.place(game)) return places.require(game);
  StoredResults now;
  now.manifest = read_manifest(folder);
  now.config = stored_config(folder, now.manifest);
  places_of(now).require(game);
}

}  // namespace

struct ResultsFollower::State {
  explicit State(const std::string& folder) : manifest(folder), games(kGameFormat, folder), voids(kVoidFormat, folder) {
    results.folder = folder;
    results.counted.emplace();
  }
  ManifestFollower manifest;
  RecordFollower<GameRecord> games;
  RecordFollower<VoidRecord> voids;
  OpeningCache openings;
  StoredResults results;
};

ResultsFollower::ResultsFollower(std::string folder, Detail detail) : folder_(std::move(folder)), detail_(detail) {
  begin_anew();
}

ResultsFollower::~ResultsFollower() = default;

const StoredResults& ResultsFollower::results() const { return state_->results; }

void ResultsFollower::begin_anew() { state_ = std::make_unique<State>(folder_); }

/// What was counted when something failed cannot be taken back.
bool ResultsFollower::look() {
  try {
    return read_on();
  } catch (const std::exception&) {
    begin_anew();
    throw;
  }
}

bool ResultsFollower::read_on() {
  const ManifestFollower::News manifest = state_->manifest.look();
  if (manifest == ManifestFollower::News::other_run) {
    begin_anew();
    return read_on();
  }
  if (!state_->manifest.manifest()) return false;
  StoredResults& results = state_->results;
  if (manifest == ManifestFollower::News::changed) {
    results.manifest = *state_->manifest.manifest();
    results.config = stored_config(folder_, results.manifest);
    require_config_hash(manifest_path(folder_), results.manifest, stored_config_hash(results.config));
    state_->openings.follow(results.config.game);
  }
  const GamePlaces places = places_of(results);
  const LineNews games = state_->games.look([&](GameRecord&& game) {
    require_by_now(game, places, folder_);
    results.counted->add(game, state_->openings.key(game));
    if (detail_ == Detail::tables) return;
    game.drop_moves();
    results.games.push_back(std::move(game));
  });
  const LineNews voids = state_->voids.look([&](VoidRecord&& game) { results.voids.push_back(std::move(game)); });
  if (games.is_shorter) {
    begin_anew();
    return read_on();
  }
  for (const LineNews* news : {&games, &voids})
    results.warnings.insert(results.warnings.end(), news->damaged.begin(), news->damaged.end());
  return manifest == ManifestFollower::News::changed || games.lines + voids.lines > 0 || !games.damaged.empty();
}

}  // namespace rootward::tournament
