// The companions of one search at work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/params.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/types.h"
#include "search/companions/amaf.h"
#include "search/companions/batch.h"
#include "search/companions/bonuses.h"
#include "search/companions/criticality.h"
#include "search/companions/entropy.h"
#include "search/companions/first_play_urgency.h"
#include "search/companions/forced_wins.h"
#include "search/companions/move_table.h"
#include "search/companions/policies.h"
#include "search/companions/score_bounds.h"
#include "search/companions/widening.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

/// Statistics of moves and what they do to a child's score. The numbers of a child stand in its block, in columns that
/// unvisited children have too. A node that the solver has proven is neither read nor counted.
class Companions {
 public:
  explicit Companions(const std::vector<NamedParams>& settings);

  /// Real columns that a child's numbers take; their first one is told by place().
  [[nodiscard]] int columns() const { return (amaf_ ? 1 : 0) + (widening_ ? 1 : 0) + (entropy_ ? 1 : 0); }
  /// `has_prior_column`: children have room for priors; `gives_priors`: the evaluator fills it.
  void place(int first_column, bool has_prior_column, bool gives_priors);
  /// How the search draws, for those that ask.
  void draw_by(const SearchSettings& search);
  /// Forgets everything; `seed` fixes every random choice until the next call.
  void new_game(std::uint64_t seed);
  /// A search begins. `keys`: by action, those of the game's moves; empty: it has none.
  void begin(std::vector<MoveKey> keys, bool keeps_tree);
  /// A block was made, all of whose children are unvisited.
  void made(const Block& block);

  /// A simulation begins.
  void start();
  /// Where several simulations are under way: which of them is meant from now on, 0 up.
  void turn_to(std::size_t simulation);
  /// Where the evaluator puts the leaf's playout; null: nobody wants one.
  [[nodiscard]] PlayoutTrace* trace() { return wants_trace_ ? &traces_[turn_] : nullptr; }
  /// Whether playouts are guided, each by what is on its path.
  [[nodiscard]] bool guides_playouts() const { return mast_ || replies_; }
  /// What guides the playout from the path's leaf, until the next is asked for; null: nothing.
  [[nodiscard]] PlayoutPolicy* policy(const Tree& tree, std::span<const Slot> path);
  /// A simulation is over: root first, leaf last; `value` is the leaf's return, first seat's view. Who won is told by
  /// the playout's own result where there is one.
  void update(const Tree& tree, std::span<const Slot> path, Value value);

  /// Whether values are cut to what the solver knows of them.
  [[nodiscard]] bool has_bounds() const { return bounds_.has_value(); }
  /// Several leaves are evaluated together; nothing: one.
  [[nodiscard]] const std::optional<Batch>& batch() const { return batch_; }
  /// Whether nodes are searched for forced wins before a child is chosen.
  [[nodiscard]] bool looks_ahead() const { return decisive_ || in_tree_; }
  /// Whether any of them has a say in the present simulation's choices.
  [[nodiscard]] bool has_say() const { return is_scoring_ || mixes(); }
  /// Plies that a node of `visits` is to be searched for forced wins before a child is chosen; 0: none. Notes that it
  /// was asked.
  [[nodiscard]] int look_depth(BlockHeader& head, std::uint32_t visits) const;
  /// The same from the parent of a node just proven.
  [[nodiscard]] int proof_depth() const { return at_proofs_ ? at_proofs_->depth() : 0; }
  /// The same from a playout's every move.
  [[nodiscard]] int rollout_depth() const { return in_rollouts_ ? in_rollouts_->depth() : 0; }
  /// Whether values are mixed with those of all moves as first.
  [[nodiscard]] bool mixes() const { return amaf_ && amaf_->is_on(); }
  [[nodiscard]] const std::optional<FirstPlayUrgency>& urgency() const { return urgency_; }

  /// Before a node's children are looked at: brings the eligible ones to the front; returns how many there are.
  [[nodiscard]] std::uint32_t prepare(const SelectionNode& node);
  /// What is known of a prepared node's child; {0, 0} where its move has no key.
  [[nodiscard]] AmafNumbers cell(const SelectionNode& node, std::uint32_t index) const;
  /// A visited child's value as the selection is to read it; only where mixes().
  [[nodiscard]] Value mixed(const SelectionNode& node, std::uint32_t index) const;
  /// Whether entropies are added to the values that are drawn by.
  [[nodiscard]] bool adds_entropy() const { return entropy_.has_value(); }
  /// Adds them to the values of a node's first children.
  void add_entropy(const Block& block, std::uint32_t visits, std::vector<double>& values) const;
  /// What is added to the score of a child with this value; nothing where it is proven.
  [[nodiscard]] double bonus(const SelectionNode& node, std::uint32_t index, Value value, std::uint32_t visits) const;
  /// Room for a node's scores, kept between nodes.
  [[nodiscard]] std::vector<double>& scores() { return scores_; }

 private:
  [[nodiscard]] AmafCell* cells(const Block& block) const {
    return reinterpret_cast<AmafCell*>(block.real(amaf_column_));
  }
  [[nodiscard]] MoveKey key_of(const Block& block, std::uint32_t index) const {
    const Action action = block.actions()[index];
    return action < keys_.size() ? keys_[action] : kNoMoveKey;
  }
  [[nodiscard]] double move_mean(const Block& block, std::uint32_t index) const;
  [[nodiscard]] const PlayoutTrace& last_trace() const { return traces_[turn_]; }
  void refer(const SelectionNode& node);
  void count_first_moves(const Tree& tree, std::span<const Slot> path, Value value);
  void count_children(const Block& block, Value value);
  void count_moves(const Tree& tree, std::span<const Slot> path, Value value, bool with_playout,
                   MoveTable& moves) const;
  void count_entropy(const Tree& tree, std::span<const Slot> path);
  [[nodiscard]] double entropy_of(const Block& block, std::uint32_t visits);
  void count_replies(const Tree& tree, std::span<const Slot> path, Value result);

  std::optional<Amaf> amaf_;
  std::optional<Criticality> criticality_;
  std::optional<History> history_;
  std::optional<ProgressiveBias> bias_;
  std::optional<Widening> widening_;
  std::optional<FirstPlayUrgency> urgency_;
  std::optional<Mast> mast_;
  std::optional<Replies> replies_;
  std::optional<Entropy> entropy_;
  std::optional<BoltzmannSelection> drawing_;  // where entropy_ is
  std::optional<DecisiveMoves> decisive_;
  std::optional<SearchInTree> in_tree_;
  std::optional<SearchAtProofs> at_proofs_;
  std::optional<SearchInRollouts> in_rollouts_;
  std::optional<ScoreBounds> bounds_;
  std::optional<Batch> batch_;  // of more than one leaf
  int amaf_column_ = 0;
  int order_column_ = 0;
  int entropy_column_ = 0;
  bool draws_by_means_ = false;
  bool has_prior_column_ = false;
  bool gives_priors_ = false;
  bool wants_trace_ = false;
  bool is_scoring_ = false;

  std::vector<MoveKey> keys_;
  std::size_t key_count_ = 0;
  MoveTable moves_;       // history's
  MoveTable mast_moves_;  // of the game's searches
  PlayoutPolicy policy_;
  std::vector<std::uint8_t> first_;            // by key: 1 + the seat that plays it first from here on, 0 nobody
  std::array<std::vector<AmafCell>, 2> lent_;  // grave, by seat and key: of the node that lends
  std::array<bool, 2> has_lender_{};
  std::vector<PlayoutTrace> traces_{1};  // of simulations under way
  std::size_t turn_ = 0;
  std::vector<double> scores_;
  Rng amaf_rng_;
  Rng order_rng_;
};

}  // namespace rootward
