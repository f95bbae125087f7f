// A list that games enter and leave.
#include "lab/arena/under_way.h"

#include <algorithm>
#include <utility>

namespace rootward {

GamesUnderWay::Place::Place(GamesUnderWay& list, std::string id) : list_(list), id_(std::move(id)) {
  const std::lock_guard lock(list_.mutex_);
  list_.places_.insert(this);
}

GamesUnderWay::Place::~Place() {
  const std::lock_guard lock(list_.mutex_);
  list_.places_.erase(this);
}

std::vector<GamesUnderWay::Game> GamesUnderWay::now() const {
  std::vector<Game> games;
  {
    const std::lock_guard lock(mutex_);
    for (const Place* place : places_)
      games.push_back({.id = place->id_, .ply = place->ply_.load(std::memory_order_relaxed)});
  }
  std::ranges::sort(games, {}, &Game::id);
  return games;
}

}  // namespace rootward
