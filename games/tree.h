// A game tree written out: who chooses at each node, and the leaves' values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

/// A position of an explicit tree is one of its nodes. MAX is the first seat, MIN the second; either may move twice in
/// a row. Action i is the i-th move of the node.
class ExplicitTree {
 public:
  struct Node {
    std::string move;                       ///< that leads here; "" at the root
    std::uint32_t parent = 0;               ///< index in Rules::nodes; the root is its own
    Seat seat = Seat::first;                ///< who chooses; of no meaning at a leaf
    Value value = 0;                        ///< a leaf's value, MAX's view
    std::vector<std::uint32_t> children{};  ///< none: a leaf
  };

  class Rules {
   public:
    /// Starts with the root alone, a leaf of value 0.
    Rules() : nodes_(1) {}
    /// Gives a node one more move; returns the new node's index. Throws UsageError for a name that is empty, has blanks
    /// or is there already (in any case), and beyond 512 moves.
    std::uint32_t add(std::uint32_t parent, const std::string& move);
    void set_chooser(std::uint32_t node, Seat seat) { nodes_[node].seat = seat; }
    /// value in [-1, 1], MAX's view.
    void set_value(std::uint32_t node, Value value) { nodes_[node].value = value; }
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

   private:
    std::vector<Node> nodes_;
  };
  using Mark = std::uint32_t;

  explicit ExplicitTree(const Rules& rules) : nodes_(&rules.nodes()) {}

  [[nodiscard]] Seat to_move() const { return here().seat; }
  [[nodiscard]] bool is_over() const { return here().children.empty(); }
  [[nodiscard]] Value result() const { return here().value; }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return action < here().children.size(); }
  void play(Action action) { node_ = here().children[action]; }
  [[nodiscard]] Mark mark() const { return node_; }
  void rewind(const Mark& mark) { node_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return mix64(node_); }
  /// No two nodes are taken for equal.
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// The moves from the root, separated by blanks; `-` at the root.
  [[nodiscard]] std::string to_text() const;
  static ExplicitTree from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] const Node& here() const { return (*nodes_)[node_]; }

  const std::vector<Node>* nodes_;
  std::uint32_t node_ = 0;
};

static_assert(GameState<ExplicitTree>);

}  // namespace rootward
