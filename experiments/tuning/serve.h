// `serve`: evaluations asked for in JSON lines, many at once, answered as they end (docs/tuning.md).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>

#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/point_json.h"

namespace rootward::tuning {

/// Speaks the protocol over one service. `emit` gets each line to be written, without its end.
class Server {
 public:
  using Emit = std::function<void(const std::string& line)>;

  Server(EvaluationService& service, Emit emit);

  /// The event that tells of the space.
  void greet();
  /// Takes one line; what is wrong with it becomes an error event, and nothing else happens.
  void take_line(const std::string& line);
  /// Waits up to `patience` for games and tells of what has ended or gone on.
  void step(std::chrono::milliseconds patience);
  /// Ends every pending evaluation with what there is.
  void cancel_all();

  [[nodiscard]] bool is_busy() const { return !asked_.empty(); }
  /// The shutdown request has come.
  [[nodiscard]] bool is_shut_down() const { return is_shut_down_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Asked {
    EvaluationRequest request;
    Clock::time_point told;  // when its progress was told last
    std::uint64_t told_games = 0;
  };

  void dispatch(const Json& request);
  void evaluate(const Json& request);
  void extend(const Json& request);
  void cancel(const Json& request);
  void tell_status();
  void start(EvaluationRequest request);
  void finish(std::size_t handle, const EvaluationResult& result);
  void tell_progress(const EvaluationRequest& request, const EvaluationResult& so_far);
  void tell_error(const Json& id, const std::string& message);
  [[nodiscard]] std::size_t handle_of(const Json& id) const;
  [[nodiscard]] bool is_due(const Asked& asked, std::uint64_t games) const;
  void send(const Json& event);

  EvaluationService& service_;
  Emit emit_;
  std::map<std::size_t, Asked> asked_;                 // pending, by handle
  std::map<std::string, EvaluationRequest> finished_;  // by the id's text, for extend
  bool is_shut_down_ = false;
};

/// Reads lines of standard input until its end, a shutdown request or SIGINT / SIGTERM, and serves them; after the end
/// it finishes what is pending. False where a signal ended it before everything was done.
bool serve(const TuningConfig& tuning, const ServiceSettings& settings, bool is_quiet);

}  // namespace rootward::tuning
