// One game of self-play, from its opening to its end: searches come in from outside, one a move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/rng.h"
#include "experiments/selfplay/config.h"
#include "experiments/selfplay/play_rules.h"
#include "experiments/selfplay/shard_game.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// What all games of a generation share.
struct GamePlan {
  SelfplaySettings settings;
  std::uint64_t seed = 0;  ///< the run's
  std::uint64_t generation = 0;
  std::uint64_t simulations = 16;  ///< of a full search
  std::size_t board_points = 0;
  ShardShape shape;
};

/// A finished game, and what it cost.
struct PlayedGame {
  ShardGame game;
  std::uint64_t evaluations = 0;   ///< of positions, those that the evaluator remembered left out ..
  std::uint64_t cached = 0;        ///< .. which are these
  bool is_spared = false;          ///< somebody would have resigned, and the game went on
  bool is_spared_wrongly = false;  ///< .. and did not lose it
};

class PlayGame {
 public:
  /// Plays the opening. `searcher` serves this game alone until it is over.
  PlayGame(const GamePlan& plan, const Game& game, Searcher& searcher, std::uint64_t index);

  [[nodiscard]] bool is_over() const { return is_resigned_ || position_->is_over(); }
  [[nodiscard]] const Position& position() const { return *position_; }
  /// Tells the searcher how long to think on position(); the search's result goes to take().
  void prepare();
  void take(const SearchResult& result);
  /// Of a game that is over.
  PlayedGame finish();

 private:
  void play_opening();
  bool try_opening(OpeningPlan opening, Rng& rng);
  Action draw_policy_move(Rng& rng, Value& value);
  [[nodiscard]] bool may_pass() const;
  void add_opening_ply(Action action, Value value);
  [[nodiscard]] PlyKind draw_kind();
  [[nodiscard]] Ply ply_of(const SearchResult& result) const;
  [[nodiscard]] bool has_policy_target() const;
  void count_evaluations(const SearchResult& result);

  const GamePlan& plan_;
  const Game& rules_;
  Searcher& searcher_;
  GameStreams streams_;
  Rng moves_;
  bool is_gumbel_;
  Coasting coasting_;
  Resigning resigning_;
  std::unique_ptr<Position> position_;
  PlyKind kind_ = PlyKind::full;  // of the search under way
  bool is_resigned_ = false;
  PlayedGame played_;
};

}  // namespace rootward::selfplay
