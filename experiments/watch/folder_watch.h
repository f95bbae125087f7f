// One folder that is looked at again and again: what it holds, who plays into it, and how its tasks stand.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "experiments/cluster/status.h"
#include "experiments/watch/body.h"

namespace rootward::watch {

/// What a look found.
struct Look {
  std::string folder;
  std::string kind;  ///< the manifest's; "" = nothing is there yet
  Standing standing;
  std::optional<SignOfLife> alive;   ///< of who plays now
  std::optional<SignOfLife> silent;  ///< of who has played and neither ended nor told of himself since
  std::string tasks;                 ///< where tasks of a cluster write: how they stand, in lines; "" = they do not
  std::string tasks_json;            ///< the same as an object
  std::optional<double> seconds_left;
  std::string problem;  ///< why it cannot be read now
  bool has_news = false;

  /// Everything is there, and nobody plays on.
  [[nodiscard]] bool is_complete() const { return standing.is_complete && !alive; }
};

struct WatchSettings {
  MakeBody make = nullptr;
  Detail detail = Detail::tables;      ///< as make_tournament_body()'s
  cluster::StatusQuestion question{};  ///< of tasks; several folders share who asks Slurm
};

/// A heartbeat older than this is of somebody who has gone.
inline constexpr std::chrono::seconds kSilence{30};

class FolderWatch {
 public:
  FolderWatch(std::string folder, const WatchSettings& settings);
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// Reads what is new. Damaged files become Look::problem.
  const Look& look();
  [[nodiscard]] const Look& last() const { return look_; }
  /// Null before there is anything to show.
  [[nodiscard]] const Body* body() const { return body_.get(); }

 private:
  using Clock = std::chrono::steady_clock;

  void find_body();
  void hear();
  void ask_for_tasks();
  void count();

  Look look_;
  WatchSettings settings_;
  std::unique_ptr<Body> body_;
  std::string heard_;  // the heartbeat's own time at the last look
  std::optional<Clock::time_point> heard_at_;
  std::optional<cluster::FolderFollower> tasks_;
  std::optional<Clock::time_point> ask_again_;  // for tasks
  std::optional<double> seconds_left_of_tasks_;
};

/// "no sign of life since 12:31 (pid 4711 on node3)", in this machine's time of day.
std::string silence_text(const SignOfLife& sign);
/// "12:31" of today, else with its date; UTC, ISO 8601, is turned into local time.
std::string time_of_day(double seconds_since_1970);

/// One object, schema rootward.status/1, a line.
std::string look_json(const Look& look, const Body* body);

}  // namespace rootward::watch
