// Memories of answers that several evaluators of one thread use together: the two seats of a game by one network.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace rootward {

class SharedMemories {
 public:
  /// The memory that was laid down first under this name, which stands for its type and for what it remembers the
  /// answers of; `own` where there was none.
  template <class Memory>
  std::shared_ptr<Memory> join(const std::string& name, std::shared_ptr<Memory> own) {
    return std::static_pointer_cast<Memory>(memories_.emplace(name, std::move(own)).first->second);
  }

 private:
  std::map<std::string, std::shared_ptr<void>> memories_;
};

}  // namespace rootward
