// What the searches of one thread have in common: memories of answers, and seeds of what is drawn once for several
// games.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace rootward {

/// Seeds of what is drawn once.
struct DrawSeeds {
  std::uint64_t pair = 0;     ///< for both games of a pair
  std::uint64_t opening = 0;  ///< for all games that begin with one opening, whoever plays
};

/// Kept from game to game, so that what was asked in one is known in the next. Searches of games side by side have one
/// each.
class SharedMemories {
 public:
  /// A game begins; who joins from now on draws by these.
  void begin(const DrawSeeds& seeds) { seeds_ = seeds; }
  [[nodiscard]] const DrawSeeds& seeds() const { return seeds_; }
  /// The memory that was laid down first under this name, which stands for its type and for what it remembers the
  /// answers of; `own` where there was none.
  template <class Memory>
  std::shared_ptr<Memory> join(const std::string& name, std::shared_ptr<Memory> own) {
    return std::static_pointer_cast<Memory>(memories_.emplace(name, std::move(own)).first->second);
  }

 private:
  DrawSeeds seeds_;
  std::map<std::string, std::shared_ptr<void>> memories_;
};

}  // namespace rootward
