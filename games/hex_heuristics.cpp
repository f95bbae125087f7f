// What Hex's positions look like: how far each player is from joining his edges, by one way and by two.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "games/hex.h"

namespace rootward {
namespace {

constexpr int kFar = 1000;

HexCells both(const HexCells& a, const HexCells& b) {
  HexCells met;
  for (std::size_t word = 0; word < kHexWords; ++word) met.words[word] = a.words[word] & b.words[word];
  return met;
}

void join_to(HexCells& cells, const HexCells& more) {
  for (std::size_t word = 0; word < kHexWords; ++word) cells.words[word] |= more.words[word];
}

int count_of(const HexCells& cells) {
  int count = 0;
  for (const std::uint64_t word : cells.words) count += std::popcount(word);
  return count;
}

template <class Visit>
void each_cell(const HexCells& cells, Visit visit) {
  for (std::size_t word = 0; word < kHexWords; ++word)
    for (std::uint64_t left = cells.words[word]; left != 0; left &= left - 1)
      visit(static_cast<int>(64 * word) + std::countr_zero(left));
}

/// The board as one seat sees it: its chains are no distance, so the empty cells beside one are beside each other.
class HexMap {
 public:
  HexMap(const HexRules& rules, const HexCells& own, const HexCells& theirs, Seat seat)
      : near_(static_cast<std::size_t>(rules.cells())) {
    each_cell(rules.board(), [&](int cell) {
      if (!own.has(cell) && !theirs.has(cell)) empty_.add(cell);
    });
    at_start_ = both(empty_, rules.start(seat));
    at_goal_ = both(empty_, rules.goal(seat));
    each_cell(empty_, [&](int cell) { near(cell) = both(rules.beside(cell), empty_); });
    HexCells seen;
    each_cell(own, [&](int stone) {
      if (!seen.has(stone)) join_chain(rules, own, seat, stone, seen);
    });
    each_cell(empty_, [&](int cell) { near(cell).remove(cell); });
  }

  /// Over the empty cells, the least distance to both edges together, the cell counted once: with `ways` 1 the stones
  /// that are still needed if the opponent passes; with 2 the two-distance, in which a cell is as far as the second
  /// nearest of its neighbours and one more. At most `cap`.
  [[nodiscard]] int distance(int ways, int cap) const {
    const std::vector<int> from_start = distances(at_start_, ways);
    const std::vector<int> from_goal = distances(at_goal_, ways);
    int least = cap;
    each_cell(empty_, [&](int cell) {
      const auto place = static_cast<std::size_t>(cell);
      least = std::min(least, from_start[place] + from_goal[place] - 1);
    });
    return least;
  }

 private:
  HexCells& near(int cell) { return near_[static_cast<std::size_t>(cell)]; }

  void join_chain(const HexRules& rules, const HexCells& own, Seat seat, int stone, HexCells& seen) {
    HexCells chain;
    HexCells beside;
    std::vector<int> waiting{stone};
    seen.add(stone);
    while (!waiting.empty()) {
      const int next = waiting.back();
      waiting.pop_back();
      chain.add(next);
      join_to(beside, both(rules.beside(next), empty_));
      each_cell(both(rules.beside(next), own), [&](int cell) {
        if (seen.has(cell)) return;
        seen.add(cell);
        waiting.push_back(cell);
      });
    }
    each_cell(beside, [&](int cell) { join_to(near(cell), beside); });
    if (chain.meets(rules.start(seat))) join_to(at_start_, beside);
    if (chain.meets(rules.goal(seat))) join_to(at_goal_, beside);
  }

  [[nodiscard]] std::vector<int> distances(const HexCells& edge, int ways) const {
    std::vector<int> far(near_.size(), kFar);
    HexCells known = edge;
    HexCells last = edge;
    for (int distance = 1; count_of(last) > 0; ++distance) {
      each_cell(last, [&](int cell) { far[static_cast<std::size_t>(cell)] = distance; });
      HexCells next;
      each_cell(empty_, [&](int cell) {
        if (!known.has(cell) && count_of(both(near_[static_cast<std::size_t>(cell)], known)) >= ways) next.add(cell);
      });
      join_to(known, next);
      last = next;
    }
    return far;
  }

  HexCells empty_;
  HexCells at_start_;
  HexCells at_goal_;
  std::vector<HexCells> near_;
};

}  // namespace

Judgements Hex::judgements(const Rules&) {
  return {.heuristics = {{.name = "two_distance",
                          .help = "their_two_distance - two_distance",
                          .source = "van Rijswijck 2002 (Queenbee); scale ours",
                          .scale = 3},
                         {.name = "distance", .help = "their_distance - distance", .source = "ours", .scale = 3}},
          .features = {{"distance", "stones that the player to move still needs if the opponent passes"},
                       {"their_distance", "the opponent's"},
                       {"two_distance",
                        "the same where at each step the better of two ways is taken away; at most twice "
                        "the board's size"},
                       {"their_two_distance", "the opponent's"}}};
}

double Hex::heuristic(std::size_t which) const {
  const auto far = [&](Seat seat) {
    const HexMap map(*rules_, state_.stones[static_cast<std::size_t>(seat)],
                     state_.stones[static_cast<std::size_t>(other(seat))], seat);
    return map.distance(which == 0 ? 2 : 1, 2 * rules_->size());
  };
  return far(other(to_move())) - far(to_move());
}

void Hex::features(std::span<double> out) const {
  for (std::size_t i = 0; i < 2; ++i) {
    const Seat seat = i == 0 ? to_move() : other(to_move());
    const HexMap map(*rules_, state_.stones[static_cast<std::size_t>(seat)],
                     state_.stones[static_cast<std::size_t>(other(seat))], seat);
    out[i] = map.distance(1, 2 * rules_->size());
    out[2 + i] = map.distance(2, 2 * rules_->size());
  }
}

}  // namespace rootward
