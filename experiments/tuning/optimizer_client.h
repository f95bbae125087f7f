// An optimizer as a child program that we ask and tell, a line of JSON each way (docs/tuning.md); and where ours lies.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/evaluation.h"
#include "experiments/tuning/point_json.h"
#include "lab/engines/process/child_process.h"

namespace rootward::tuning {

/// A point that an optimizer proposes, as it stands: whether it is one of the tuning's is for the caller to check.
struct Proposal {
  Json params;
  std::string origin{};  ///< how it was chosen: "design" (filling the space) or "model"; "" where it does not say
};

/// The optional field "origin" of an object; "" where it is missing or says something else.
std::string origin_of(const Json& object);

/// What an optimizer recommends: its posterior mean and deviation there, in score.
struct Recommendation {
  Json params;
  double mean = 0.5;
  double standard_error = 0;
};

/// What an optimizer believes at some points.
struct Predictions {
  std::vector<double> means;
  std::vector<double> standard_errors;
};

/// Every function throws RunError where the program has ended, says nothing for kReplySeconds, or breaks the protocol;
/// the message names the command and shows the end of its standard error.
class OptimizerClient {
 public:
  static constexpr double kReplySeconds = 600;

  /// Starts the command and tells it the space. `stop` (polled) ends waiting with StoppedWaiting.
  OptimizerClient(const std::string& command, const TuningConfig& tuning, std::function<bool()> stop);
  /// Gives it two seconds to end by itself.
  ~OptimizerClient();
  OptimizerClient(const OptimizerClient&) = delete;
  OptimizerClient& operator=(const OptimizerClient&) = delete;

  /// Its next point. Nothing where it answers {"wait":true}: it cannot tell yet, and wants to be asked again once more
  /// results are there.
  std::optional<Proposal> ask(std::uint64_t id);
  void tell(std::uint64_t id, const Json& params, const EvaluationResult& result);
  /// What is known of a point that it was never asked for; `id` is a text that no ask has.
  void tell_known(const std::string& id, const Json& params, double mean, double standard_error, std::uint64_t games);
  /// `params`: where they are a point of the tuning.
  void failed(std::uint64_t id, const std::optional<Json>& params);
  /// Nothing where it cannot say (yet). A mean outside [0, 1] or a negative standard error breaks the protocol.
  std::optional<Recommendation> best();
  /// Nothing where it does not know the request, which is ours and optional.
  std::optional<Predictions> predict(const TuningConfig& tuning, const std::vector<Point>& points);

  /// Thrown where `stop` became true.
  struct StoppedWaiting {};

 private:
  Json request(const Json& line);
  void require_ok(const Json& line);
  [[noreturn]] void fail(const std::string& what);

  std::string command_;
  std::function<bool()> stop_;
  std::unique_ptr<ChildProcess> child_;
};

/// The command that starts rootward-optimizer, which is used unless another is named: from beside this program (or the
/// Python package's module) or from PATH; `state_file` "": it keeps none. Throws PlayerError naming both places where
/// it is in neither.
std::string default_optimizer(std::uint64_t seed, const std::string& state_file);

}  // namespace rootward::tuning
