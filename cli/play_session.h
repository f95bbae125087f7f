// A person's game against a player: what is typed, and what is answered.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Who sits where, and what fixes the random choices.
struct PlaySettings {
  PlayerSpec player;   ///< the program's
  PlayerSpec adviser;  ///< a searching player, for hints and tables
  Seat person = Seat::first;
  bool plays_both = false;  ///< the person moves for both seats
  std::uint64_t seed = 1;
};

class PlaySession {
 public:
  /// Everything is written to `out`. `game` must outlive this.
  PlaySession(const Game& game, PlaySettings settings, std::FILE* out);

  /// Shows the board and lets the player move until it is the person's turn, or the game over.
  void begin();
  /// One line of the person's; false after `quit`.
  bool take(const std::string& line);

 private:
  [[nodiscard]] bool is_persons_turn() const {
    return settings_.plays_both || position_->to_move() == settings_.person;
  }
  [[nodiscard]] std::string seat_text(Seat seat) const;
  void say(const std::string& text) const;
  void show_board() const;
  void show_help() const;
  void show_moves() const;
  void show_hint();
  void show_table();
  void show_end() const;
  void new_game();
  void undo();
  /// How many plies precede the person's last move; nothing where the person has not moved.
  [[nodiscard]] std::optional<std::size_t> plies_before_last_move() const;
  void play_text(const std::string& text);
  /// A move, and the outcomes that are due after it.
  void play(Action action);
  void play_ply(Action action);
  void let_chance_play();
  void let_player_move();
  SearchResult advise();

  const Game& game_;
  PlaySettings settings_;
  std::FILE* out_;
  std::unique_ptr<Player> player_;
  std::unique_ptr<Searcher> adviser_;
  std::unique_ptr<Position> position_;
  std::vector<Action> moves_;  // outcomes of chance among them
  std::string end_;            // how it ended otherwise than by the rules
  std::uint64_t games_ = 1;    // the first one, and those begun by `new`
  std::uint64_t starts_ = 0;   // new games and takebacks
};

}  // namespace rootward
