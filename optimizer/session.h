// The ask/tell protocol: a line of JSON in, a line of JSON out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "optimizer/json_fields.h"
#include "optimizer/optimizer.h"

namespace rootward::optimizer {

/// What the command line says; nothing where it leaves the choice to the state or to the default.
struct SessionOptions {
  std::optional<std::uint64_t> seed{};
  std::optional<Acquisition> acquisition{};
  std::string state_path{};  ///< empty: nothing is kept
};

/// A conversation. The state is on the disk before the reply to a request that changed it.
class Session {
 public:
  /// Takes up the state where its file exists. Throws UsageError where the file cannot be used or was made with another
  /// seed or acquisition.
  explicit Session(SessionOptions options);

  /// The reply to one request; {"error": ..}, and nothing else happens, where it cannot be understood. Throws RunError
  /// where the state cannot be written, or another program has written to its file.
  std::string reply(std::string_view line);

 private:
  Json answer(const Json& request);
  Json answer_space(const Json& request);
  Json answer_ask(const Json& request);
  Json answer_tell(const Json& request);
  Json answer_failed(const Json& request);
  Json answer_best();
  Json answer_predict(const Json& request);
  Optimizer& optimizer();
  [[nodiscard]] std::optional<Eigen::VectorXd> values_in(const Json& request) const;
  void save();

  SessionOptions options_;
  std::optional<std::string> saved_;  // what the state file holds
  std::optional<Optimizer> optimizer_;
};

}  // namespace rootward::optimizer
