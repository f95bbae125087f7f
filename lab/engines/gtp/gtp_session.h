// What a GTP engine remembers: the game, the moves so far, the player, the clocks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/engines/gtp/gtp_clock.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// What an engine is started with.
struct GtpSetup {
  NamedParams game;
  std::uint64_t seed = 1;
  std::function<PlayerSpec(const NamedParams&)> player;  ///< the player's settings for a game; may throw UsageError
};

/// A root move as analysis shows it.
struct AnalysedMove {
  std::string vertex;
  std::uint32_t visits = 0;
  Value value = 0;  ///< view of the player to move
  double prior = 0;
  std::vector<std::string> variation;  ///< the move itself first
};

/// A search's root.
struct Analysis {
  Seat to_move = Seat::first;
  Value value = 0;           ///< view of the player to move
  std::uint32_t visits = 0;  ///< of all moves together
  /// The one that would be played, then the others that were visited, most visited first, then unvisited ones with the
  /// root's value.
  std::vector<AnalysedMove> moves;
};

/// What an analysis looks at and tells.
struct AnalysisScope {
  std::size_t min_moves = 0;    ///< unvisited moves are told too where fewer were visited
  std::vector<Action> aside{};  ///< moves that the search leaves aside; a legal one stays
};

/// Failures are GtpErrors and leave everything as it was.
class GtpSession {
 public:
  /// Called now and then while the player thinks: true ends its thinking.
  using Watch = std::function<bool()>;

  /// Throws UsageError for a game without a board, and what the setup throws.
  explicit GtpSession(GtpSetup setup);

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] const Position& position() const { return *position_; }
  [[nodiscard]] GtpClock& clock() { return clock_; }
  [[nodiscard]] bool can_analyse() const { return player_->thinking() != nullptr; }

  /// Whether the game's positions can be set up without a history.
  [[nodiscard]] bool can_set_up() const { return game_->set_up(position_->board_rows(), Seat::first) != nullptr; }

  void set_size(int size);
  void set_komi(double komi);
  void set_seed(std::uint64_t seed);
  [[nodiscard]] std::uint64_t seed() const { return setup_.seed; }
  void clear();
  /// An empty board with these stones of the first seat, the second to move.
  void set_handicap(const std::vector<std::string>& vertices);
  /// A position without history, as board_rows().
  void set_up(const std::vector<std::string>& rows, Seat to_move);
  /// Size, komi, stones and at most `moves` moves of an SGF game; where it states no komi, the one that the engine was
  /// started with. `source` names the record.
  void load(const SgfMoves& sgf, std::size_t moves, const std::string& source);
  /// Either seat, at any time, also after the game's end where the game can go on.
  void play(Seat seat, Action action);
  void undo();
  [[nodiscard]] bool has_moves() const { return !moves_.empty(); }

  /// The player's move, played. Nothing: the player resigns, or has no move left.
  std::optional<Action> generate(Seat seat, const Watch& watch = {}, const AnalysisScope& scope = {});
  /// The player's move for the position, always the same one; nothing is changed.
  std::optional<Action> propose(Seat seat);
  /// Thinks for the seat until `watch` says stop; nothing is changed. The latest analysis stays to be asked for.
  void analyse(Seat seat, const AnalysisScope& scope, const Watch& watch);
  /// Of the search under way (to be called from a watch), or of the last one; no moves before the first.
  [[nodiscard]] Analysis analysis();
  /// The game so far as SGF.
  [[nodiscard]] std::string sgf() const;

 private:
  struct Move {
    Seat seat = Seat::first;
    Action action = kNoAction;
    std::optional<Value> value{};  // what our player thought, in the mover's view; nothing of the others' moves
  };

  void adopt(std::unique_ptr<Game> game, PlayerSpec spec);
  void rebuild();
  void restart_player();
  void tell_moves(Player& player) const;
  /// Throws saying `what` cannot be where an engine plays, which is told moves in turn and nothing else.
  void refuse_for_engines(const char* what) const;
  std::optional<Action> choose(Seat seat, const Watch& watch, const AnalysisScope& scope);
  [[nodiscard]] std::unique_ptr<Position> beginning() const;
  [[nodiscard]] bool is_turn_of(Seat seat) const { return position_->to_move() == seat && !position_->is_over(); }
  /// The position with that seat to move; throws where the game does not allow it.
  [[nodiscard]] std::unique_ptr<Position> turn_of(Seat seat) const;
  [[nodiscard]] double own_moves_left() const;
  /// Throws where the game is over and won by that seat, which then neither moves nor resigns.
  void refuse_winner(Seat seat) const;
  [[nodiscard]] Analysis analysis_of(const SearchResult& result) const;

  GtpSetup setup_;
  std::unique_ptr<Game> game_;
  PlayerSpec spec_;
  std::unique_ptr<Player> player_;
  std::unique_ptr<Position> position_;
  GtpClock clock_;
  std::vector<std::string> setup_rows_;  // stones before the first move; empty = none
  Seat setup_seat_ = Seat::first;
  std::vector<Move> moves_;
  std::uint64_t games_ = 0;     // begun so far
  std::uint64_t restarts_ = 0;  // of the player within this game
  std::unique_ptr<Searcher> analyst_;
  Searcher* under_way_ = nullptr;
  const Position* analysed_ = nullptr;
  AnalysisScope scope_;  // of the search under way
  Analysis last_analysis_;
};

}  // namespace rootward
