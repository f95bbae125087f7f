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
  State(const std::string& folder, Detail kept, std::size_t from)
      : detail(kept), shared(from), manifest(folder), games(kGameFormat, folder, from), voids(kVoidFormat, folder) {
    results.folder = folder;
    results.counted.emplace();
  }
  [[nodiscard]] std::unique_ptr<State> anew() const;
  void take_manifest();
  LineNews read();
  LineNews read_games();

  Detail detail;
  std::size_t shared;
  ManifestFollower manifest;
  RecordFollower<GameRecord> games;
  RecordFollower<VoidRecord> voids;
  OpeningCache openings;
  StoredResults results;
  bool has_repetitions = false;
  bool is_alone = false;  // one thread reads
};

std::unique_ptr<ResultsFollower::State> ResultsFollower::State::anew() const {
  auto state = std::make_unique<State>(results.folder, detail, shared);
  state->is_alone = has_repetitions;
  return state;
}

void ResultsFollower::State::take_manifest() {
  results.manifest = *manifest.manifest();
  results.config = stored_config(results.folder, results.manifest);
  require_config_hash(manifest_path(results.folder), results.manifest, stored_config_hash(results.config));
  openings.follow(results.config.game);
}

LineNews ResultsFollower::State::read() {
  LineNews news = read_games();
  has_repetitions = news.has_repetitions;
  news.is_shorter = news.is_shorter || has_repetitions;  // what was counted twice cannot be taken back
  LineNews lost = voids.look([&](VoidRecord&& game) { results.voids.push_back(std::move(game)); });
  lost.is_shorter = false;  // nothing is counted of them
  news.add(std::move(lost));
  results.warnings.insert(results.warnings.end(), news.damaged.begin(), news.damaged.end());
  return news;
}

/// A second thread counts for itself what it reads.
LineNews ResultsFollower::State::read_games() {
  const GamePlaces places = places_of(results);
  const bool keeps_games = detail != Detail::tables;
  const auto keeper = [&](Counting to) {
    return [&places, this, to](GameRecord&& game) {
      require_by_now(game, places, results.folder);
      to.counted.add(game, to.openings.key(game));
      if (to.games == nullptr) return;
      game.drop_moves();
      to.games->push_back(std::move(game));
    };
  };
  const auto keep = keeper({*results.counted, openings, keeps_games ? &results.games : nullptr});
  if (is_alone) return games.look(keep);
  TableGames counted;
  OpeningCache later_openings;
  later_openings.follow(results.config.game);
  std::vector<GameRecord> later;
  LineNews news = games.look(keep, keeper({counted, later_openings, keeps_games ? &later : nullptr}));
  if (news.has_repetitions) return news;  // all is read anew: sums of the same games are not to be joined
  results.counted->join(counted);
  std::ranges::move(later, std::back_inserter(results.games));
  return news;
}

ResultsFollower::ResultsFollower(const std::string& folder, Detail detail, std::size_t shared)
    : state_(std::make_unique<State>(folder, detail, shared)) {}

ResultsFollower::~ResultsFollower() = default;

const StoredResults& ResultsFollower::results() const { return state_->results; }

/// What was counted when something failed cannot be taken back.
bool ResultsFollower::look() {
  try {
    return look_on(state_);
  } catch (const std::exception&) {
    state_ = state_->anew();
    throw;
  }
}

}  // namespace rootward::tournament
