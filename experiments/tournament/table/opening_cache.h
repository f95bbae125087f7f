// Openings' keys, remembered between tables of a tournament that grows.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "experiments/tournament/table/opening_key.h"

namespace rootward::tournament {

/// As CanonicalOpenings, but each opening is replayed once.
class OpeningCache {
 public:
  /// To be called before keys are asked for; another game forgets them.
  void follow(const NamedParams& game) {
    if (openings_ && game == game_) return;
    game_ = game;
    keys_.clear();
    openings_ = std::make_unique<CanonicalOpenings>(game_);
  }
  const std::string& key(const GameRecord& record) {
    std::string moves = record.game;
    for (const std::string& move : record.opening) moves.append(1, '\n').append(move);
    const auto known = keys_.find(moves);
    if (known != keys_.end()) return known->second;
    if (keys_.size() >= kMost) keys_.clear();
    std::string key = openings_->key(record);
    return keys_.emplace(std::move(moves), std::move(key)).first->second;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 17U;  // openings that are remembered
  NamedParams game_;
  std::unique_ptr<CanonicalOpenings> openings_;
  std::unordered_map<std::string, std::string> keys_;  // by board and moves
};

}  // namespace rootward::tournament
