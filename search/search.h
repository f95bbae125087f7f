// The search itself: descend() to a leaf, complete() with its value. A template a game and, of the two selection rules
// that most experiments ask for, a rule; the others are called (selection_call.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/cpu_time.h"
#include "core/game_state.h"
#include "core/inline.h"
#include "core/playout_trace.h"
#include "search/evaluator.h"
#include "search/forced_wins.h"
#include "search/leaf_batch.h"
#include "search/search_core.h"
#include "search/search_run.h"
#include "search/selection_call.h"
#include "search/selections/puct.h"
#include "search/selections/ucb1.h"

namespace rootward {

/// A search over one game. Between descend() and complete() the position stands at the leaf, so one thread can carry
/// many searches and have their leaves judged together; each search stays exactly sequential.
template <GameState P>
class Search {
 public:
  /// As SearchCore has them.
  Search(const SearchSettings& settings, SearchOperators operators, bool gives_priors, bool needs_priors)
      : core_(settings, std::move(operators), gives_priors, needs_priors) {
    if (core_.batch_size() > 1) batch_.emplace(*this);
  }
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Begins a search at `root`, which must not be over.
  void begin(const P& root) {
    position_.emplace(root);
    position_->legal_actions(actions_);
    if (batch_) batch_->forget();
    core_.begin(root.to_move(), {actions_.begin(), actions_.size()}, is_chance(root),
                core_.companions() != nullptr ? keys_of(root) : std::vector<MoveKey>{});
    look_around(core_.root_block());
    const Block above = core_.tree().block(core_.tree().root().block);
    if (double* own = above.statics()) *own = sign_of(above.header().seat) * look_(*position_);
  }

  /// A position's value at a look, or its result, first seat's view: where an operator reads it. Before begin().
  using LookAt = std::function<Value(const P&)>;
  void look_by(LookAt look) { look_ = std::move(look); }

  /// One simulation's way down. Returns the leaf to be evaluated, or null where its value is known already; either way
  /// complete() must follow (the evaluation counts for nothing where null was returned).
  virtual P* descend() = 0;

  /// Leaves that are judged together; null: one by one.
  [[nodiscard]] LeafBatch<P>* batch() { return batch_ ? &*batch_ : nullptr; }
  /// After descend(): keeps the simulation for resume(), and the position goes back to the root.
  void suspend(Descent& descent) {
    core_.suspend(descent.steps);
    descent.known_value = known_value_;
    descent.is_known_by_chance = is_known_by_chance_;
    descent.fills_priors = fills_priors_;
    position_->rewind(*mark_);
  }
  /// Before complete(): the kept simulation is the present one again.
  void resume(const Descent& descent) {
    core_.resume(descent.steps, true);
    known_value_ = descent.known_value;
    is_known_by_chance_ = descent.is_known_by_chance;
    fills_priors_ = descent.fills_priors;
  }

  /// The leaf as the evaluator is to be asked about it.
  [[nodiscard]] EvaluationRequest<P> request_for(P* leaf) {
    EvaluationRequest<P> request{.position = leaf, .rng = &core_.evaluation_rng()};
    if (leaf == nullptr) return request;
    // Leaves of a batch are copies: what is at hand is that of the last descent.
    if (has_leaf_actions_ && leaf == &*position_) request.legal = &actions_;
    request.look_ahead = core_.settings().solver_aids.rollout_depth;
    Companions* companions = core_.companions();
    if (companions == nullptr) return request;
    request.trace = companions->trace();
    request.policy = companions->policy(core_.tree(), core_.path().slots());
    return request;
  }

  /// The way back up.
  void complete(const Evaluation& evaluation) {
    if (known_value_) {
      core_.complete({.value = *known_value_}, !is_known_by_chance_);
    } else {
      if (fills_priors_ != kNoBlock && !core_.tree().block(fills_priors_).header().has_priors)
        core_.fill_priors(fills_priors_, evaluation.priors);
      core_.complete(evaluation, false);
    }
    position_->rewind(*mark_);
    if (const int depth = core_.settings().solver_aids.proof_depth; depth > 0) search_above(depth);
  }

  [[nodiscard]] SearchCore& core() { return core_; }
  [[nodiscard]] const SearchCore& core() const { return core_; }
  /// The position at the root (between simulations).
  [[nodiscard]] const std::optional<P>& position() const { return position_; }

 private:
  static std::vector<MoveKey> keys_of(const P& position) {
    if constexpr (KeyedMoves<P>) {
      return position.move_keys();
    } else {
      return {};
    }
  }

  /// Where a node was proven, its parent is searched for a forced win or loss, and so on upwards.
  void search_above(int depth) {
    Tree& tree = core_.tree();
    Path& path = core_.path();
    for (std::size_t proven = core_.proven_depth(); proven > 0;) {
      const BlockRef ref = path[proven].block;
      const Block block = tree.block(ref);
      if (block.header().is_chance) return;
      for (std::size_t at = 1; at < proven; ++at) position_->play(tree.block(path[at].block).actions()[path[at].index]);
      const std::uint32_t winner = look_for_wins(block, *position_, depth);
      position_->rewind(*mark_);
      if (winner != kNoChild) {
        block.proofs()[winner] = kProven;
        block.values()[winner] = 1;
      }
      const Bounds known = core_.bounds_of(ref);
      if (!known.is_exact()) return;
      core_.prove_at(proven - 1, sign_of(block.header().seat) * known.low);
      proven = core_.proven_depth();
    }
  }

 protected:
  /// Fills what a look says of every child of a new block, at whose node the position stands.
  void look_around(const Block& block) {
    if (double* statics = block.statics(); statics != nullptr && block.header().visited == 0) [[unlikely]]
      fill_statics(block, statics);
  }
  ROOTWARD_COLD void fill_statics(const Block& block, double* statics) {
    const typename P::Mark mark = position_->mark();
    for (std::size_t i = 0; i < block.count(); ++i) {
      position_->play(block.actions()[i]);
      statics[i] = sign_of(block.header().seat) * look_(*position_);
      position_->rewind(mark);
    }
  }

  static bool is_chance(const P& position) {
    if constexpr (StochasticGame<P>) {
      return position.is_chance();
    } else {
      return false;
    }
  }

  SearchCore core_;
  LookAt look_;
  std::optional<P> position_;
  std::optional<typename P::Mark> mark_;
  ActionList actions_;
  bool has_leaf_actions_ = false;     // they are those of the leaf that descend() returned
  std::optional<Value> known_value_;  // first seat's view
  bool is_known_by_chance_ = false;   // another visit may bring another value
  BlockRef fills_priors_ = kNoBlock;
  std::optional<LeafBatch<P>> batch_;
};

/// A selection rule that is compiled into the searches of every game; it counts visits.
template <class Rule>
class CompiledRule {
 public:
  static constexpr bool kMayCountWeights = false;
  explicit CompiledRule(const NamedParams& selection) : rule_(selection.params) {}
  static constexpr bool unvisited_first() { return Rule::kUnvisitedFirst; }
  static constexpr bool draws() { return Rule::kDraws; }
  std::uint32_t select(const SelectionNode& node, Rng& rng) const { return rule_.select(node, rng); }

 private:
  Rule rule_;
};

/// Any rule, behind one call a node.
class CalledRule {
 public:
  static constexpr bool kMayCountWeights = true;  // where the operator wants it: Backup::counts_weights
  explicit CalledRule(const NamedParams& selection) : call_(make_selection_call(selection)) {}
  [[nodiscard]] bool unvisited_first() const { return call_->unvisited_first; }
  [[nodiscard]] bool draws() const { return call_->draws; }
  [[nodiscard]] std::uint32_t select(const SelectionNode& node, Rng& rng) const { return call_->select(node, rng); }

 private:
  std::unique_ptr<SelectionCall> call_;
};

template <GameState P, class Rule>
class TreeSearch final : public Search<P> {
 public:
  TreeSearch(const SearchSettings& settings, SearchOperators operators, bool gives_priors)
      : Search<P>(settings, std::move(operators), gives_priors, reads_priors(settings.selection)),
        rule_(settings.selection) {
    if (core_.companions() != nullptr) guided_ = make_selection_call(settings.selection);
  }

  P* descend() override {
    start();
    Tree& tree = core_.tree();
    Path& path = core_.path();
    P& position = *position_;
    for (;;) {
      const Slot slot = path.back();
      const Block parent = tree.block(slot.block);
      if (is_known(parent, slot.index)) return nullptr;
      BlockRef ref = parent.children()[slot.index];
      bool is_new = false;
      if (ref == kNoBlock) {
        if (position.is_over()) {
          end(position);
          return nullptr;
        }
        if (!may_expand(tree, core_.real_visits(parent, slot), is_chance(position))) return &position;
        position.legal_actions(actions_);
        ref = expand(tree, slot, position);
        is_new = true;
      }
      const Block block = tree.block(ref);
      if constexpr (StochasticGame<P>) {
        if (block.header().is_chance) {
          step({ref, draw_outcome(block, position)}, block);
          continue;
        }
      }
      const Expansion& expansion = core_.settings().expansion;
      if (expansion.kind == ExpansionKind::self && !block.header().has_priors) {
        fills_priors_ = ref;
        has_leaf_actions_ = is_new;
        return &position;
      }
      // Not `parent`: expanding may have moved the blocks.
      if (core_.looks_ahead() && finds_end(core_.real_visits(tree.block(slot.block), slot), ref, position))
        return nullptr;
      step({ref, choose(tree, slot, block)}, block);
    }
  }

 private:
  using Search<P>::core_;
  using Search<P>::position_;
  using Search<P>::mark_;
  using Search<P>::actions_;
  using Search<P>::has_leaf_actions_;
  using Search<P>::known_value_;
  using Search<P>::fills_priors_;

  using Search<P>::is_known_by_chance_;
  using Search<P>::is_chance;
  using Search<P>::look_around;

  void start() {
    mark_.emplace(position_->mark());
    known_value_.reset();
    is_known_by_chance_ = false;
    has_leaf_actions_ = false;
    fills_priors_ = kNoBlock;
    core_.start_simulation();
    if (Companions* companions = core_.companions()) companions->start();
  }

  /// From the block's node to its child at the slot.
  ROOTWARD_INLINE void step(Slot to, const Block& block) {
    core_.path().push(to);
    position_->play(block.actions()[to.index]);
  }

  /// Whether the child's value is proven, which then ends the descent.
  bool is_known(const Block& parent, std::uint32_t index) {
    if (!parent.is_proven(index)) return false;
    known_value_ = parent.proven_value(index);
    return true;
  }

  /// A chance node waits for no visits: its outcome is drawn with the move that led there.
  [[nodiscard]] bool may_expand(const Tree& tree, std::uint32_t visits, bool at_chance) const {
    const SearchSettings& settings = core_.settings();
    return (at_chance || visits >= settings.expansion.after) &&
           (settings.max_nodes == 0 || tree.expanded_nodes() < settings.max_nodes);
  }

  BlockRef expand(Tree& tree, Slot slot, const P& position) {
    const std::span<const Action> actions{actions_.begin(), actions_.size()};
    const BlockRef made =
        is_chance(position) ? tree.expand_chance(slot, actions) : tree.expand(slot, position.to_move(), actions);
    if (Companions* companions = core_.companions()) companions->made(tree.block(made));
    look_around(tree.block(made));
    return made;
  }

  /// Whether the solver looks at the node of `visits` with this block and finds a forced win, towards which the path
  /// then ends, or that nothing better than what is known is left.
  bool finds_end(std::uint32_t visits, BlockRef ref, P& position) {
    const Block block = core_.tree().block(ref);
    const double sign = sign_of(block.header().seat);
    std::uint32_t winner = kNoChild;
    // No active child: a look of this batch's has proven the last ones lost, and nobody has been told yet.
    if (block.header().active > 0) {
      const int depth = look_depth(core_.settings().solver_aids, block.header(), visits);
      if (depth == 0) return false;
      winner = look_for_wins(block, position, depth);
    }
    if (winner == kNoChild) {
      const Bounds known = core_.bounds_of(ref);
      if (known.is_exact()) known_value_ = sign * known.low;
      return known.is_exact();
    }
    known_value_ = sign;
    const std::uint32_t visited = block.header().visited;
    const std::uint32_t index = winner < visited ? winner : block.admit(winner);
    core_.path().push({ref, index});
    position.play(block.actions()[index]);
    return true;
  }

  /// The game is over: its result is known, or drawn.
  void end(const P& position) {
    if constexpr (NoisyGame<P>) {
      is_known_by_chance_ = position.has_noisy_result();
      if (is_known_by_chance_) {
        known_value_ = position.draw_result(core_.evaluation_rng());
        return;
      }
    }
    known_value_ = position.result();
  }

  /// The outcome's index in the block; it joins the visited run at its first visit.
  std::uint32_t draw_outcome(const Block& block, const P& position) {
    const Action outcome = position.draw_outcome(core_.chance_rng());
    const Action* found = std::find(block.actions(), block.actions() + block.count(), outcome);
    const auto index = static_cast<std::uint32_t>(found - block.actions());
    return index < block.header().visited ? index : block.admit(index);
  }

  /// A visited child by the selection rule, or an unvisited one, which joins the visited run.
  std::uint32_t choose(Tree& tree, Slot slot, const Block& block) {
    const BlockHeader& head = block.header();
    assert(head.active > 0 && "a node of which nothing is left is proven");
    if (core_.has_root_rule() && core_.path().size() == 1) {
      if (const std::uint32_t index = core_.choose_at_root(); index != kNoChild)
        return index < head.visited ? index : block.admit(index);
    }
    const ExpansionKind kind = core_.settings().expansion.kind;
    const std::uint32_t unvisited = static_cast<std::uint32_t>(head.active - head.visited);
    const bool takes_unvisited =
        rule_.unvisited_first() || kind == ExpansionKind::one || (kind == ExpansionKind::all && head.visited == 0);
    Companions* companions = core_.companions();
    if (companions != nullptr && companions->has_say()) [[unlikely]] {
      const std::uint32_t index =
          guided_->guided(node_at(tree, slot, block), *companions, takes_unvisited, core_.tree_rng(), rng_of_rule());
      return index < head.visited ? index : block.admit(index);
    }
    if (unvisited > 0 && takes_unvisited) {
      return block.admit(head.visited + (unvisited == 1 ? 0 : core_.tree_rng().below(unvisited)));
    }
    const std::uint32_t index = rule_.select(node_at(tree, slot, block), rng_of_rule());
    return index < head.visited ? index : block.admit(index);
  }

  [[nodiscard]] Rng& rng_of_rule() { return rule_.draws() ? core_.selection_rng() : core_.tree_rng(); }

  [[nodiscard]] SelectionNode node_at(const Tree& tree, Slot slot, const Block& block) {
    const Block parent = tree.block(slot.block);
    Counts counts{parent.visits()[slot.index], block.visits()};
    if constexpr (Rule::kMayCountWeights) {
      if (core_.weights_column() >= 0) counts = weighted(parent, slot.index, block);
    }
    return {.block = block,
            .visits = counts.own,
            .sample_mean = sign_of(parent.header().seat) * sign_of(block.header().seat) * parent.means()[slot.index],
            .counts = counts.children,
            .reads = core_.settings().selection_reads == Reads::mean ? block.means() : block.values(),
            .variances = core_.variances_of(block)};
  }

  /// What selection counts of a node.
  struct Counts {
    std::uint32_t own;
    const std::uint32_t* children;
  };
  /// Sums of weights as counts: at least 1 where there is a visit.
  Counts weighted(const Block& parent, std::uint32_t index, const Block& block) {
    const int column = core_.weights_column();
    const auto count_of = [](double weight) {
      return static_cast<std::uint32_t>(std::clamp(weight + 0.5, 1.0, static_cast<double>(UINT32_MAX)));
    };
    counts_.assign(block.count(), 0);
    for (std::uint32_t i = 0; i < block.header().visited; ++i) counts_[i] = count_of(block.real(column)[i]);
    return {count_of(parent.real(column)[index]), counts_.data()};
  }

  Rule rule_;
  std::vector<std::uint32_t> counts_;      // keeps its memory
  std::unique_ptr<SelectionCall> guided_;  // the same rule with companions; null without any
};

/// The search with the selection rule that the settings name. `gives_priors`: the evaluator does.
template <GameState P>
std::unique_ptr<Search<P>> make_search(const SearchSettings& settings, SearchOperators operators, bool gives_priors) {
  const auto made = [&]<class Rule>(std::type_identity<Rule>) -> std::unique_ptr<Search<P>> {
    return std::make_unique<TreeSearch<P, Rule>>(settings, std::move(operators), gives_priors);
  };
  std::string_view rule = settings.selection.name;
  if (operators.driver->counts_weights()) rule = {};
  if (rule == Ucb1Selection::kName) return made(std::type_identity<CompiledRule<Ucb1Selection>>());
  if (rule == PuctSelection::kName) return made(std::type_identity<CompiledRule<PuctSelection>>());
  return made(std::type_identity<CalledRule>());
}

/// One simulation, or at most `most` of those that are judged in one call; a new call is for at most `room`.
/// `evaluation` is room for the answer.
template <GameState P>
void simulate(Search<P>& search, Evaluator<P>& evaluator, Evaluation& evaluation, std::uint64_t room,
              std::uint64_t most) {
  if (LeafBatch<P>* batch = search.batch()) {
    if (!batch->is_open()) {
      batch->gather(room);
      batch->judge(evaluator);
    }
    batch->complete(most);
    return;
  }
  const EvaluationRequest<P> request = search.request_for(search.descend());
  if (request.position != nullptr) evaluator.evaluate({&request, 1}, {&evaluation, 1});
  search.complete(evaluation);
}

/// Runs simulations until the budget is spent. `seconds`, `stop`: see SearchRun.
template <GameState P>
SearchResult run_search(Search<P>& search, Evaluator<P>& evaluator, const P& root, std::optional<double> seconds,
                        const std::function<bool()>& stop) {
  SearchCore& core = search.core();
  const double cpu_before = thread_cpu_seconds();
  SearchRun run(core.settings(), seconds, stop);
  search.begin(root);
  Evaluation evaluation;
  while (run.wants_more(core)) simulate(search, evaluator, evaluation, run.room(core), UINT64_MAX);
  SearchResult result = core.result();
  result.seconds = run.elapsed();
  result.cpu_seconds = thread_cpu_seconds() - cpu_before;
  return result;
}

}  // namespace rootward
