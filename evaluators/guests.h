// Evaluators that join while the program runs: functions of a host language. They stand behind the table of
// evaluators.def.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace rootward {

/// Whatever judges; what it is asked, the room that has the positions knows (lab/play/position_judge.h).
class GuestJudge {
 public:
  GuestJudge() = default;
  GuestJudge(const GuestJudge&) = delete;
  GuestJudge& operator=(const GuestJudge&) = delete;
  virtual ~GuestJudge() = default;
};

struct GuestEvaluator {
  Described description;  ///< without parameters but for the marks that tell one source from another
  bool gives_priors = false;
  std::size_t batch = 1;  ///< leaves of searches side by side that are judged together
  std::shared_ptr<GuestJudge> judge;
  [[nodiscard]] const Described& about() const { return description; }
};

/// From now on the name means this evaluator; searches that were made before keep theirs. Throws UsageError where an
/// evaluator of evaluators.def has the name. May be called beside searches.
void add_guest_evaluator(GuestEvaluator guest);
/// The newest of this name; null when there is none. What it points to lives as long as the program.
const GuestEvaluator* find_guest_evaluator(std::string_view name);
/// The newest of every name, the latest at the end.
std::vector<Described> guest_evaluator_descriptions();

}  // namespace rootward
