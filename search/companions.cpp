// The table of companions, and their statistics.
#include "search/companions.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/math.h"

namespace rootward {
namespace {

constexpr CompanionNeeds kCompanionNeeds[] = {
#define ROOTWARD_COMPANION(Companion)                                              \
  {Companion::kName,        Companion::kNeedsKeys,   Companion::kNeedsScores,      \
   Companion::kNeedsValues, Companion::kSetsUrgency, Companion::kGuidesPlayouts,   \
   Companion::kNeedsOwners, Companion::kNeedsAmaf,   Companion::kNeedsTemperature, \
   Companion::kNeedsSolver},
#include "search/companions/companions.def"
#undef ROOTWARD_COMPANION
};

template <class Companion>
std::optional<Companion> companion_from(const std::vector<NamedParams>& settings) {
  const auto found = std::ranges::find(settings, Companion::kName, &NamedParams::name);
  return found == settings.end() ? std::nullopt : std::optional<Companion>(found->params);
}

constexpr double kUnseenMean = 0.5;  // in [0, 1]

}  // namespace

const std::vector<Described>& companions() {
  static const std::vector<Described> all = {
#define ROOTWARD_COMPANION(Companion) Companion::describe(),
#include "search/companions/companions.def"
#undef ROOTWARD_COMPANION
  };
  return all;
}

const CompanionNeeds& companion_needs(std::string_view name) {
  const CompanionNeeds* needs = std::ranges::find(kCompanionNeeds, name, &CompanionNeeds::name);
  if (needs == std::end(kCompanionNeeds)) throw std::logic_error("no companion is called " + std::string(name));
  return *needs;
}

Companions::Companions(const std::vector<NamedParams>& settings)
    : amaf_(companion_from<Amaf>(settings)),
      criticality_(companion_from<Criticality>(settings)),
      history_(companion_from<History>(settings)),
      bias_(companion_from<ProgressiveBias>(settings)),
      widening_(companion_from<Widening>(settings)),
      urgency_(companion_from<FirstPlayUrgency>(settings)),
      mast_(companion_from<Mast>(settings)),
      replies_(companion_from<Replies>(settings)),
      entropy_(companion_from<Entropy>(settings)),
      decisive_(companion_from<DecisiveMoves>(settings)),
      in_tree_(companion_from<SearchInTree>(settings)),
      at_proofs_(companion_from<SearchAtProofs>(settings)),
      in_rollouts_(companion_from<SearchInRollouts>(settings)),
      bounds_(companion_from<ScoreBounds>(settings)),
      batch_(companion_from<Batch>(settings)) {
  if (mast_) mast_->set_up(policy_);
  policy_.reply_by_table(replies_.has_value());
  if (urgency_ && !urgency_->is_on()) urgency_.reset();
  if (batch_ && batch_->leaves() == 1) batch_.reset();
  if (batch_) traces_.resize(batch_->leaves());
  is_scoring_ = history_ || bias_ || widening_ || urgency_ || entropy_;
}

void Companions::place(int first_column, bool has_prior_column, bool gives_priors) {
  amaf_column_ = first_column;
  order_column_ = first_column + (amaf_ ? 1 : 0);
  entropy_column_ = order_column_ + (widening_ ? 1 : 0);
  has_prior_column_ = has_prior_column;
  gives_priors_ = gives_priors;
  wants_trace_ = amaf_ || history_ || (bias_ && !gives_priors_) || (mast_ && mast_->counts_playouts()) || replies_;
}

void Companions::draw_by(const SearchSettings& search) {
  if (!entropy_) return;
  drawing_.emplace(search.selection.params);
  draws_by_means_ = search.selection_reads == Reads::mean;
}

void Companions::new_game(std::uint64_t seed) {
  amaf_rng_ = Rng(derive_seed(seed, "amaf"));
  order_rng_ = Rng(derive_seed(seed, "widening"));
  policy_.seed(derive_seed(seed, "playout policy"));
  moves_.clear();
  mast_moves_.clear();
  if (replies_) policy_.replies().resize(key_count_, replies_->depth());
}

void Companions::begin(std::vector<MoveKey> keys, bool keeps_tree) {
  keys_ = std::move(keys);
  key_count_ = 0;
  for (const MoveKey key : keys_)
    if (key != kNoMoveKey) key_count_ = std::max<std::size_t>(key_count_, key + std::size_t{1});
  first_.assign(key_count_, 0);
  moves_.resize(key_count_);
  for (auto& cells : lent_) cells.resize(key_count_);
  if (!keeps_tree) moves_.clear();
  mast_moves_.resize(key_count_);
  if (criticality_) {
    criticality_->begin(key_count_);
    for (PlayoutTrace& trace : traces_) trace.want_owners(key_count_);
  }
  if (mast_) mast_moves_.decay(mast_->decay());
  if (replies_ && policy_.replies().keys() != key_count_) policy_.replies().resize(key_count_, replies_->depth());
}

void Companions::made(const Block& block) {
  if (!widening_ || block.header().is_chance) return;
  constexpr double kLessThanAnyDifference = 1e-9;
  double* order = block.real(order_column_);
  for (std::uint32_t i = 0; i < block.count(); ++i)
    order[i] = (history_ ? move_mean(block, i) : 0.0) + kLessThanAnyDifference * order_rng_.uniform();
}

void Companions::start() {
  traces_[turn_].clear();
  has_lender_ = {};
  if (amaf_) amaf_->start(amaf_rng_);
}

void Companions::turn_to(std::size_t simulation) { turn_ = simulation; }

PlayoutPolicy* Companions::policy(const Tree& tree, std::span<const Slot> path) {
  if (!guides_playouts()) return nullptr;
  const auto key_before = [&](std::size_t plies) {
    if (path.size() <= plies) return kNoMoveKey;
    const Slot slot = path[path.size() - plies];
    return key_of(tree.block(slot.block), slot.index);
  };
  policy_.start(key_before(1), key_before(2));
  if (mast_) mast_->fill(mast_moves_, key_count_, policy_);
  return &policy_;
}

void Companions::update(const Tree& tree, std::span<const Slot> path, Value value) {
  if (entropy_) count_entropy(tree, path);
  if (key_count_ == 0) return;
  if (amaf_) count_first_moves(tree, path, value);
  // Who won: whoever won the playout whose moves these are, where there was one.
  const Value result = last_trace().result().value_or(value);
  if (criticality_ && result != 0 && !last_trace().moves().empty())
    criticality_->count(last_trace().owners(), result > 0 ? 1 : -1);
  if (history_ || (bias_ && !gives_priors_)) count_moves(tree, path, value, true, moves_);
  if (mast_) count_moves(tree, path, value, mast_->counts_playouts(), mast_moves_);
  if (replies_ && result != 0) count_replies(tree, path, result);
}

/// From the playout's end to the root, so that of several who play at a place the first is left standing.
void Companions::count_first_moves(const Tree& tree, std::span<const Slot> path, Value value) {
  std::ranges::fill(first_, std::uint8_t{0});
  const std::span<const MoveKey> moves = last_trace().moves();
  for (std::size_t ply = moves.size(); ply-- > 0;) {
    if (moves[ply] == kNoMoveKey) continue;
    const Seat seat = ply % 2 == 0 ? last_trace().first_seat() : other(last_trace().first_seat());
    first_[moves[ply]] = static_cast<std::uint8_t>(1 + static_cast<std::size_t>(seat));
  }
  if (const BlockRef ref = tree.child_block(path.back()); ref != kNoBlock) {
    if (!tree.block(path.back().block).is_proven(path.back().index)) count_children(tree.block(ref), value);
  }
  for (std::size_t depth = path.size() - 1; depth > 0; --depth) {
    const Block block = tree.block(path[depth].block);
    const MoveKey key = key_of(block, path[depth].index);
    if (key != kNoMoveKey) first_[key] = static_cast<std::uint8_t>(1 + static_cast<std::size_t>(block.header().seat));
    if (!tree.block(path[depth - 1].block).is_proven(path[depth - 1].index)) count_children(block, value);
  }
}

void Companions::count_children(const Block& block, Value value) {
  const BlockHeader& head = block.header();
  const auto wanted = static_cast<std::uint8_t>(1 + static_cast<std::size_t>(head.seat));
  const auto own = static_cast<float>(sign_of(head.seat) * value);
  AmafCell* cells_of_block = cells(block);
  for (std::uint32_t i = 0; i < head.active; ++i) {
    const MoveKey key = key_of(block, i);
    if (key == kNoMoveKey || first_[key] != wanted || block.is_proven(i)) continue;
    AmafCell& cell = cells_of_block[i];
    cell.mean += (own - cell.mean) / static_cast<float>(++cell.count);
  }
}

void Companions::count_moves(const Tree& tree, std::span<const Slot> path, Value value, bool with_playout,
                             MoveTable& moves) const {
  for (std::size_t depth = 1; depth < path.size(); ++depth) {
    const Block block = tree.block(path[depth].block);
    const Seat seat = block.header().seat;
    if (const MoveKey key = key_of(block, path[depth].index); key != kNoMoveKey)
      moves.add(seat, key, sign_of(seat) * value);
  }
  if (!with_playout) return;
  Seat seat = last_trace().first_seat();
  for (const MoveKey key : last_trace().moves()) {
    if (key != kNoMoveKey) moves.add(seat, key, sign_of(seat) * value);
    seat = other(seat);
  }
}

void Companions::count_replies(const Tree& tree, std::span<const Slot> path, Value result) {
  MoveKey last = kNoMoveKey;
  MoveKey before = kNoMoveKey;
  const auto count = [&](Seat seat, MoveKey key) {
    if (key != kNoMoveKey) replies_->count(policy_.replies(), seat, key, last, before, sign_of(seat) * result > 0);
    before = last;
    last = key;
  };
  for (std::size_t depth = 1; depth < path.size(); ++depth) {
    const Block block = tree.block(path[depth].block);
    count(block.header().seat, key_of(block, path[depth].index));
  }
  Seat seat = last_trace().first_seat();
  for (const MoveKey key : last_trace().moves()) {
    count(seat, key);
    seat = other(seat);
  }
}

/// From the leaf up to the root's children: a node's own number is made of its children's.
void Companions::count_entropy(const Tree& tree, std::span<const Slot> path) {
  for (std::size_t depth = path.size(); depth-- > 1;) {
    const Block parent = tree.block(path[depth].block);
    const std::uint32_t index = path[depth].index;
    const BlockRef ref = parent.children()[index];
    if (ref == kNoBlock || parent.is_proven(index)) continue;
    const Block block = tree.block(ref);
    if (block.header().visited == 0) continue;
    const double sign = sign_of(parent.header().seat) * sign_of(block.header().seat);
    parent.real(entropy_column_)[index] = sign * entropy_of(block, parent.visits()[index]);
  }
}

/// h of a node with `visits` whose children these are; of a chance node the mean of its outcomes'. Below a proven child
/// nothing is drawn any more.
double Companions::entropy_of(const Block& block, std::uint32_t visits) {
  const std::uint32_t count = block.header().visited;
  const double* below = block.real(entropy_column_);
  if (block.header().is_chance) {
    scores_.assign(block.visits(), block.visits() + count);
    const double sum = sum_fixed(scores_);
    for (double& share : scores_) share /= sum;
  } else {
    const double* values = draws_by_means_ ? block.means() : block.values();
    scores_.assign(values, values + count);
    add_entropy(block, visits, scores_);
    drawing_->make_shares(visits, scores_);
  }
  double sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double share = scores_[i];
    if (!block.is_proven(i)) sum += share * below[i];
    if (share > 0 && !block.header().is_chance) sum -= share * log_exact(share);
  }
  return sum;
}

void Companions::add_entropy(const Block& block, std::uint32_t visits, std::vector<double>& values) const {
  const double weight = entropy_->weight(visits);
  const double* below = block.real(entropy_column_);
  for (std::uint32_t i = 0; i < values.size(); ++i)
    if (!block.is_proven(i)) values[i] += weight * below[i];
}

int Companions::look_depth(BlockHeader& head, std::uint32_t visits) const {
  int depth = 0;
  if (decisive_ && (head.looks & BlockHeader::kLookedAtOnce) == 0) {
    head.looks |= BlockHeader::kLookedAtOnce;
    depth = decisive_->depth();
  }
  if (in_tree_ && (head.looks & BlockHeader::kLookedLater) == 0 && visits + 1 >= in_tree_->after()) {
    head.looks |= BlockHeader::kLookedLater;
    depth = std::max(depth, in_tree_->depth());
  }
  return depth;
}

std::uint32_t Companions::prepare(const SelectionNode& node) {
  if (mixes() && amaf_->is_grave()) refer(node);
  const BlockHeader& head = node.block.header();
  if (!widening_) return head.active;
  const std::uint32_t eligible = std::min<std::uint32_t>(widening_->eligible(node.visits), head.active);
  node.block.header().eligible = static_cast<std::uint16_t>(eligible);
  if (eligible == head.active) return eligible;
  const auto goes_before = [&](std::uint32_t a, std::uint32_t b) {
    if (has_prior_column_ && head.has_priors && node.block.priors()[a] != node.block.priors()[b])
      return node.block.priors()[a] > node.block.priors()[b];
    return node.block.real(order_column_)[a] > node.block.real(order_column_)[b];
  };
  for (std::uint32_t place = head.visited; place < eligible; ++place) {
    std::uint32_t best = place;
    for (std::uint32_t i = place + 1; i < head.active; ++i)
      if (goes_before(i, best)) best = i;
    node.block.swap(place, best);
  }
  return std::max<std::uint32_t>(eligible, head.visited);
}

/// The node lends its cells to itself and those below if it has seen enough, or if nobody above has lent any.
void Companions::refer(const SelectionNode& node) {
  const auto seat = static_cast<std::size_t>(node.block.header().seat);
  if (has_lender_[seat] && node.visits <= amaf_->reference()) return;
  has_lender_[seat] = true;
  std::ranges::fill(lent_[seat], AmafCell{});
  for (std::uint32_t i = 0; i < node.block.header().active; ++i)
    if (const MoveKey key = key_of(node.block, i); key != kNoMoveKey) lent_[seat][key] = cells(node.block)[i];
}

AmafNumbers Companions::cell(const SelectionNode& node, std::uint32_t index) const {
  const MoveKey key = key_of(node.block, index);
  const bool is_lent = amaf_->is_grave() && key != kNoMoveKey;
  const AmafCell cell = is_lent             ? lent_[static_cast<std::size_t>(node.block.header().seat)][key]
                        : amaf_->is_grave() ? AmafCell{}
                                            : cells(node.block)[index];
  AmafNumbers numbers{.mean = static_cast<double>(cell.mean), .count = static_cast<double>(cell.count)};
  if (criticality_) numbers.win(criticality_->wins(key, numbers.count));
  return numbers;
}

Value Companions::mixed(const SelectionNode& node, std::uint32_t index) const {
  const Value value = amaf_->mixes_means() ? node.block.means()[index] : node.reads[index];
  if (node.block.is_proven(index)) return node.reads[index];
  const AmafNumbers all = cell(node, index);
  const double share = amaf_->weight(node.visits, node.block.visits()[index], all.count);
  return (1 - share) * value + share * all.mean;
}

double Companions::move_mean(const Block& block, std::uint32_t index) const {
  return 0.5 * (moves_.mean(block.header().seat, key_of(block, index), 2 * kUnseenMean - 1) + 1);
}

double Companions::bonus(const SelectionNode& node, std::uint32_t index, Value value, std::uint32_t visits) const {
  if ((!history_ && !bias_) || node.block.is_proven(index)) return 0;
  const double mean = gives_priors_ && !history_ ? 0 : move_mean(node.block, index);
  double sum = 0;
  if (history_) sum += history_->bonus(mean, value, visits);
  if (bias_) sum += bias_->bonus(gives_priors_ ? static_cast<double>(node.block.priors()[index]) : mean, visits);
  return sum;
}

}  // namespace rootward
