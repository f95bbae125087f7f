// The arena's memory, and moving children within a block.
#include "search/tree.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

namespace rootward {

void Block::swap(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return;
  for (int column = 0; column < layout_->first_kept_column(); ++column) std::swap(real(column)[a], real(column)[b]);
  swap_kept(a, b);
  std::swap(visits()[a], visits()[b]);
  std::swap(children()[a], children()[b]);
  if (layout_->has_priors) std::swap(priors()[a], priors()[b]);
  std::swap(actions()[a], actions()[b]);
  if (layout_->has_proofs) std::swap(proofs()[a], proofs()[b]);
}

/// As bytes: what stands there need not be a double.
void Block::swap_kept(std::uint32_t a, std::uint32_t b) const {
  for (int column = layout_->first_kept_column(); column < real_columns(); ++column) {
    std::array<std::byte, sizeof(double)> one;
    std::memcpy(one.data(), real(column) + a, sizeof(one));
    std::memcpy(real(column) + a, real(column) + b, sizeof(one));
    std::memcpy(real(column) + b, one.data(), sizeof(one));
  }
}

std::uint32_t Block::admit(std::uint32_t index) const {
  BlockHeader& head = header();
  assert(index >= head.visited && index < head.active);
  const std::uint32_t place = head.visited++;
  // An unvisited child has its action, its prior and what companions keep; a block where a batch has gone beyond it; a
  // value where a look has proven it. The rest of both places is blank.
  std::swap(actions()[index], actions()[place]);
  std::swap(children()[index], children()[place]);
  if (layout_->kept_columns > 0) swap_kept(index, place);
  if (layout_->has_priors) std::swap(priors()[index], priors()[place]);
  if (layout_->has_proofs) {
    std::swap(proofs()[index], proofs()[place]);
    std::swap(values()[index], values()[place]);
  }
  return place;
}

Bounds Block::bounds(std::uint32_t index) const {
  if (!layout_->has_proofs) return {};
  const std::uint8_t proof = proofs()[index];
  if ((proof & kProven) != 0) return {values()[index], values()[index]};
  return {.low = (proof & kAtLeastDraw) != 0 ? 0.0 : -1.0, .high = (proof & kAtMostDraw) != 0 ? 0.0 : 1.0};
}

std::uint32_t Block::retire(std::uint32_t index) const {
  BlockHeader& head = header();
  assert(index < head.active);
  if (index < head.visited) {
    swap(index, --head.visited);
    index = head.visited;
  }
  swap(index, --head.active);
  return head.active;
}

void Block::prove_loss(std::uint32_t index) const {
  proofs()[index] = kProven;
  values()[index] = -1;
  retire(index);
}

Tree::Tree(TreeLayout layout) : layout_(layout) { clear(Seat::first); }

void Tree::clear(Seat root_seat) {
  used_ = kRootBlock;
  expanded_nodes_ = 0;
  child_slots_ = 0;
  has_chance_ = false;
  const BlockRef root = allocate(1);
  assert(root == kRootBlock);
  block(root).header().seat = root_seat;
  block(root).actions()[0] = kNoAction;
}

std::size_t Tree::block_words(std::size_t count) const {
  const std::size_t bytes_a_child = layout_.bytes_before_action() + 2 + (layout_.has_proofs ? 1U : 0U);
  return (sizeof(BlockHeader) + count * bytes_a_child + 7) / 8;
}

void Tree::reserve(std::size_t words) {
  if (words <= capacity_) return;
  const std::size_t wanted = std::max({words, capacity_ * 2, std::size_t{1} << 13});
  void* memory = std::realloc(words_.get(), wanted * 8);
  if (memory == nullptr) throw std::bad_alloc();
  static_cast<void>(words_.release());
  words_.reset(static_cast<std::byte*>(memory));
  capacity_ = wanted;
}

BlockRef Tree::allocate(std::size_t count) {
  const std::size_t words = block_words(count);
  if (used_ + words > std::numeric_limits<BlockRef>::max()) throw std::bad_alloc();
  reserve(used_ + words);
  const auto ref = static_cast<BlockRef>(used_);
  used_ += words;
  new (words_.get() + std::size_t{8} * ref) BlockHeader{.own_mean = 0,
                                                        .own_visits = 0,
                                                        .count = static_cast<std::uint16_t>(count),
                                                        .visited = 0,
                                                        .active = static_cast<std::uint16_t>(count),
                                                        .eligible = BlockHeader::kAllEligible,
                                                        .seat = Seat::first,
                                                        .has_priors = false,
                                                        .is_chance = false,
                                                        .looks = 0};
  const Block fresh = block(ref);
  std::fill_n(fresh.visits(), count, 0U);
  std::fill_n(fresh.children(), count, kNoBlock);
  if (layout_.has_priors) std::fill_n(fresh.priors(), count, 1.0F / static_cast<float>(count));
  if (layout_.has_proofs) std::fill_n(fresh.proofs(), count, std::uint8_t{0});
  if (layout_.kept_columns > 0) {
    const auto kept = static_cast<std::size_t>(layout_.kept_columns);
    std::memset(fresh.real(layout_.first_kept_column()), 0, kept * count * sizeof(double));
  }
  return ref;
}

BlockRef Tree::expand(Slot slot, Seat chooser, std::span<const Action> actions) {
  assert(!actions.empty() && child_block(slot) == kNoBlock);
  const BlockRef ref = allocate(actions.size());
  const Block fresh = block(ref);
  std::ranges::copy(actions, fresh.actions());
  const Block parent = block(slot.block);
  BlockHeader& head = fresh.header();
  head.seat = chooser;
  head.own_visits = parent.visits()[slot.index];
  if (head.own_visits > 0)
    head.own_mean = parent.means()[slot.index] * sign_of(parent.header().seat) * sign_of(chooser);
  parent.children()[slot.index] = ref;
  ++expanded_nodes_;
  child_slots_ += actions.size();
  return ref;
}

BlockRef Tree::expand_chance(Slot slot, std::span<const Action> outcomes) {
  const BlockRef ref = expand(slot, block(slot.block).header().seat, outcomes);
  block(ref).header().is_chance = true;
  has_chance_ = true;
  return ref;
}

void Tree::reroot(Slot slot) {
  const Block source_block = block(slot.block);
  Tree fresh(layout_);
  fresh.reserve(used_);
  fresh.clear(source_block.header().seat);
  fresh.has_chance_ = has_chance_;
  const Block root_block = fresh.block(kRootBlock);
  for (int column = 0; column < layout_.first_kept_column(); ++column) {
    root_block.real(column)[0] = source_block.real(column)[slot.index];
  }
  root_block.visits()[0] = source_block.visits()[slot.index];
  if (layout_.has_proofs) root_block.proofs()[0] = source_block.proofs()[slot.index];

  struct Pending {
    BlockRef source;
    Slot target;
  };
  std::vector<Pending> pending;
  if (child_block(slot) != kNoBlock) pending.push_back({child_block(slot), fresh.root()});
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    const Block source = block(next.source);
    const BlockRef ref = fresh.allocate(source.count());
    std::memcpy(fresh.words_.get() + std::size_t{8} * ref, words_.get() + std::size_t{8} * next.source,
                block_words(source.count()) * 8);
    fresh.block(next.target.block).children()[next.target.index] = ref;
    ++fresh.expanded_nodes_;
    fresh.child_slots_ += source.count();
    for (std::uint32_t i = 0; i < source.count(); ++i) {
      if (source.children()[i] != kNoBlock) pending.push_back({source.children()[i], {ref, i}});
    }
  }
  *this = std::move(fresh);
}

std::size_t Tree::bytes_used() const { return (used_ - kRootBlock - block_words(1)) * 8; }

}  // namespace rootward
