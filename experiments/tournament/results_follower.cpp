// New lines of games and void games, and the manifest where it changes.
#include "experiments/tournament/results_follower.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>
#include <vector>

#include "experiments/tournament/game_places.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/opening_cache.h"
#include "lab/arena/game_file.h"
#include "lab/store/line_follower.h"
#include "lab/store/manifest_follower.h"

namespace rootward::tournament {
namespace {

GamePlaces places_of(const StoredResults& results) {
  return {results.config, most_pairs(results.config, results.manifest)};
}

/// Games as one thread counts them.
struct Counting {
  TableGames& counted;
  OpeningCache& openings;
  std::vector<GameRecord>* games;  // null where none are kept
};

/// A run that has grown since the manifest was read said so before its first new game.
void require_by_now(GameRecord& game, const GamePlaces& places, const std::string& folder) {
  if (places.place(game)) {
    places.require(game);
    return places.restore_seed(game);
  }
  StoredResults now;
  now.manifest = read_manifest(folder);
  now.config = stored_config(folder, now.manifest);
  places_of(now).require(game);
  places_of(now).restore_seed(game);
}

}  // namespace

struct ResultsFollower::State {
  State(const std::string& folder, std::size_t shared)
      : manifest(folder), games(kGameFormat, folder, shared), voids(kVoidFormat, folder) {
    results.folder = folder;
    results.counted.emplace();
  }
  ManifestFollower manifest;
  RecordFollower<GameRecord> games;
  RecordFollower<VoidRecord> voids;
  OpeningCache openings;
  StoredResults results;
  bool is_alone = false;  // one thread reads
};

ResultsFollower::ResultsFollower(std::string folder, Detail detail, std::size_t shared)
    : folder_(std::move(folder)), detail_(detail), shared_(shared) {
  begin_anew();
}

ResultsFollower::~ResultsFollower() = default;

const StoredResults& ResultsFollower::results() const { return state_->results; }

void ResultsFollower::begin_anew() { state_ = std::make_unique<State>(folder_, shared_); }

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
  const LineNews games = read_games();
  const LineNews voids = state_->voids.look([&](VoidRecord&& game) { results.voids.push_back(std::move(game)); });
  if (games.is_shorter || games.has_repetitions) {  // what was counted twice cannot be taken back
    begin_anew();
    state_->is_alone = games.has_repetitions;
    return read_on();
  }
  for (const LineNews* news : {&games, &voids})
    results.warnings.insert(results.warnings.end(), news->damaged.begin(), news->damaged.end());
  return manifest == ManifestFollower::News::changed || games.lines + voids.lines > 0 || !games.damaged.empty();
}

/// A second thread counts for itself what it reads.
LineNews ResultsFollower::read_games() {
  StoredResults& results = state_->results;
  const GamePlaces places = places_of(results);
  const bool keeps_games = detail_ != Detail::tables;
  const auto keeper = [&](Counting to) {
    return [&places, this, to](GameRecord&& game) {
      require_by_now(game, places, folder_);
      to.counted.add(game, to.openings.key(game));
      if (to.games == nullptr) return;
      game.drop_moves();
      to.games->push_back(std::move(game));
    };
  };
  const auto keep = keeper({*results.counted, state_->openings, keeps_games ? &results.games : nullptr});
  if (state_->is_alone) return state_->games.look(keep);
  TableGames counted;
  OpeningCache openings;
  openings.follow(results.config.game);
  std::vector<GameRecord> games;
  LineNews news = state_->games.look(keep, keeper({counted, openings, keeps_games ? &games : nullptr}));
  if (news.has_repetitions) return news;  // all is read anew: sums of the same games are not to be joined
  results.counted->join(counted);
  std::ranges::move(games, std::back_inserter(results.games));
  return news;
}

}  // namespace rootward::tournament
