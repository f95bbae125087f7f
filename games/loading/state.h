// The block of bytes that is a state of a loaded game.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace rootward::loading {

/// Copied in pieces of 16 bytes; nothing is allocated up to kUsual bytes. Aligned to 16.
class StateBlock {
 public:
  static constexpr std::size_t kUsual = 256;
  /// All zero.
  explicit StateBlock(std::size_t size) : size_(size) {
    allocate();
    std::fill_n(pieces(), count(), Piece{});
  }
  StateBlock(const StateBlock& from) : size_(from.size_) {
    allocate();
    copy(from);
  }
  StateBlock(StateBlock&& from) noexcept : size_(from.size_), more_(std::move(from.more_)) {
    if (more_ == nullptr) copy(from);
  }
  /// Both have the same size, for they are of one game.
  StateBlock& operator=(const StateBlock& from) {
    if (this == &from) return *this;
    if (size_ != from.size_ || (more_ == nullptr && size_ > kUsual)) {
      size_ = from.size_;
      allocate();
    }
    copy(from);
    return *this;
  }
  StateBlock& operator=(StateBlock&& from) noexcept {
    size_ = from.size_;
    more_ = std::move(from.more_);
    if (more_ == nullptr) copy(from);
    return *this;
  }
  ~StateBlock() = default;

  [[nodiscard]] std::byte* data() { return pieces()->data(); }
  [[nodiscard]] const std::byte* data() const { return pieces()->data(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct alignas(16) Piece {
    std::array<std::byte, 16> bytes;
    std::byte* data() { return bytes.data(); }
    [[nodiscard]] const std::byte* data() const { return bytes.data(); }
  };
  [[nodiscard]] std::size_t count() const { return (size_ + 15) / 16; }
  void allocate() { more_ = size_ > kUsual ? std::make_unique_for_overwrite<Piece[]>(count()) : nullptr; }
  [[nodiscard]] Piece* pieces() { return more_ == nullptr ? usual_.data() : more_.get(); }
  [[nodiscard]] const Piece* pieces() const { return more_ == nullptr ? usual_.data() : more_.get(); }
  void copy(const StateBlock& from) {
    const Piece* there = from.pieces();
    Piece* here = pieces();
    for (std::size_t i = 0; i < count(); ++i) here[i] = there[i];
  }

  std::size_t size_;
  std::unique_ptr<Piece[]> more_;
  std::array<Piece, kUsual / 16> usual_;
};

}  // namespace rootward::loading
