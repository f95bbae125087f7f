// The part of a search that knows no game: tree, path, counting, proofs, operators, and the root's report.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/rng.h"
#include "search/backup.h"
#include "search/companions.h"
#include "search/path.h"
#include "search/result.h"
#include "search/root_rule.h"
#include "search/settings.h"
#include "search/tree.h"
#include "search/virtual_losses.h"

namespace rootward {

/// The operators of one search: the one that drives it and any number of shadows.
struct SearchOperators {
  std::unique_ptr<Backup> driver;
  std::vector<std::unique_ptr<Backup>> shadows;
};

/// How deep the simulations of one search went.
struct DepthStatistics {
  std::uint64_t simulations = 0;
  std::uint64_t total_depth = 0;  ///< tree plies, root = 0, summed over the simulations
  std::uint32_t max_depth = 0;
};

class SearchCore {
 public:
  /// `gives_priors`: the evaluator does; `needs_priors`: the selection rule reads them, so that children have room
  /// anyway.
  SearchCore(const SearchSettings& settings, SearchOperators operators, bool gives_priors, bool needs_priors = false);

  /// Forgets the tree; `seed` fixes every random choice until the next call.
  void new_game(std::uint64_t seed);
  /// A search begins at a root with these legal actions, or outcomes of chance; keeps the tree where it was rerooted
  /// and fits. `keys`: the moves' own, by action (KeyedMoves), for companions.
  void begin(Seat mover, std::span<const Action> actions, bool is_chance, std::vector<MoveKey> keys = {});
  /// Moves that roots from the next begin() on leave aside: they are not searched, not played, and nothing that is
  /// known of them counts for the root. At least one legal move must stay.
  void leave_aside(std::vector<Action> moves) { aside_ = std::move(moves); }
  /// A move was played: its subtree becomes the tree if reuse is on, else nothing stays.
  void observe(Action action);
  /// From the next search on: its simulations, and whether the root's rule draws noise.
  void adjust(std::uint64_t simulations, bool explores);
  /// The root's child that the root's rule sends this simulation to; kNoChild: it leaves that to the selection rule.
  [[nodiscard]] std::uint32_t choose_at_root() { return root_rule_->select(root_node()); }
  /// A path begins at the root. complete() must follow, or the next begin() drops the tree, of which a part may have no
  /// numbers.
  void start_simulation() {
    is_under_way_ = true;
    path_.start(tree_.root());
  }
  /// Backs the current path up with what the leaf brought. `is_exact`: the leaf is a finished game with a sure result.
  void complete(const Evaluation& leaf, bool is_exact);
  /// Keeps the current path, whose leaf is judged later, for resume(), and counts it as lost until the losses are taken
  /// back. Where there is a batch.
  void suspend(std::vector<Step>& steps);
  void take_losses_back() { losses_->undo(tree_); }
  /// Makes a kept path the current one. `admits`: unvisited children on it join the visited runs, as complete() asks.
  void resume(std::span<const Step> steps, bool admits);
  /// The visits of a child of which none is virtual.
  [[nodiscard]] std::uint32_t real_visits(const Block& block, Slot slot) const {
    return losses_ ? losses_->real_visits(block, slot) : block.visits()[slot.index];
  }
  /// Fills the priors of an expanded node; `priors` in the order of its actions, all children unvisited.
  void fill_priors(BlockRef ref, std::span<const float> priors);
  /// Place on the path of the topmost node that the solver has proven since complete() began; 0: none, or the root.
  [[nodiscard]] std::size_t proven_depth() const { return proven_depth_; }
  /// The path's node at this place is found to be worth `value`, first seat's view: proves it and what follows.
  void prove_at(std::size_t depth, Value value) { prove(depth, value); }
  /// What its children say of the node with this block, in their own view. A root's moves left aside say nothing.
  [[nodiscard]] Bounds bounds_of(BlockRef ref) const;

  [[nodiscard]] const SearchSettings& settings() const { return settings_; }
  [[nodiscard]] Tree& tree() { return tree_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] Path& path() { return path_; }
  [[nodiscard]] Rng& tree_rng() { return tree_rng_; }
  [[nodiscard]] Rng& selection_rng() { return selection_rng_; }
  [[nodiscard]] Rng& evaluation_rng() { return evaluation_rng_; }
  [[nodiscard]] Rng& chance_rng() { return chance_rng_; }
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }
  [[nodiscard]] const DepthStatistics& depths() const { return depths_; }
  [[nodiscard]] Block root_block() const { return tree_.block(tree_.child_block(tree_.root())); }
  /// What is kept beside the operator; null: nothing.
  [[nodiscard]] Companions* companions() const { return companions_.get(); }
  /// Leaves that are judged together.
  [[nodiscard]] std::size_t batch_size() const { return settings_.batch.leaves; }
  /// Whether nodes are searched for forced wins on the way down.
  [[nodiscard]] bool looks_ahead() const { return looks_ahead_; }
  /// Whether the root has a rule of its own.
  [[nodiscard]] bool has_root_rule() const { return is_ruled_; }
  /// Whether there is nothing left to search: the root is proven, or each of its moves is left aside.
  [[nodiscard]] bool is_root_proven() const {
    return tree_.block(tree_.root().block).is_proven(0) || root_block().header().active == 0;
  }
  /// The driving operator's first own numbers of a block's children; null where it keeps none.
  [[nodiscard]] const double* variances_of(const Block& block) const {
    return driver_columns_.first < 0 ? nullptr : block.real(driver_columns_.first);
  }
  /// The real column by which selection counts in place of visits; -1: it counts visits.
  [[nodiscard]] int weights_column() const { return weights_column_; }
  [[nodiscard]] int column_of_shadow(std::size_t shadow) const { return shadow_columns_[shadow].value; }

  /// Whether the final-move rule is content with the tree as it stands (it may ask for more simulations).
  [[nodiscard]] bool is_settled() const;
  /// The root's table and the chosen move; draws from the final-move stream. `seconds` is left to the caller.
  SearchResult result();
  /// The same while the search goes on: nothing is drawn that a later result would miss.
  SearchResult snapshot();
  /// The most visited line from the root's child with this action on.
  [[nodiscard]] std::vector<Action> principal_variation(Action first) const;

 private:
  [[nodiscard]] RootNode root_node() const;
  [[nodiscard]] std::uint32_t final_child(const Block& root);
  [[nodiscard]] std::vector<RootChild> root_children(const Block& root) const;
  void leave_out_aside(const Block& root, std::vector<double>& policy) const;
  void prove(std::size_t from, Value value);
  [[nodiscard]] bool keeps_whole_tree() const { return keeps_tree_ && !is_under_way_; }
  [[nodiscard]] bool fits(Seat mover, std::size_t actions, bool is_chance) const;
  void set_aside();
  bool note(const Block& block, std::uint32_t index, Bounds known);
  [[nodiscard]] std::uint32_t rule_out(const Block& block, Value secured, std::uint32_t mine) const;
  void count_visits(Value leaf_value);
  [[nodiscard]] Slot slot_of(const Block& block, BlockRef ref, Action action) const;

  SearchSettings settings_;
  SearchOperators operators_;
  std::unique_ptr<RootRule> root_rule_;     // null: none
  std::unique_ptr<Companions> companions_;  // null: none
  bool has_bounds_ = false;
  bool looks_ahead_ = false;
  std::optional<VirtualLosses> losses_;
  OperatorColumns driver_columns_;
  int weights_column_ = -1;
  std::vector<OperatorColumns> shadow_columns_;
  std::vector<Action> aside_;       // for the next begin()
  std::vector<Action> root_aside_;  // of the present root
  Tree tree_;
  Path path_;
  Rng tree_rng_;
  Rng selection_rng_;
  Rng evaluation_rng_;
  Rng final_rng_;
  Rng chance_rng_;
  Rng root_rng_;
  bool is_ruled_ = false;  // there is a rule, and somebody chooses at this root
  bool explores_ = true;
  bool keeps_tree_ = false;
  bool is_under_way_ = false;  // a simulation has begun that is not complete
  std::uint64_t simulations_ = 0;
  std::size_t proven_depth_ = 0;
  std::uint64_t reused_visits_ = 0;
  std::uint64_t cached_evaluations_ = 0;
  std::uint64_t fallbacks_before_ = 0;  ///< of the driving operator, before this search
  std::vector<std::uint64_t> shadow_fallbacks_before_;
  std::uint32_t searches_ = 0;  // of this game, the present one included
  DepthStatistics depths_;
};

}  // namespace rootward
