// Plays what is left of a tournament on a pool of threads; finished games come back to one thread, which stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/pairing_state.h"
#include "experiments/tournament/schedule.h"
#include "lab/arena/game_record.h"
#include "lab/arena/openings.h"
#include "lab/arena/seats.h"
#include "lab/arena/under_way.h"
#include "lab/arena/worker.h"
#include "lab/play/game.h"
#include "lab/play/player.h"
#include "lab/store/shard.h"

namespace rootward::tournament {

/// A tournament ready to be played. Everything pointed to outlives the run.
struct TournamentPlan {
  const TournamentConfig* config = nullptr;
  const Game* game = nullptr;          ///< where pairs have boards of their own: an example
  const Openings* openings = nullptr;  ///< at least `pairs` are ready
  /// By index in config->players, for that game; any thread.
  std::function<std::unique_ptr<Player>(std::size_t, const Game&)> make_player;
  std::uint32_t pairs = 0;  ///< of each pairing
  Shard shard;
  std::size_t threads = 1;
  SeatsOfRun seats{};
  bool begins_at_the_end = false;      ///< another start of this shard may be at work: they meet in the middle
  SideBySidePlan side_by_side{};       ///< searches that one thread carries together
  const GameScorer* scorer = nullptr;  ///< null = games are scored by their rules
  GamesUnderWay* under_way = nullptr;  ///< the list that games enter; null = none
};

/// Where a run stands.
struct RunStatus {
  GameTotals games;                ///< those done: stored earlier and now
  std::uint64_t games_played = 0;  ///< in this run
  double seconds = 0;              ///< wall clock of this run
  const std::vector<PairingState>* pairings = nullptr;
};

/// Whom a run talks to; all are called on the thread that called run_games.
struct RunHooks {
  std::function<void(const GameRecord&)> store;         ///< may throw: the run ends and the exception goes on
  std::function<void(const RunStatus&)> report;         ///< several times a second and at the end
  std::function<void(const VoidRecord&)> store_void{};  ///< a game that counts for nothing; may throw as above
  /// No more games of this pairing are played. `why`: "two games in a row were void" or "one game was void twice".
  std::function<void(const VoidRecord&, const std::string& why)> give_up{};
  /// Games that another start of this shard has stored, of which some may be known; asked several times a second.
  std::function<std::vector<GameRecord>()> played_elsewhere{};
  std::function<void(const std::string&)> tell{};  ///< what the user should know: a match was decided, threads lack
  StopRequest stop;
};

/// States of all pairings with the stored games counted in.
/// `joined`: what is stored beside those.
std::vector<PairingState> load_pairings(const TournamentPlan& plan, const std::vector<GameRecord>& stored,
                                        const std::optional<JoinedGames>& joined = std::nullopt);

/// Plays every game that the pairings need. What is stored is the same for any number of threads and any interruption.
/// A void game is played once more. False where a stop or voids left games unplayed.
bool run_games(const TournamentPlan& plan, std::vector<PairingState>& pairings, const RunHooks& hooks);

}  // namespace rootward::tournament
