// The seam between the search and the backup operators.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types.h"
#include "search/evaluation.h"
#include "search/node_view.h"
#include "search/terms.h"
#include "search/tree.h"

namespace rootward {

class Tree;
struct Slot;

/// An operator: writes node.value and returns what the parent receives, both in the node's view.
/// Where update(node, sample, tell) takes a listener (search/terms.h), it tells what it reckons on the way.
///   return-type: a table of step sizes; child-type: a function of the children; path-type: rewrites the return.
/// kColumns: the numbers it keeps in NodeView::columns and child_columns, an array of OwnColumn; number_of_mean(node),
/// where there is one, says what stands in the first at a chance node, whose value is the mean of its outcomes and own
/// evaluations. kNeedsTrail: wants NodeView::trail and sets NodeView::bootstrap. kReadsMeans, kReadsPriors,
/// kReadsUnvisited, kReadsSelectedBefore, kReadsStatics: where there is one and it is true, NodeView has what it names.
/// kCountsWeights: its first own number is the sum of the weights of a node's returns, by which selection counts;
/// weight_of(simulation, visits) is that of a node's present return, which counts at proven and chance nodes, too.
template <class Op>
concept BackupOperator = requires(Op op, NodeView& node, Value sample) {
  { op.update(node, sample) } -> std::same_as<Value>;
  {std::span<const OwnColumn>(Op::kColumns)};
  requires std::span<const OwnColumn>(Op::kColumns)
  .size() <= kMostColumns;
  { Op::kNeedsTrail } -> std::convertible_to<bool>;
};

/// Where an operator keeps its numbers in the child blocks: indices of real columns.
struct OperatorColumns {
  int value = 0;   ///< 0 is the column that selection reads
  int first = -1;  ///< the first of the operator's own columns, which stand side by side; -1: it asked for none
};

/// An operator's numbers of a proven child are set to what they would come to; those from the `from`th own one on.
inline void settle_proven(const Block& block, std::uint32_t index, std::span<const OwnColumn> own,
                          OperatorColumns columns, std::size_t from) {
  const Value exact = block.values()[index];
  block.real(columns.value)[index] = exact;
  for (std::size_t c = from; c < own.size(); ++c) {
    if (own[c].owner == OwnColumn::Owner::node)
      block.real(columns.first + static_cast<int>(c))[index] = own[c].is_value ? exact : 0;
  }
}

/// What an operator may want to know of the search it serves.
struct OperatorContext {
  std::uint64_t simulations = 0;  ///< the budget that spans g; 0 when the budget is time
  int board_points = 0;           ///< points of a Go-like board; 0 elsewhere
  int branching = 1;              ///< legal actions at the start of the game
  bool has_priors = true;         ///< the evaluator gives priors, or nothing is known of one
  bool has_statics = false;       ///< a game is there, whose positions can be looked at
};

/// What an operator did at one node of a simulation's path, in the view of who chooses among the node's siblings.
struct BackupStep {
  Value received = 0;
  Value stored = 0;
  Value passed_up = 0;
  double turn = 1;   ///< -1 where the node's own view, which is that of `told`, is the other player's
  Explanation told;  ///< without inputs where no operator runs: proven and chance nodes
};

/// One operator at work in one search (it may keep scratch state; one thread at a time).
class Backup {
 public:
  virtual ~Backup() = default;
  Backup() = default;
  Backup(const Backup&) = delete;
  Backup& operator=(const Backup&) = delete;

  /// The operator's own numbers a child.
  [[nodiscard]] virtual std::span<const OwnColumn> columns() const = 0;
  /// Backs one simulation up the path (root first, leaf last) from what its leaf brought; visits and means are counted
  /// already.
  virtual void run(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                   OperatorColumns columns) = 0;
  /// The operator alone, on a node made by hand: the calculator and the tests.
  virtual Value update(NodeView& node, Value sample) = 0;
  /// run() and update() told, by the same rule: for those who want to see it at work.
  virtual void run_told(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                        OperatorColumns columns, std::vector<BackupStep>& steps) = 0;  ///< the leaf's step comes first
  virtual Value update_told(NodeView& node, Value sample, Explanation& told) = 0;
  /// Whether it wants every child looked at (NodeView::child_statics).
  [[nodiscard]] virtual bool reads_statics() const { return false; }
  /// Whether selection is to count by its first own number in place of visits.
  [[nodiscard]] virtual bool counts_weights() const { return false; }
  /// How often the operator had no number and stored a mean in its place, over all searches so far.
  [[nodiscard]] virtual std::uint64_t fallbacks() const { return 0; }
};

}  // namespace rootward
