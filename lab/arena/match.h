// One game between two players, from the opening to the end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/rng.h"
#include "lab/arena/adjudication.h"
#include "lab/arena/game_record.h"
#include "lab/arena/opening_pool.h"
#include "lab/arena/scoring.h"
#include "lab/arena/under_way.h"
#include "lab/play/game.h"
#include "lab/play/player.h"
#include "search/shared_memories.h"

namespace rootward {

/// Which game of a tournament is to be played.
struct GameTask {
  std::array<std::string, 2> pairing;
  std::uint32_t pair = 0;
  int game_of_pair = 0;                      ///< 1 = seats swapped
  DrawSeeds draws{};                         ///< of what several games draw alike
  std::uint64_t seed = 0;                    ///< of all else
  const MoveSequence* opening = nullptr;     ///< legal moves that leave the game unfinished
  const GameScorer* scorer = nullptr;        ///< for games of external engines that two passes end; null = the rules
  const Adjudication* adjudicate = nullptr;  ///< players who tell no means never agree; null = the rules end games
  GamesUnderWay* under_way = nullptr;        ///< the list that the game enters; null = none
  std::string board;                         ///< for the record: the rules drawn for this pair; "" where none were
};

/// A game under way. An illegal choice loses at once (ended "forfeit:illegal"), a resignation too ("resign"), and a
/// game that both players hold for decided ends where the task says so ("adjudicated"). CPU seconds are those of the
/// thread while a player chose or was told of moves, or a side-by-side search's share, and those of an external
/// program. An external player's PlayerFault passes through: the game is then over, and void.
class Match {
 public:
  /// Plays the opening. `players` sit in the order of the pairing; neither they nor `memories`, which those of them
  /// share who think by simulations, serve another match meanwhile.
  Match(const Game& game, const GameTask& task, std::array<Player*, 2> players, SharedMemories& memories);

  /// Plays on until the player to move has a searcher that can run beside others: returns it, to be run on position();
  /// search_finished() must follow. Null at the end of the game, or once `stop` is true.
  Searcher* play_until_search(const std::function<bool()>& stop);
  void search_finished(const SearchResult& result, const std::function<bool()>& stop);
  /// Plays to the end; false where `stop` cut the game short.
  bool play_to_end(const std::function<bool()>& stop);

  [[nodiscard]] const Position& position() const { return *position_; }
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  /// "game a:b:0:1, ply 12".
  [[nodiscard]] std::string place() const;
  /// The finished game; after a PlayerFault what there is of it.
  /// As it is stored: CPU time in whole microseconds.
  [[nodiscard]] GameRecord take_record();

 private:
  template <class Work>
  void timed(Seat seat, Work work);
  [[nodiscard]] Player& mover() const { return *seats_[static_cast<std::size_t>(position_->to_move())]; }
  void choose(const std::function<bool()>& stop);
  void apply(const Choice& choice, const std::function<bool()>& stop);
  void play(Action action, std::vector<std::string>& moves);
  void let_chance_play();
  void finish_if_over(const std::function<bool()>& stop);
  void note_thought(const Choice& choice);
  void note_mean(const Choice& choice);
  void adjudicate();
  void note_engines();
  void lose(Seat seat, const char* reason);

  std::unique_ptr<Position> position_;
  bool notes_thoughts_ = false;
  bool plays_out_ = false;
  std::optional<Adjudicator> adjudicator_;
  const GameScorer* scorer_ = nullptr;
  std::array<Player*, 2> seats_;  // in the order of the first move
  Rng chance_;                    // draws what nobody chooses
  GameRecord record_;
  std::optional<GamesUnderWay::Place> place_;
  bool is_finished_ = false;
};

/// One game from beginning to end; nothing where `stop` became true before.
std::optional<GameRecord> play_game(const Game& game, const GameTask& task, std::array<Player*, 2> players,
                                    const std::function<bool()>& stop);

}  // namespace rootward
