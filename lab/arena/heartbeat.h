// DIR/alive.json, schema rootward.alive/1: who plays into a folder says every few seconds that it lives and how far it
// is. It tells onlookers only; what is stored does not depend on it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/arena/progress.h"
#include "lab/arena/thread_team.h"
#include "lab/arena/under_way.h"
#include "lab/store/folder_layout.h"

namespace rootward {

/// A point of a tuning that is being evaluated.
struct PendingPoint {
  std::string id;           ///< JSON: a number or a text
  std::string params;       ///< a JSON object
  std::uint64_t games = 0;  ///< played so far
};
/// What the optimizer takes for the best point's score, and how sure it is.
struct Incumbent {
  double mean = 0.5;
  double standard_error = 0;
};

/// While it beats, a thread of its own writes the file, so that it goes on while the owner waits for something. A disk
/// that cannot be written to ends no run: there is no file then.
class Heartbeat {
 public:
  /// Between two writes.
  static constexpr std::chrono::seconds kPeriod{5};

  /// `folder`: "" tells nobody, as a shard does, whose attempt stands for it.
  explicit Heartbeat(std::string folder);
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;
  /// Removes the file, where it was begun.
  ~Heartbeat();

  /// To be called by whoever has the folder alone; nothing happens the second time.
  void begin(const WorkStatus& status);
  /// Where the work stands now; to be called as often as one likes.
  void tell(const WorkStatus& status);
  /// Of a tuning.
  void tell_points(std::vector<PendingPoint> pending, std::optional<Incumbent> incumbent);
  /// The list that the games of this work enter.
  [[nodiscard]] GamesUnderWay& games() { return games_; }

 private:
  using Clock = std::chrono::steady_clock;

  void beat_until_ended();
  void beat();
  [[nodiscard]] std::string text() const;

  const std::string folder_;
  std::string started_;  // UTC; "" = not begun
  Clock::time_point start_;
  GamesUnderWay games_;
  mutable std::mutex mutex_;  // guards what follows, but for the thread
  std::condition_variable end_;
  bool is_ending_ = false;
  WorkStatus status_;
  std::vector<PendingPoint> pending_;
  std::optional<Incumbent> incumbent_;
  Clock::time_point last_beat_;
  std::unique_ptr<ThreadTeam> thread_;
};

/// A heartbeat as read back.
struct SignOfLife {
  std::uint64_t pid = 0;
  std::string host;
  std::string started;  ///< UTC, as `now`
  std::string now;
  std::uint64_t done = 0;
  std::uint64_t wanted = 0;
  std::vector<GamesUnderWay::Game> games_under_way;
  std::optional<double> simulations_per_second;
  std::optional<double> games_per_hour;
  std::optional<double> seconds_left;
  std::vector<PendingPoint> pending;
  std::optional<Incumbent> incumbent;
  bool stopping = false;
  std::string text;  ///< the JSON itself, one line
};
/// Nothing where there is none, or what is there is none of ours.
std::optional<SignOfLife> read_heartbeat(const std::string& folder);

}  // namespace rootward
