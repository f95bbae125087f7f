// Things by name that join while the program runs, from whoever uses it as a library.
#pragma once

#include <algorithm>
#include <atomic>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"

namespace rootward {

/// `T` has a member `about()`, its Described. What was added stays as long as the program, so that whoever has found
/// something may hold it. May be used by several threads at once.
template <class T>
class GuestList {
 public:
  constexpr GuestList() = default;
  GuestList(const GuestList&) = delete;
  GuestList& operator=(const GuestList&) = delete;

  void add(T guest) {
    auto* const link = new Link{.guest = std::move(guest), .older = newest_.load()};
    while (!newest_.compare_exchange_weak(link->older, link)) {
    }
  }

  /// The newest of this name; null when there is none.
  [[nodiscard]] const T* find(std::string_view name) const {
    return find(name, [](const T&) { return true; });
  }
  /// The newest of this name for which `is_right` holds.
  template <class Check>
  [[nodiscard]] const T* find(std::string_view name, Check is_right) const {
    for (const Link* link = newest_.load(); link != nullptr; link = link->older) {
      if (link->guest.about().name == name && is_right(link->guest)) return &link->guest;
    }
    return nullptr;
  }

  /// The newest of every name, the latest at the end.
  [[nodiscard]] std::vector<Described> descriptions() const {
    std::vector<Described> all;
    for (const Link* link = newest_.load(); link != nullptr; link = link->older) {
      const Described& one = link->guest.about();
      if (std::ranges::find(all, one.name, &Described::name) == all.end()) all.push_back(one);
    }
    std::reverse(all.begin(), all.end());
    return all;
  }

 private:
  struct Link {
    T guest;
    const Link* older;
  };
  std::atomic<const Link*> newest_{nullptr};
};

}  // namespace rootward
