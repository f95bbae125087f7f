// Boards that were drawn, each for a pair of games: those that somebody plays on, and a few.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "lab/play/game.h"

namespace rootward {

/// Makes a board when it is asked for. It goes when nobody holds it and some others were asked for since, for it may
/// hold a whole tree. For any number of threads.
template <class Key>
class FewBoards {
 public:
  /// The board of that name; make() gives it where it is not there.
  template <class Make>
  std::shared_ptr<const Game> at(const Key& key, const Make& make) {
    if (std::shared_ptr<const Game> known = find(key)) return known;
    return keep(key, make());  // two threads at once make it twice
  }

 private:
  std::shared_ptr<const Game> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = boards_.find(key);
    return found == boards_.end() ? nullptr : found->second.lock();
  }

  std::shared_ptr<const Game> keep(const Key& key, std::shared_ptr<const Game> board) {
    const std::lock_guard lock(mutex_);
    std::erase_if(boards_, [](const auto& entry) { return entry.second.expired(); });
    boards_[key] = board;
    latest_[next_] = board;
    next_ = (next_ + 1) % latest_.size();
    return board;
  }

  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const Game>> boards_;
  std::array<std::shared_ptr<const Game>, 8> latest_;
  std::size_t next_ = 0;
};

}  // namespace rootward
