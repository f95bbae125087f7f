// Which games are played at this moment and how far they are, for whoever looks on.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace rootward {

/// Filled by the threads that play, read by another.
class GamesUnderWay {
 public:
  struct Game {
    std::string id;
    std::uint32_t ply = 0;  ///< opening included
  };

  /// A game's place on the list, from its beginning to its end.
  class Place {
   public:
    Place(GamesUnderWay& list, std::string id);
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();
    void set_ply(std::uint32_t ply) { ply_.store(ply, std::memory_order_relaxed); }
    void add_simulations(std::uint64_t count) { list_.add_simulations(count); }

   private:
    friend class GamesUnderWay;
    GamesUnderWay& list_;
    const std::string id_;
    std::atomic<std::uint32_t> ply_{0};
  };

  GamesUnderWay() = default;
  GamesUnderWay(const GamesUnderWay&) = delete;
  GamesUnderWay& operator=(const GamesUnderWay&) = delete;
  ~GamesUnderWay() = default;

  /// Those of now, by id.
  [[nodiscard]] std::vector<Game> now() const;
  void add_simulations(std::uint64_t count) { simulations_.fetch_add(count, std::memory_order_relaxed); }
  /// Since the beginning, of games that have ended too.
  [[nodiscard]] std::uint64_t simulations() const { return simulations_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  std::set<const Place*> places_;  // guarded by mutex_
  std::atomic<std::uint64_t> simulations_{0};
};

}  // namespace rootward
