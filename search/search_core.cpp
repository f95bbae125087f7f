// Counting, proofs and the root's report.
#include "search/search_core.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "search/final_move.h"

namespace rootward {
namespace {

/// Hands out extra columns: a value column for each shadow, the operators' own columns.
struct Columns {
  OperatorColumns driver;
  std::vector<OperatorColumns> shadows;
  int squares = -1;
  int extra = 0;

  Columns(const SearchOperators& operators, bool has_squares) {
    int next = kFirstExtraColumn;
    driver.value = kValueColumn;
    driver.first = take(*operators.driver, next);
    for (const std::unique_ptr<Backup>& shadow : operators.shadows) {
      OperatorColumns columns;
      columns.value = next++;
      columns.first = take(*shadow, next);
      shadows.push_back(columns);
    }
    if (has_squares) squares = next++;
    extra = next - kFirstExtraColumn;
  }

  /// The first of the operator's own columns from `next` on; -1: none.
  static int take(const Backup& backup, int& next) {
    const auto count = static_cast<int>(backup.columns().size());
    const int first = count > 0 ? next : -1;
    next += count;
    return first;
  }
};

bool reads_statics(const SearchOperators& operators) {
  return operators.driver->reads_statics() ||
         std::ranges::any_of(operators.shadows, [](const auto& shadow) { return shadow->reads_statics(); });
}

bool is_among(std::span<const Action> moves, Action one) { return std::ranges::find(moves, one) != moves.end(); }

}  // namespace

SearchCore::SearchCore(const SearchSettings& settings, SearchOperators operators, bool gives_priors, bool needs_priors)
    : settings_(settings),
      operators_(std::move(operators)),
      root_rule_(make_root_rule(settings)),
      companions_(settings.companions.empty() ? nullptr : std::make_unique<Companions>(settings)),
      has_bounds_(settings.solver_aids.bounds),
      looks_ahead_(settings.solver_aids.looks_ahead()),
      tree_({.has_priors = gives_priors || needs_priors || root_rule_ != nullptr,
             .has_proofs = settings.solver,
             .extra_columns = Columns(operators_, reads_squares(settings.final_move)).extra,
             .squares_column = Columns(operators_, reads_squares(settings.final_move)).squares,
             .has_statics = reads_statics(operators_),
             .kept_columns = (companions_ ? companions_->columns() : 0) + (reads_statics(operators_) ? 1 : 0)}) {
  if (companions_) {
    companions_->place(tree_.layout().first_kept_column(), tree_.layout().has_priors, gives_priors);
  }
  const Columns columns(operators_, reads_squares(settings.final_move));
  driver_columns_ = columns.driver;
  shadow_columns_ = columns.shadows;
  if (operators_.driver->counts_weights()) weights_column_ = columns.driver.first;
  if (settings.batch.leaves > 1) losses_.emplace(settings.batch.virtual_loss, weights_column_);
  shadow_fallbacks_before_.resize(operators_.shadows.size());
  new_game(0);
}

void SearchCore::new_game(std::uint64_t seed) {
  tree_rng_ = Rng(derive_seed(seed, "tree"));
  selection_rng_ = Rng(derive_seed(seed, "selection"));
  evaluation_rng_ = Rng(derive_seed(seed, "evaluation"));
  final_rng_ = Rng(derive_seed(seed, "final move"));
  chance_rng_ = Rng(derive_seed(seed, "chance"));
  root_rng_ = Rng(derive_seed(seed, "root"));
  if (companions_) companions_->new_game(seed);
  keeps_tree_ = false;
  searches_ = 0;
  reused_visits_ = 0;
}

void SearchCore::begin(Seat mover, std::span<const Action> actions, bool is_chance, std::vector<MoveKey> keys) {
  assert(!actions.empty());
  ++searches_;
  simulations_ = 0;
  cached_evaluations_ = 0;
  fallbacks_before_ = operators_.driver->fallbacks();
  for (std::size_t i = 0; i < operators_.shadows.size(); ++i)
    shadow_fallbacks_before_[i] = operators_.shadows[i]->fallbacks();
  depths_ = {};
  is_ruled_ = root_rule_ != nullptr && !is_chance;
  const bool is_kept = fits(mover, actions.size(), is_chance);
  if (companions_) companions_->begin(std::move(keys), is_kept);
  if (!is_kept) {
    tree_.clear(mover);
    if (losses_) losses_->forget();
    if (root_rule_) root_rule_->forget();
  }
  is_under_way_ = false;
  root_aside_ = is_chance ? std::vector<Action>{} : aside_;
  if (tree_.child_block(tree_.root()) == kNoBlock) {
    is_chance ? tree_.expand_chance(tree_.root(), actions) : tree_.expand(tree_.root(), mover, actions);
    if (companions_) companions_->made(root_block());
  }
  // Priors come in the order of the legal moves: where they are still to come, the order stays until then.
  if (settings_.expansion.kind != ExpansionKind::self || root_block().header().has_priors) set_aside();
  reused_visits_ = tree_.block(tree_.root().block).visits()[0];
  keeps_tree_ = settings_.reuse_tree;
  if (!is_ruled_) return;
  root_rule_->begin(root_block(), actions, settings_.budget.simulations, explores_, root_rng_);
  if (root_block().header().has_priors || settings_.expansion.kind != ExpansionKind::self)
    root_rule_->take_priors(root_block());
}

/// Whether the kept tree is one of this root.
bool SearchCore::fits(Seat mover, std::size_t actions, bool is_chance) const {
  if (!keeps_whole_tree()) return false;
  // What is known of the root may rest on moves that are to be left aside, or were so far.
  const bool is_known = tree_.block(tree_.root().block).proof(0) != kUnproven;
  if (!root_aside_.empty() || (is_known && !aside_.empty())) return false;
  if (tree_.child_block(tree_.root()) == kNoBlock) return true;
  const BlockHeader& head = root_block().header();
  return head.count == actions && head.seat == mover && head.is_chance == is_chance;
}

void SearchCore::adjust(std::uint64_t simulations, bool explores) {
  settings_.budget.simulations = simulations;
  explores_ = explores;
}

RootNode SearchCore::root_node() const {
  const Block root = root_block();
  const Block above = tree_.block(tree_.root().block);
  const BlockHeader& head = root.header();
  const double flip = sign_of(head.seat) * sign_of(above.header().seat);
  return {.block = root,
          .reads = settings_.selection_reads == Reads::mean ? root.means() : root.values(),
          .own = head.own_visits > 0     ? head.own_mean
                 : above.visits()[0] > 0 ? flip * above.means()[0]
                                         : 0.0};
}

/// In a kept tree the other moves may all be proven by now.
void SearchCore::set_aside() {
  if (root_aside_.empty()) return;
  const Block root = root_block();
  for (std::uint32_t i = root.header().active; i-- > 0;)
    if (is_among(root_aside_, root.actions()[i])) root.retire(i);
  if (!settings_.solver) return;
  const Block above = tree_.block(tree_.root().block);
  const Bounds known = bounds_of(tree_.child_block(tree_.root())).seen_by(sign_of(root.header().seat));
  if (known.is_exact()) note(above, 0, known.seen_by(sign_of(above.header().seat)));
}

void SearchCore::observe(Action action) {
  if (!keeps_tree_) return;
  const BlockRef ref = tree_.child_block(tree_.root());
  if (ref == kNoBlock) {
    keeps_tree_ = false;
    return;
  }
  const Slot slot = slot_of(tree_.block(ref), ref, action);
  if (slot.block == kNoBlock || tree_.block(ref).visits()[slot.index] == 0) {
    keeps_tree_ = false;
    return;
  }
  tree_.reroot(slot);
  root_aside_.clear();
  if (root_rule_) root_rule_->forget();
}

Slot SearchCore::slot_of(const Block& block, BlockRef ref, Action action) const {
  const Action* end = block.actions() + block.count();
  const Action* found = std::find(static_cast<const Action*>(block.actions()), end, action);
  if (found == end) return {kNoBlock, 0};
  return {ref, static_cast<std::uint32_t>(found - block.actions())};
}

void SearchCore::fill_priors(BlockRef ref, std::span<const float> priors) {
  const Block block = tree_.block(ref);
  assert(block.header().visited == 0);
  block.header().has_priors = true;
  assert(priors.empty() || priors.size() == block.count());
  if (!priors.empty()) std::ranges::copy(priors, block.priors());
  if (ref != tree_.child_block(tree_.root())) return;
  if (is_ruled_) root_rule_->take_priors(block);
  set_aside();
}

void SearchCore::complete(const Evaluation& leaf, bool is_exact) {
  cached_evaluations_ += leaf.cached;
  proven_depth_ = 0;
  const Slot end = path_.back();
  if (settings_.solver && is_exact && !tree_.block(end.block).is_proven(end.index)) prove(path_.size() - 1, leaf.value);
  // Not `end`: what is proven may have moved.
  if (const BlockRef ref = tree_.child_block(path_.back()); ref != kNoBlock) {
    BlockHeader& head = tree_.block(ref).header();
    head.own_mean += (sign_of(head.seat) * leaf.value - head.own_mean) / static_cast<double>(++head.own_visits);
  }
  count_visits(leaf.value);
  if (path_.size() > 1 || !is_ruled_ || root_rule_->counts_own_evaluation()) ++simulations_;
  ++depths_.simulations;
  depths_.total_depth += path_.size() - 1;
  depths_.max_depth = std::max(depths_.max_depth, static_cast<std::uint32_t>(path_.size() - 1));
  operators_.driver->run(tree_, path_.slots(), leaf, depths_.simulations, driver_columns_);
  for (std::size_t i = 0; i < operators_.shadows.size(); ++i) {
    operators_.shadows[i]->run(tree_, path_.slots(), leaf, depths_.simulations, shadow_columns_[i]);
  }
  if (companions_) companions_->update(tree_, path_.slots(), leaf.value);
  is_under_way_ = false;
}

void SearchCore::suspend(std::vector<Step>& steps) {
  steps.clear();
  for (const Slot slot : path_.slots()) steps.push_back({slot.block, tree_.block(slot.block).actions()[slot.index]});
  losses_->add(tree_, path_.slots());
}

void SearchCore::resume(std::span<const Step> steps, bool admits) {
  is_under_way_ = true;
  for (std::size_t depth = 0; depth < steps.size(); ++depth) {
    const Block block = tree_.block(steps[depth].block);
    std::uint32_t index = block.index_of(steps[depth].action);
    const BlockHeader& head = block.header();
    if (admits && index >= head.visited && index < head.active) index = block.admit(index);
    const Slot slot{steps[depth].block, index};
    depth == 0 ? path_.start(slot) : path_.push(slot);
  }
}

void SearchCore::count_visits(Value leaf_value) {
  Value passed = leaf_value;  // first seat's view; from a proven node on, the proven value
  for (std::size_t depth = path_.size(); depth-- > 0;) {
    const Block block = tree_.block(path_[depth].block);
    const std::uint32_t index = path_[depth].index;
    const double sign = sign_of(block.header().seat);
    if (block.is_proven(index)) passed = block.proven_value(index);
    const std::uint32_t visits = ++block.visits()[index];
    if (double* squares = block.squares()) squares[index] = (visits == 1 ? 0.0 : squares[index]) + passed * passed;
    double& mean = block.means()[index];
    if (visits == 1) {
      mean = sign * passed;
    } else {
      mean += (sign * passed - mean) / static_cast<double>(visits);
    }
  }
}

/// A player who chooses gets the best of the children, chance may bring any. Without `bounds` only proven children
/// count.
Bounds SearchCore::bounds_of(BlockRef ref) const {
  const Block block = tree_.block(ref);
  const bool has_aside = !root_aside_.empty() && ref == tree_.child_block(tree_.root());
  Bounds node = block.header().is_chance ? Bounds{.low = 1, .high = -1} : Bounds{.low = -1, .high = -1};
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    if (has_aside && is_among(root_aside_, block.actions()[i])) continue;
    const Bounds child = has_bounds_ || block.is_proven(i) ? block.bounds(i) : Bounds{};
    node.low = block.header().is_chance ? std::min(node.low, child.low) : std::max(node.low, child.low);
    node.high = std::max(node.high, child.high);
  }
  return node;
}

/// Children that cannot be better than what another one secures leave the search while another is left. `mine` is a
/// child's index; returns where it went.
std::uint32_t SearchCore::rule_out(const Block& block, Value secured, std::uint32_t mine) const {
  const Action action = block.actions()[mine];
  const BlockHeader& head = block.header();
  for (std::uint32_t i = head.active; i-- > 0 && head.active > 1;)
    if (block.bounds(i).high <= secured) block.retire(i);
  return block.index_of(action);
}

// MCTS-Solver (Winands, Bjornsson & Saito 2008): one winning child proves a win; a loss needs all children lost; a draw
// all children proven. Score-bounded (Cazenave & Saffidine 2010): what is known of a draw goes up, too.
void SearchCore::prove(std::size_t from, Value value) {
  Bounds known{value, value};  // first seat's view
  for (std::size_t depth = from + 1; depth-- > 0;) {
    Slot& slot = path_[depth];
    const Block block = tree_.block(slot.block);
    const double sign = sign_of(block.header().seat);
    if (!note(block, slot.index, known.seen_by(sign))) return;
    if (known.is_exact()) proven_depth_ = depth;
    if (depth == 0) return;
    const Bounds node = bounds_of(slot.block);
    if (!block.header().is_chance) {
      const bool is_loss = block.is_proven(slot.index) && block.values()[slot.index] == -1.0;
      if (is_loss && slot.index < block.header().active) slot.index = block.retire(slot.index);
      if (has_bounds_ && !node.is_exact()) slot.index = rule_out(block, node.low, slot.index);
    }
    known = node.seen_by(sign);
  }
}

/// Stores what is known of a child, in its chooser's view; false where it is nothing new.
bool SearchCore::note(const Block& block, std::uint32_t index, Bounds known) {
  std::uint8_t& proof = block.proofs()[index];
  if (known.is_exact()) {
    proof = kProven;
    block.values()[index] = known.low;
    // A look may prove a node after its operators have run, and it may be the last that is seen of it.
    settle_proven(block, index, operators_.driver->columns(), driver_columns_, weights_column_ < 0 ? 0 : 1);
    for (std::size_t i = 0; i < shadow_columns_.size(); ++i)
      settle_proven(block, index, operators_.shadows[i]->columns(), shadow_columns_[i],
                    operators_.shadows[i]->counts_weights() ? 1 : 0);
    return true;
  }
  const auto flags = static_cast<std::uint8_t>((known.low >= 0 ? kAtLeastDraw : kUnproven) |
                                               (known.high <= 0 ? kAtMostDraw : kUnproven));
  if (!has_bounds_ || flags == proof) return false;
  assert((proof & kProven) == 0 && "what is proven stays so");
  proof = flags;
  return true;
}

bool SearchCore::is_settled() const { return is_root_proven() || is_final_move_settled(root_block(), settings_); }

std::uint32_t SearchCore::final_child(const Block& root) {
  const bool is_drawn = searches_ <= settings_.temperature.moves;
  const std::uint32_t ruled = is_ruled_ && !is_drawn ? root_rule_->choose(root_node()) : kNoChild;
  const std::uint32_t chosen = is_drawn            ? draw_final_move(root, settings_, final_rng_, root_aside_)
                               : ruled == kNoChild ? choose_final_move(root, settings_, final_rng_, root_aside_)
                                                   : ruled;
  return has_bounds_ ? secured_final_move(root, settings_, chosen, root_aside_) : chosen;
}

/// A policy over the root's moves is one over those that may be played.
void SearchCore::leave_out_aside(const Block& root, std::vector<double>& policy) const {
  double left = 0;
  for (std::uint32_t i = 0; i < policy.size(); ++i) {
    if (is_among(root_aside_, root.actions()[i])) policy[i] = 0;
    left += policy[i];
  }
  if (root_aside_.empty() || !(left > 0)) return;
  for (double& share : policy) share /= left;
}

std::vector<RootChild> SearchCore::root_children(const Block& root) const {
  std::vector<double> policy;
  if (is_ruled_) root_rule_->policy(root_node(), policy);
  leave_out_aside(root, policy);
  std::uint64_t all_visits = 0;
  for (std::uint32_t i = 0; i < root.count(); ++i) all_visits += root.visits()[i];
  std::vector<RootChild> children(root.count());
  for (std::uint32_t i = 0; i < root.count(); ++i) {
    RootChild& child = children[i];
    child.action = root.actions()[i];
    child.visits = root.visits()[i];
    child.proof = root.is_proven(i) ? 1 : 0;
    if (has_bounds_) child.bounds = root.bounds(i);
    child.prior = is_ruled_                   ? root_rule_->prior(root, i)
                  : tree_.layout().has_priors ? static_cast<double>(root.priors()[i])
                                              : 1.0 / static_cast<double>(root.count());
    if (is_ruled_) child.noisy_prior = root_rule_->noisy_prior(root, i);
    if (!policy.empty())
      child.policy = policy[i];
    else if (all_visits > 0)
      child.policy = static_cast<double>(child.visits) / static_cast<double>(all_visits);
    if (child.visits > 0 || child.proof != 0) child.value = root.values()[i];
    if (child.visits > 0) {
      child.mean = root.means()[i];
    }
    for (const OperatorColumns& columns : shadow_columns_)
      child.shadows.push_back(child.proof != 0 ? child.value : child.visits > 0 ? root.real(columns.value)[i] : 0.0);
  }
  return children;
}

SearchResult SearchCore::result() {
  const Block root = root_block();
  const Block above = tree_.block(tree_.root().block);
  const double flip = sign_of(root.header().seat) * sign_of(above.header().seat);
  SearchResult result;
  result.simulations = simulations_;
  result.reused_visits = reused_visits_;
  result.cached_evaluations = cached_evaluations_;
  result.fallbacks = operators_.driver->fallbacks() - fallbacks_before_;
  result.value = flip * above.values()[0];
  result.mean = flip * above.means()[0];
  result.bytes_per_child = static_cast<double>(tree_.bytes_used()) / static_cast<double>(tree_.child_slots());
  for (std::size_t i = 0; i < shadow_columns_.size(); ++i) {
    result.shadow_values.push_back(flip * above.real(shadow_columns_[i].value)[0]);
    result.shadow_fallbacks.push_back(operators_.shadows[i]->fallbacks() - shadow_fallbacks_before_[i]);
  }
  if (!root.header().is_chance) result.move = root.actions()[final_child(root)];
  result.children = root_children(root);
  std::ranges::sort(result.children, [](const RootChild& a, const RootChild& b) {
    return std::tuple(b.visits, b.value, a.action) < std::tuple(a.visits, a.value, b.action);
  });
  if (result.move != kNoAction) result.principal_variation = principal_variation(result.move);
  return result;
}

SearchResult SearchCore::snapshot() {
  const Rng before = final_rng_;
  SearchResult so_far = result();
  final_rng_ = before;
  return so_far;
}

std::vector<Action> SearchCore::principal_variation(Action first) const {
  std::vector<Action> moves{first};
  const BlockRef root = tree_.child_block(tree_.root());
  BlockRef ref = tree_.child_block(slot_of(tree_.block(root), root, first));
  while (ref != kNoBlock) {
    const Block block = tree_.block(ref);
    const std::uint32_t* visits = block.visits();
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < block.count(); ++i) {
      if (std::tuple(visits[i], visits[i] > 0 ? block.values()[i] : 0.0) >
          std::tuple(visits[best], visits[best] > 0 ? block.values()[best] : 0.0)) {
        best = i;
      }
    }
    if (visits[best] == 0) break;
    moves.push_back(block.actions()[best]);
    ref = block.children()[best];
  }
  return moves;
}

}  // namespace rootward
