// Runs an operator up a simulation's path: builds each node's view, turns values where the mover changes, stores them.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/inline.h"
#include "search/backup.h"
#include "search/tree.h"

namespace rootward {

/// Whether an operator says that it reads something of NodeView that is filled for those alone that do.
template <class Op>
inline constexpr bool kReadsMeans = requires {
  requires Op::kReadsMeans;
};
template <class Op>
inline constexpr bool kReadsPriors = requires {
  requires Op::kReadsPriors;
};
template <class Op>
inline constexpr bool kReadsUnvisited = requires {
  requires Op::kReadsUnvisited;
};
template <class Op>
inline constexpr bool kReadsSelectedBefore = requires {
  requires Op::kReadsSelectedBefore;
};

template <class Op>
inline constexpr bool kReadsStatics = requires {
  requires Op::kReadsStatics;
};
template <class Op>
inline constexpr bool kCountsWeights = requires {
  requires Op::kCountsWeights;
};

/// Operators see one view, the node's own: the driver turns values into it and back. A proven node's operator is not
/// run: its exact value goes up from there (Block::proven_value). A chance node has no operator either: it holds the
/// mean of its outcomes' values, weighted by visits, passes up what it received and counts neither as a ply nor in the
/// trail. A stored value is cut to what the solver knows of the node.
template <BackupOperator Op>
class BackupDriver final : public Backup {
 public:
  explicit BackupDriver(Op op) : op_(std::move(op)) {}

  [[nodiscard]] std::span<const OwnColumn> columns() const override { return Op::kColumns; }
  Value update(NodeView& node, Value sample) override { return op_.update(node, sample); }
  [[nodiscard]] std::uint64_t fallbacks() const override {
    if constexpr (requires { op_.fallbacks(); }) return op_.fallbacks();
    return 0;
  }

  [[nodiscard]] bool reads_statics() const override { return kReadsStatics<Op>; }
  [[nodiscard]] bool counts_weights() const override { return kCountsWeights<Op>; }

  void run(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
           OperatorColumns columns) override {
    walk(tree, path, leaf, simulation, columns, Unheard{});
  }
  [[gnu::cold]] void run_told(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                              OperatorColumns columns, std::vector<BackupStep>& steps) override {
    steps.clear();
    walk(tree, path, leaf, simulation, columns, Heard{&steps});
  }
  [[gnu::cold]] Value update_told(NodeView& node, Value sample, Explanation& told) override {
    return told_update(op_, node, sample, told);
  }

 private:
  /// Who listens to a walk: nobody in a search.
  struct Unheard {
    ROOTWARD_INLINE void begin(Value /*received*/) const {}
    ROOTWARD_INLINE Value update(Op& op, NodeView& node, Value sample) const { return op.update(node, sample); }
    ROOTWARD_INLINE void bound(Value /*value*/) const {}
    ROOTWARD_INLINE void end(Value /*stored*/, Value /*passed_up*/, double /*turn*/) const {}
  };
  struct Heard {
    std::vector<BackupStep>* steps;
    void begin(Value received) const { steps->emplace_back().received = received; }
    Value update(Op& op, NodeView& node, Value sample) const {
      return told_update(op, node, sample, steps->back().told);
    }
    void bound(Value value) const {
      std::vector<Term>& terms = steps->back().told.terms;
      if (!terms.empty()) TermList(terms, 0).one("V, cut to what is proven", "", value);
    }
    void end(Value stored, Value passed_up, double turn) const {
      BackupStep& step = steps->back();
      step.stored = stored;
      step.passed_up = passed_up;
      step.turn = turn;
    }
  };

  template <class Listener>
  ROOTWARD_INLINE void walk(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                            OperatorColumns columns, Listener listener) {
    Value passed = leaf.value;  // first seat's view
    std::uint32_t plies_to_end = 0;
    if constexpr (Op::kNeedsTrail) start_trail(path.size());
    NodeView node = view_of(leaf, simulation);
    Value before = kUnknown;  // of the node below, in its slot's view
    for (std::size_t depth = path.size(); depth-- > 0;) {
      const Block parent = tree.block(path[depth].block);
      const std::uint32_t index = path[depth].index;
      const double parent_sign = sign_of(parent.header().seat);
      Value& stored = parent.real(columns.value)[index];
      if constexpr (kReadsSelectedBefore<Op>)
        node.selected_before = std::exchange(before, parent.visits()[index] > 1 ? stored : kUnknown);
      if constexpr (kHasParents) clear_parents_numbers(parent, index, columns);
      listener.begin(parent_sign * passed);
      const std::uint8_t proof = parent.proof(index);  // read once: as a byte it may change with any store
      if ((proof & kProven) != 0) {
        passed = pass_proven(parent, index, columns, simulation);
        listener.end(stored, parent_sign * passed, 1);
        ++plies_to_end;
        continue;
      }
      if (tree.has_chance() && is_chance_node(tree, parent.children()[index])) {
        fill_chance(parent, index, tree.block(parent.children()[index]), columns, simulation);
        listener.end(stored, parent_sign * passed, 1);
        continue;
      }
      node.visits = parent.visits()[index];
      node.plies_to_end = plies_to_end++;
      const Slot* below = depth + 1 < path.size() ? &path[depth + 1] : nullptr;
      const double sign = fill_children(tree, parent.children()[index], below, columns, node, parent_sign);
      const double flip = sign * parent_sign;
      fill_own(parent, index, columns, flip, node);
      if constexpr (Op::kNeedsTrail) point_at_trail(node, sign);
      const Value up = listener.update(op_, node, sign * passed);
      put_back(parent, index, columns, proof, flip, node.value, listener);
      if constexpr (Op::kNeedsTrail) push_trail(sign * node.bootstrap, passed);
      passed = sign * up;
      listener.end(stored, parent_sign * passed, flip);
    }
  }

  /// Value and columns of a node in its slot's view; the value cut to what is proven.
  template <class Listener>
  ROOTWARD_INLINE void put_back(const Block& parent, std::uint32_t index, OperatorColumns columns, std::uint8_t proof,
                                double flip, Value value, const Listener& listener) const {
    Value& stored = parent.real(columns.value)[index];
    stored = flip * value;
    if (proof > kProven) [[unlikely]]
      listener.bound(flip * cut(parent, index, stored));
    if constexpr (kHasValues) keep_values(parent, index, columns, flip);
  }

  /// Cuts a value to the side of a draw on which it is known to lie. By value: a block whose address is taken would be
  /// written to memory at each node.
  static Value cut(Block parent, std::uint32_t index, Value& stored) {
    const Bounds known = parent.bounds(index);
    return stored = std::clamp(stored, known.low, known.high);
  }

  static constexpr Value kUnknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::size_t kCount = std::span<const OwnColumn>(Op::kColumns).size();
  static constexpr OwnColumn kind(std::size_t c) { return std::span<const OwnColumn>(Op::kColumns)[c]; }
  static constexpr int column(OperatorColumns columns, std::size_t c) { return columns.first + static_cast<int>(c); }
  /// Whether there is a column that parents own, or a value that nodes own.
  static constexpr bool has(OwnColumn::Owner owner, bool is_any) {
    bool found = false;
    for (const OwnColumn one : std::span<const OwnColumn>(Op::kColumns))
      found |= one.owner == owner && (is_any || one.is_value);
    return found;
  }
  static constexpr bool kHasParents = has(OwnColumn::Owner::parent, true);
  static constexpr bool kHasValues = has(OwnColumn::Owner::node, false);

  /// What is the same at every node of a simulation's path.
  static NodeView view_of(const Evaluation& leaf, std::uint64_t simulation) {
    NodeView node;
    node.simulation = simulation;
    node.playout_plies = leaf.playout_plies;
    node.uncertainty = leaf.uncertainty;
    return node;
  }

  void point_at_trail(NodeView& node, double sign) {
    node.trail = trail_in_view(sign);
    node.bootstrap = std::numeric_limits<double>::quiet_NaN();
  }

  static bool is_chance_node(const Tree& tree, BlockRef ref) {
    return ref != kNoBlock && tree.block(ref).header().is_chance;
  }

  /// Where selection counts weights, the first own number goes on being their sum where no operator runs.
  static constexpr std::size_t kFirstCleared = kCountsWeights<Op> ? 1 : 0;
  void add_weight(const Block& parent, std::uint32_t index, OperatorColumns columns, std::uint64_t simulation) {
    const std::uint32_t visits = parent.visits()[index];
    double& sum = parent.real(columns.first)[index];
    sum = (visits > 1 ? sum : 0.0) + op_.weight_of(simulation, visits);
  }

  /// What goes up from a proven node; its operator's numbers are set to what they would come to.
  Value pass_proven(const Block& parent, std::uint32_t index, OperatorColumns columns, std::uint64_t simulation) {
    const Value passed = parent.proven_value(index);
    settle_proven(parent, index, Op::kColumns, columns, kFirstCleared);
    if constexpr (kCountsWeights<Op>) add_weight(parent, index, columns, simulation);
    if constexpr (Op::kNeedsTrail) push_trail(std::numeric_limits<double>::quiet_NaN(), passed);
    return passed;
  }

  /// The node's own numbers, which stand in its parent's block, turned into its own view.
  [[gnu::always_inline]] void fill_own(const Block& parent, std::uint32_t index, OperatorColumns columns, double flip,
                                       NodeView& node) {
    node.mean = flip * parent.means()[index];
    node.value = node.visits > 1 ? flip * parent.real(columns.value)[index] : 0.0;
    if constexpr (kReadsStatics<Op>) node.own_static = flip * parent.statics()[index];
    if (node.child_count == 0 && node.own_visits == 0) {
      node.own_visits = node.visits;
      node.own_mean = node.mean;
    }
    for (std::size_t c = 0; c < kCount; ++c) {
      if (kind(c).owner == OwnColumn::Owner::parent) continue;
      double& number = parent.real(column(columns, c))[index];
      if (node.visits == 1) number = 0;
      if (kind(c).is_value) turned_[c] = flip * number;
      node.columns[c] = kind(c).is_value ? &turned_[c] : &number;
    }
  }

  /// Values of columns back in their slot's view.
  void keep_values(const Block& parent, std::uint32_t index, OperatorColumns columns, double flip) const {
    for (std::size_t c = 0; c < kCount; ++c) {
      if (kind(c).owner == OwnColumn::Owner::node && kind(c).is_value)
        parent.real(column(columns, c))[index] = flip * turned_[c];
    }
  }

  /// What a node's parent owns begins with the node's first visit.
  static void clear_parents_numbers(const Block& parent, std::uint32_t index, OperatorColumns columns) {
    if (parent.visits()[index] > 1) return;
    for (std::size_t c = 0; c < kCount; ++c) {
      if (kind(c).owner == OwnColumn::Owner::parent) parent.real(column(columns, c))[index] = 0;
    }
  }

  /// (n0 m0 + sum n_i v_i) / (n0 + sum n_i) over the outcomes seen, in their view, which is the slot's own.
  static Value mean_of_outcomes(const Block& outcomes, int column) {
    const BlockHeader& head = outcomes.header();
    const double* values = outcomes.real(column);
    auto visits = static_cast<double>(head.own_visits);
    Value sum = visits * head.own_mean;
    for (std::uint32_t i = 0; i < head.visited; ++i) {
      const auto n = static_cast<double>(outcomes.visits()[i]);
      sum += n * values[i];
      visits += n;
    }
    return sum / visits;
  }

  /// The value of a chance node, and the operator's own numbers: the mean of values; what the operator says of its
  /// first column where it has something to say; else 0.
  void fill_chance(const Block& parent, std::uint32_t index, const Block& outcomes, OperatorColumns columns,
                   std::uint64_t simulation) {
    parent.real(columns.value)[index] = mean_of_outcomes(outcomes, columns.value);
    for (std::size_t c = kFirstCleared; c < kCount; ++c) {
      if (kind(c).owner == OwnColumn::Owner::parent) continue;
      double& number = parent.real(column(columns, c))[index];
      number = kind(c).is_value ? mean_of_outcomes(outcomes, column(columns, c)) : 0;
      if constexpr (requires(NodeView node) { op_.number_of_mean(node); }) {
        if (c == 0) number = number_of_outcomes(outcomes, columns);
      }
    }
    if constexpr (kCountsWeights<Op>) add_weight(parent, index, columns, simulation);
  }
  double number_of_outcomes(const Block& outcomes, OperatorColumns columns) {
    NodeView node;
    const BlockHeader& head = outcomes.header();
    node.own_visits = head.own_visits;
    node.own_mean = head.own_mean;
    node.child_count = head.visited;
    node.child_visits = outcomes.visits();
    node.child_values = outcomes.real(columns.value);
    node.child_columns[0] = outcomes.real(columns.first);
    return op_.number_of_mean(node);
  }

  /// Returns the sign of the node's own view; a node without a block has no chooser and keeps its parent's.
  static double fill_children(Tree& tree, BlockRef ref, const Slot* below, OperatorColumns columns, NodeView& node,
                              double parent_sign) {
    node.selected = kNoChild;
    if (ref == kNoBlock) {
      node.own_visits = 0;
      node.child_count = 0;
      node.active_unvisited = 0;
      node.child_statics = nullptr;
      return parent_sign;
    }
    const Block block = tree.block(ref);
    const BlockHeader& head = block.header();
    node.own_visits = head.own_visits;
    node.own_mean = head.own_mean;
    node.child_count = head.visited;
    node.child_visits = block.visits();
    node.child_values = block.real(columns.value);
    for (std::size_t c = 0; c < kCount; ++c) node.child_columns[c] = block.real(column(columns, c));
    if constexpr (kReadsMeans<Op>) node.child_means = block.means();
    if constexpr (kReadsStatics<Op>) node.child_statics = block.statics();
    if constexpr (kReadsPriors<Op>)
      node.child_priors = tree.layout().has_priors && head.has_priors ? block.priors() : nullptr;
    if constexpr (kReadsUnvisited<Op>) node.active_unvisited = head.open_unvisited();
    if (below != nullptr && below->index < head.visited) node.selected = below->index;
    return sign_of(head.seat);
  }

  // The trail, nearest node last, in both views; read backwards it is nearest first, so it is kept filled from the end.
  void start_trail(std::size_t length) {
    if (trail_.size() < length) {
      trail_.resize(length);
      negated_trail_.resize(length);
    }
    trail_start_ = trail_.size();
  }
  void push_trail(Value bootstrap, Value received) {
    const Value report = bootstrap == bootstrap ? bootstrap : received;
    --trail_start_;
    trail_[trail_start_] = report;
    negated_trail_[trail_start_] = -report;
  }
  [[nodiscard]] std::span<const Value> trail_in_view(double sign) const {
    const std::vector<Value>& trail = sign > 0 ? trail_ : negated_trail_;
    return std::span<const Value>(trail).subspan(trail_start_);
  }

  Op op_;
  std::array<double, kMostColumns> turned_{};  ///< values of columns in the view of the node at hand
  std::vector<Value> trail_;
  std::vector<Value> negated_trail_;
  std::size_t trail_start_ = 0;
};

template <BackupOperator Op>
std::unique_ptr<Backup> make_backup_driver(Op op) {
  return std::make_unique<BackupDriver<Op>>(std::move(op));
}

}  // namespace rootward
