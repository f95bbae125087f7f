// The way of one simulation through the tree.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/tree.h"

namespace rootward {

/// Slots from the root down. Keeps its memory, so that a warm search allocates nothing.
class Path {
 public:
  void start(Slot root) {
    size_ = 0;
    push(root);
  }
  void push(Slot slot) {
    if (size_ == slots_.size()) [[unlikely]]
      slots_.resize(2 * size_ + 64);
    slots_[size_++] = slot;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Slot back() const { return slots_[size_ - 1]; }
  Slot& operator[](std::size_t depth) { return slots_[depth]; }
  [[nodiscard]] std::span<const Slot> slots() const { return {slots_.data(), size_}; }

 private:
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace rootward
