// The block of bytes that is a state of a loaded game.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

namespace rootward::loading {

/// Copied by memcpy; nothing is allocated up to kUsual bytes. Aligned to 16.
class StateBlock {
 public:
  static constexpr std::size_t kUsual = 256;
  /// All zero.
  explicit StateBlock(std::size_t size) : size_(size) {
    allocate();
    std::memset(data(), 0, size_);
  }
  StateBlock(const StateBlock& from) : size_(from.size_) {
    allocate();
    std::memcpy(data(), from.data(), size_);
  }
  StateBlock(StateBlock&& from) noexcept : size_(from.size_), more_(std::move(from.more_)) {
    if (more_ == nullptr) std::memcpy(data(), from.data(), size_);
  }
  /// Both have the same size, for they are of one game.
  StateBlock& operator=(const StateBlock& from) {
    if (this == &from) return *this;
    if (size_ != from.size_ || (more_ == nullptr && size_ > kUsual)) {
      size_ = from.size_;
      allocate();
    }
    std::memcpy(data(), from.data(), size_);
    return *this;
  }
  StateBlock& operator=(StateBlock&& from) noexcept {
    size_ = from.size_;
    more_ = std::move(from.more_);
    if (more_ == nullptr) std::memcpy(data(), from.data(), size_);
    return *this;
  }
  ~StateBlock() = default;

  [[nodiscard]] std::byte* data() {
    return more_ == nullptr ? usual_.data() : reinterpret_cast<std::byte*>(more_.get());
  }
  [[nodiscard]] const std::byte* data() const { return const_cast<StateBlock*>(this)->data(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct alignas(16) Sixteen {
    std::array<std::byte, 16> bytes;
  };
  void allocate() { more_ = size_ > kUsual ? std::make_unique_for_overwrite<Sixteen[]>((size_ + 15) / 16) : nullptr; }

  std::size_t size_;
  std::unique_ptr<Sixteen[]> more_;
  alignas(16) std::array<std::byte, kUsual> usual_;
};

}  // namespace rootward::loading
