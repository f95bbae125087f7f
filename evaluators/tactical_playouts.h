// Playouts with a little knowledge, where a game has some: win at once, stop a loss, atari, patterns.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/errors.h"
#include "core/params.h"
#include "games/connect4_tactics.h"
#include "games/go/tactical_playout.h"
#include "games/line_tactics.h"
#include "search/evaluator.h"

namespace rootward {

class Connect4Large;
class TicTacToe;
template <std::size_t Words>
class NoGo;

/// What a tactical playout looks for, by game.
enum class TacticsKind : std::uint8_t { none, lines, connect4, go };

template <class P>
inline constexpr TacticsKind kTacticsOf = TacticsKind::none;
template <>
inline constexpr TacticsKind kTacticsOf<TicTacToe> = TacticsKind::lines;
template <>
inline constexpr TacticsKind kTacticsOf<Connect4Large> = TacticsKind::connect4;
template <std::size_t Words>
inline constexpr TacticsKind kTacticsOf<NoGo<Words>> = TacticsKind::lines;
template <>
inline constexpr TacticsKind kTacticsOf<Connect4Small> = TacticsKind::connect4;
template <class Board>
inline constexpr TacticsKind kTacticsOf<Go<Board>> = TacticsKind::go;

/// Value: mean result of `count` tactical playouts, first seat's view. Throws UsageError where the game has no tactics.
template <GameState P>
class TacticalPlayouts final : public Evaluator<P> {
 public:
  explicit TacticalPlayouts(const Params& params)
      : count_(static_cast<std::uint32_t>(params.integer("count"))),
        looks_ahead_(params.boolean("lines")),
        go_{.atari = params.boolean("atari"), .patterns = params.boolean("patterns")} {
    check_game();
  }

  /// Throws UsageError where the game has no tactics.
  static void check_game() {
    if constexpr (kTacticsOf<P> == TacticsKind::none)
      throw UsageError("tactical_playouts: this game has no tactics; games that have: connect4, go, nogo, tictactoe");
  }

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Value total = 0;
      std::uint64_t plies = 0;
      for (std::uint32_t playout = 0; playout < count_; ++playout) {
        const PlayoutResult result = play(*requests[i].position, *requests[i].rng);
        total += result.value;
        plies += result.plies;
      }
      evaluations[i] = {.value = total / count_, .playout_plies = static_cast<std::uint32_t>(plies / count_)};
    }
  }

 private:
  /// Every column of the widest Connect Four board; NoGo, whose openings have no wins to see, looks ahead from there
  /// on.
  static constexpr std::size_t kMostMoves = 32;

  PlayoutResult play(const P& position, Rng& rng) const {
    if constexpr (kTacticsOf<P> == TacticsKind::go) {
      return go_tactical_playout(position, go_, rng);
    } else if constexpr (kTacticsOf<P> == TacticsKind::connect4) {
      return looks_ahead_ ? connect4_tactical_playout(position, rng) : position.random_playout(rng);
    } else if constexpr (kTacticsOf<P> == TacticsKind::lines) {
      return looks_ahead_ ? line_tactical_playout(position, kMostMoves, rng) : position.random_playout(rng);
    } else {
      return position.random_playout(rng);
    }
  }

  std::uint32_t count_;
  bool looks_ahead_;
  GoTactics go_;
};

}  // namespace rootward
