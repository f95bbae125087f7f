// Kalah: seeds are sown round the board; who ends in his own store moves again; more seeds in the end win.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/heuristics.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/outcome.h"

namespace rootward {

const Described& kalah_description();

struct KalahRules {
  int pits = 6;                        ///< a side, 1..12
  int seeds = 4;                       ///< a pit at the start, 1..12
  bool again = true;                   ///< who ends in his own store moves again; false: the players alternate
  std::vector<std::uint16_t> dealt{};  ///< seeds of the first side's pits, then of the second's; empty: `seeds` in each
  [[nodiscard]] int all_seeds() const { return 2 * pits * seeds; }
  friend bool operator==(const KalahRules&, const KalahRules&) = default;
};

KalahRules make_kalah_rules(const Params& params);

/// A position. Action = the mover's pit in the direction of sowing, from 0; the pit opposite number p is the other
/// side's pits - 1 - p. A move sows one seed a place: the own pits onward, the own store, the other side's pits, and
/// round again without their store. The last seed in the own store: the same player moves again (but where
/// KalahRules::again is false). The last seed in an
/// own pit that was empty, and seeds opposite: both go to the own store. A side without seeds in its pits ends the
/// game, and what the other has left goes to its own store.
class Kalah {
 public:
  using Rules = KalahRules;
  static constexpr int kMaxPits = 12;
  static constexpr int kMaxSeeds = 12;
  /// One side's pits; beyond them the store.
  using Side = std::array<std::uint16_t, kMaxPits + 1>;
  /// The whole state.
  struct Mark {
    std::array<Side, 2> sides{};  ///< by seat
    Seat to_move = Seat::first;
    bool is_over = false;
  };

  explicit Kalah(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.to_move; }
  [[nodiscard]] bool is_over() const { return state_.is_over; }
  [[nodiscard]] Value result() const { return value_of(outcome()); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const {
    return !is_over() && action < rules_->pits && side(to_move())[action] > 0;
  }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  /// The board has no symmetry that leaves the seats in place.
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  /// One rng.below(number of pits with seeds) a move.
  PlayoutResult random_playout(Rng& rng) const;
  /// By how many seeds in stores the first seat leads.
  [[nodiscard]] double margin() const { return static_cast<double>(store(Seat::first)) - store(Seat::second); }
  /// "1" is the pit farthest from the own store.
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Each side's pits in its direction of sowing and its store, the first seat's first, then who moves:
  /// "4,4,4,4,4,4:0/4,4,4,4,4,4:0 x".
  [[nodiscard]] std::string to_text() const;
  static Kalah from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;
  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

  [[nodiscard]] int seeds(Seat seat, int pit) const { return side(seat)[static_cast<std::size_t>(pit)]; }
  [[nodiscard]] int store(Seat seat) const { return side(seat)[store_index()]; }

 private:
  [[nodiscard]] const Side& side(Seat seat) const { return state_.sides[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Side& side(Seat seat) { return state_.sides[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::size_t store_index() const { return static_cast<std::size_t>(rules_->pits); }
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] int seeds_in_pits(Seat seat) const;
  /// Ends the game where a side has no seeds in its pits.
  void end_if_empty();

  const Rules* rules_;
  Mark state_;
};

static_assert(JudgedByLook<Kalah>);

}  // namespace rootward
