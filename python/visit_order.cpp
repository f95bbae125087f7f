// Lines of moves to new nodes, and nodes by such lines.
#include "python/visit_order.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace rootward::python {
namespace {

/// Parent and move of a node as one number.
std::uint64_t key_of(std::int64_t parent, Action move) {
  return static_cast<std::uint64_t>(parent) << 16U | static_cast<std::uint64_t>(move);
}

}  // namespace

void VisitOrder::record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) {
  const Slot last = path.back();
  if (tree.block(last.block).visits()[last.index] == 1) {
    for (const Slot slot : path.subspan(1)) moves_.push_back(tree.block(slot.block).actions()[slot.index]);
    ends_.push_back(moves_.size());
  }
  if (also_ != nullptr) also_->record(tree, path, leaf);
}

std::span<const Action> VisitOrder::line(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::span(moves_).subspan(begin, ends_[i] - begin);
}

void VisitOrder::forget(std::size_t count) {
  if (count == 0) return;
  const std::size_t gone = ends_[count - 1];
  moves_.erase(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(gone));
  ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t& end : ends_) end -= gone;
}

void VisitOrder::descend(Action move) {
  VisitOrder below(also_);
  for (std::size_t i = 0; i < size(); ++i) {
    const std::span<const Action> whole = line(i);
    if (whole.empty() || whole.front() != move) continue;
    below.moves_.insert(below.moves_.end(), whole.begin() + 1, whole.end());
    below.ends_.push_back(below.moves_.size());
  }
  *this = std::move(below);
}

std::vector<std::size_t> VisitOrder::order(const std::vector<std::int64_t>& parent,
                                           const std::vector<Action>& move) const {
  std::unordered_map<std::uint64_t, std::size_t> known;
  for (std::size_t i = 1; i < parent.size(); ++i) known.emplace(key_of(parent[i], move[i]), i);
  std::vector<std::size_t> found;
  std::vector<bool> is_found(parent.size());
  const auto take = [&](std::size_t node) {
    if (!is_found[node]) found.push_back(node);
    is_found[node] = true;
  };
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t node = 0;
    take(node);
    for (const Action action : line(i)) {
      node = known.at(key_of(static_cast<std::int64_t>(node), action));
      take(node);
    }
  }
  if (found.size() != parent.size()) throw std::logic_error("a node of the tree was visited unseen");
  return found;
}

}  // namespace rootward::python
