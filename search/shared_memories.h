// What several evaluators of one thread have in common, the two seats of a game: memories of answers, and a seed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace rootward {

class SharedMemories {
 public:
  /// `seed` fixes what is drawn once for all who join.
  explicit SharedMemories(std::uint64_t seed) : seed_(seed) {}

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// The memory that was laid down first under this name, which stands for its type and for what it remembers the
  /// answers of; `own` where there was none.
  template <class Memory>
  std::shared_ptr<Memory> join(const std::string& name, std::shared_ptr<Memory> own) {
    return std::static_pointer_cast<Memory>(memories_.emplace(name, std::move(own)).first->second);
  }

 private:
  std::uint64_t seed_;
  std::map<std::string, std::shared_ptr<void>> memories_;
};

}  // namespace rootward
