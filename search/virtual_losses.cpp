// Counting virtual losses into the tree and out again.
#include "search/virtual_losses.h"

#include <algorithm>

namespace rootward {
namespace {

Value with_losses(Value value, std::uint32_t visits, std::uint32_t losses) {
  const auto n = static_cast<double>(visits);
  const auto v = static_cast<double>(losses);
  return visits == 0 ? -1.0 : (n * value - v) / (n + v);
}

}  // namespace

void VirtualLosses::add(Tree& tree, std::span<const Slot> path) {
  for (const Slot slot : path) lose(tree, slot);
}

void VirtualLosses::lose(const Tree& tree, Slot slot) {
  const Block block = tree.block(slot.block);
  const std::uint32_t i = slot.index;
  std::uint32_t& visits = block.visits()[i];
  Value& value = block.values()[i];
  Value& mean = block.means()[i];
  entries_.push_back({.step = {slot.block, block.actions()[i]}, .visits = visits, .value = value, .mean = mean});
  if (!block.is_proven(i)) {
    if (visits == 0)
      for (int column = kFirstExtraColumn; column < tree.layout().first_kept_column(); ++column)
        block.real(column)[i] = 0;
    value = with_losses(value, visits, losses_);
    mean = with_losses(mean, visits, losses_);
  }
  if (weights_column_ >= 0) {
    double& weight = block.real(weights_column_)[i];
    if (visits == 0) weight = 0;
    entries_.back().weight = weight;
    weight += losses_;
  }
  visits += losses_;
}

void VirtualLosses::undo(Tree& tree) {
  for (; !entries_.empty(); entries_.pop_back()) {
    const Entry& entry = entries_.back();
    const Block block = tree.block(entry.step.block);
    const std::uint32_t i = block.index_of(entry.step.action);
    block.visits()[i] = entry.visits;
    if (weights_column_ >= 0) block.real(weights_column_)[i] = entry.weight;
    if (!block.is_proven(i)) {
      block.values()[i] = entry.value;
      block.means()[i] = entry.mean;
    }
    if (entry.visits == 0 && i < block.header().visited) block.swap(i, --block.header().visited);
  }
}

std::uint32_t VirtualLosses::real_visits(const Block& block, Slot slot) const {
  const std::uint32_t visits = block.visits()[slot.index];
  const Step step{slot.block, block.actions()[slot.index]};
  const auto pending = std::ranges::count(entries_, step, &Entry::step);
  return visits - losses_ * static_cast<std::uint32_t>(pending);
}

}  // namespace rootward
