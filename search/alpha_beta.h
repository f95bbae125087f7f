// Alpha-beta search of a game's own tree: exact where it ends, cut at a depth elsewhere, with a table of positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/game_state.h"

namespace rootward {

/// A result of AlphaBeta.
struct AlphaBetaResult {
  Value value = 0;          ///< first seat's view
  bool is_exact = false;    ///< no position was judged at the depth limit
  std::uint64_t nodes = 0;  ///< positions looked at by this call
};

/// Fail-soft alpha-beta with a replacing table (Knuth & Moore 1975; Slate & Atkin 1977). The player to move may be any
/// seat at any ply: first maximises, second minimises, in the first seat's view; values lie in [-1, 1]. Equal hashes
/// are taken for equal positions. A tree in which chance decides somewhere is beyond reach, like one of too many
/// positions.
template <GameState P>
class AlphaBeta {
 public:
  using Judge = std::function<Value(P&)>;  ///< a position at the depth limit, first seat's view
  static constexpr int kNoDepthLimit = 30'000;

  /// `table_bits`: the table holds 2^table_bits positions of 24 bytes.
  explicit AlphaBeta(int table_bits = 18) : table_(std::size_t{1} << table_bits) {}

  /// Forgets everything known.
  void clear() { std::ranges::fill(table_, Entry{}); }

  /// Value of a position within `depth` plies; nothing where `node_limit` positions did not suffice. `judge` may be
  /// empty without a depth limit.
  std::optional<AlphaBetaResult> search(P& position, int depth, std::uint64_t node_limit, const Judge& judge) {
    begin(node_limit, judge);
    const Found found = visit(position, depth, -1, 1);
    if (is_out_of_nodes_) return std::nullopt;
    return AlphaBetaResult{.value = found.value, .is_exact = found.is_exact, .nodes = nodes_};
  }

  /// The value after each action, each searched with a full window; nothing where `node_limit` positions did not
  /// suffice for all.
  std::optional<std::vector<AlphaBetaResult>> search_each(P& position, const ActionList& actions, int depth,
                                                          std::uint64_t node_limit, const Judge& judge) {
    begin(node_limit, judge);
    std::vector<AlphaBetaResult> results;
    for (const Action action : actions) {
      const std::uint64_t before = nodes_;
      const typename P::Mark mark = position.mark();
      position.play(action);
      const Found found = visit(position, depth - 1, -1, 1);
      position.rewind(mark);
      if (is_out_of_nodes_) return std::nullopt;
      results.push_back({.value = found.value, .is_exact = found.is_exact, .nodes = nodes_ - before});
    }
    return results;
  }

  /// The action that a search of this position found best, if the table still knows.
  [[nodiscard]] std::optional<Action> best_action(const P& position) const {
    const Entry& entry = table_[position.hash() & (table_.size() - 1)];
    if (entry.key != position.hash() || entry.best == kNoAction) return std::nullopt;
    return entry.best;
  }

 private:
  enum class Bound : std::uint8_t { none, exact, lower, upper };
  struct Found {
    Value value = 0;
    bool is_exact = false;
  };
  struct Entry {
    std::uint64_t key = 0;
    Value value = 0;
    std::int16_t depth = 0;
    Action best = kNoAction;
    Bound bound = Bound::none;
    bool is_exact = false;
  };
  struct Window {
    Value alpha, beta;
  };

  void begin(std::uint64_t node_limit, const Judge& judge) {
    nodes_ = 0;
    node_limit_ = node_limit;
    is_out_of_nodes_ = false;
    judge_ = judge;
  }

  Found visit(P& position, int depth, Value alpha, Value beta) {
    if (is_out_of_nodes_) return {};
    if (++nodes_ > node_limit_) {
      is_out_of_nodes_ = true;
      return {};
    }
    if (position.is_over()) return {position.result(), true};
    if constexpr (StochasticGame<P>) {
      if (position.is_chance()) {
        is_out_of_nodes_ = true;
        return {};
      }
    }
    if (depth <= 0) return {judge_(position), false};
    Entry& entry = table_[position.hash() & (table_.size() - 1)];
    Action first = kNoAction;
    if (entry.bound != Bound::none && entry.key == position.hash()) {
      first = entry.best;
      if (entry.is_exact || entry.depth >= depth) {
        if (answers(entry, alpha, beta)) return {entry.value, entry.is_exact};
      }
    }
    return search_moves(position, depth, {alpha, beta}, first);
  }

  static bool answers(const Entry& entry, Value alpha, Value beta) {
    return entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.value >= beta) ||
           (entry.bound == Bound::upper && entry.value <= alpha);
  }

  Found search_moves(P& position, int depth, Window window, Action first) {
    const bool maximises = position.to_move() == Seat::first;
    ActionList actions;
    position.legal_actions(actions);
    const Window whole = window;
    Value best = maximises ? -2 : 2;
    Action best_action = kNoAction;
    bool is_exact = true;
    const auto try_action = [&](Action action) {
      const typename P::Mark mark = position.mark();
      position.play(action);
      const Found found = visit(position, depth - 1, window.alpha, window.beta);
      position.rewind(mark);
      if (is_out_of_nodes_) return true;
      if (maximises ? found.value > best : found.value < best) {
        best = found.value;
        best_action = action;
      }
      (maximises ? window.alpha : window.beta) = maximises ? std::max(window.alpha, best) : std::min(window.beta, best);
      const bool is_cut = window.alpha >= window.beta;
      is_exact = is_cut && best_action == action ? found.is_exact : is_exact && found.is_exact;
      return is_cut;
    };
    bool is_done = first != kNoAction && position.is_legal(first) && try_action(first);
    for (std::size_t i = 0; i < actions.size() && !is_done; ++i) {
      if (actions[i] != first) is_done = try_action(actions[i]);
    }
    if (is_out_of_nodes_) return {};
    store(position.hash(), depth, whole, {best, is_exact}, best_action);
    return {best, is_exact};
  }

  void store(std::uint64_t key, int depth, Window window, Found found, Action best) {
    Entry& entry = table_[key & (table_.size() - 1)];
    entry.key = key;
    entry.value = found.value;
    entry.depth = static_cast<std::int16_t>(depth);
    entry.best = best;
    entry.is_exact = found.is_exact;
    // At the ends of the range a bound is the value itself.
    const bool is_lower = found.value >= window.beta && found.value < 1;
    const bool is_upper = found.value <= window.alpha && found.value > -1;
    entry.bound = is_lower ? Bound::lower : is_upper ? Bound::upper : Bound::exact;
  }

  std::vector<Entry> table_;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  bool is_out_of_nodes_ = false;
  Judge judge_;
};

}  // namespace rootward
