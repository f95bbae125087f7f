// A game tree written out: who chooses at each node, and the leaves' values or distributions.
#pragma once

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

namespace rootward {

const Described& tree_description();

/// A position of an explicit tree is one of its nodes. MAX is the first seat, MIN the second; either may move twice in
/// a row, and at a chance node neither does. Action i is the i-th move of the node.
class ExplicitTree {
 public:
  /// What a visit of a leaf brings, MAX's view.
  struct Leaf {
    enum class Kind : std::uint8_t { value, bernoulli, normal };
    Kind kind = Kind::value;
    Value mean = 0;     ///< the value itself, or the distribution's mean
    double spread = 0;  ///< bernoulli: the probability of +1, else -1; normal: the standard deviation
  };
  struct Node {
    std::string move;                       ///< that leads here; "" at the root
    std::uint32_t parent = 0;               ///< index in Rules::nodes; the root is its own
    Seat seat = Seat::first;                ///< who chooses; the first seat where nobody does
    bool is_chance = false;                 ///< the moves are outcomes
    double probability = 1;                 ///< of this node, where the parent is a chance node
    Leaf leaf{};                            ///< of meaning at a leaf only
    std::optional<Value> heuristic;         ///< what a look says of an inner node, MAX's view
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
    void set_chance(std::uint32_t node) { nodes_[node].is_chance = true; }
    void set_probability(std::uint32_t node, double probability) { nodes_[node].probability = probability; }
    void set_leaf(std::uint32_t node, const Leaf& leaf) { nodes_[node].leaf = leaf; }
    /// A sure leaf; value in [-1, 1], MAX's view.
    void set_value(std::uint32_t node, Value value) { nodes_[node].leaf = {.kind = Leaf::Kind::value, .mean = value}; }
    void set_heuristic(std::uint32_t node, Value value) { nodes_[node].heuristic = value; }
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    /// Whether the nodes with moves have heuristic values: all of them do, or none.
    [[nodiscard]] bool has_heuristics() const { return nodes_[0].heuristic.has_value(); }

   private:
    std::vector<Node> nodes_;
  };
  using Mark = std::uint32_t;

  explicit ExplicitTree(const Rules& rules) : nodes_(&rules.nodes()) {}

  [[nodiscard]] Seat to_move() const { return here().seat; }
  [[nodiscard]] bool is_over() const { return here().children.empty(); }
  [[nodiscard]] Value result() const { return here().leaf.mean; }
  [[nodiscard]] bool has_noisy_result() const { return here().leaf.kind != Leaf::Kind::value; }
  [[nodiscard]] Value draw_result(Rng& rng) const;
  [[nodiscard]] bool is_chance() const { return here().is_chance; }
  [[nodiscard]] Action draw_outcome(Rng& rng) const;
  [[nodiscard]] double probability(Action outcome) const { return child(outcome).probability; }
  /// By recursion over everything below.
  [[nodiscard]] std::optional<Value> exact_value() const { return exact_value(node_); }
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
  /// Heuristic values that are written out, where there are any.
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t /*which*/) const {
    return sign_of(to_move()) * here().heuristic.value_or(0);
  }
  void features(std::span<double> /*out*/) const {}
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// The moves from the root, separated by blanks; `-` at the root.
  [[nodiscard]] std::string to_text() const;
  static ExplicitTree from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] const Node& here() const { return (*nodes_)[node_]; }
  [[nodiscard]] const Node& child(Action action) const { return (*nodes_)[here().children[action]]; }
  [[nodiscard]] Value exact_value(std::uint32_t index) const;

  const std::vector<Node>* nodes_;
  std::uint32_t node_ = 0;
};

static_assert(StochasticGame<ExplicitTree> && NoisyGame<ExplicitTree> && ExactGame<ExplicitTree> &&
              JudgedByLook<ExplicitTree>);

/// Reads a node: `{max: {move: node, ..}}`, `{min: ..}`, `{chance: {outcome: [probability, node], ..}}`, or a leaf, a
/// number in [low, high], `{bernoulli: p}` (high with probability p, else low) or `{normal: [mean, sd]}`. Numbers are
/// in MAX's view and are mapped from [low, high] to [-1, 1]. Beside max, min and chance may stand `heuristic: number`,
/// in all such nodes or in none. Throws ParamError with everything that is wrong; keys start with `key`.
ExplicitTree::Rules read_tree(const ParamTree& root, const std::string& key, double low = -1, double high = 1);

/// From the parameter `root`.
ExplicitTree::Rules make_tree_rules(const Params& params);

}  // namespace rootward
