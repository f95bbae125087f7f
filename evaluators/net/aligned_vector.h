// Numbers that begin where a cache line begins: a load that crosses two lines costs two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace rootward::net {

inline constexpr std::align_val_t kCacheLine{64};

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kCacheLine)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kCacheLine); }
  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

/// The numbers, and zeros up to `count`.
inline AlignedVector<float> padded(const std::vector<float>& numbers, std::size_t count) {
  AlignedVector<float> all(count, 0.0F);
  std::copy(numbers.begin(), numbers.end(), all.begin());
  return all;
}

}  // namespace rootward::net
