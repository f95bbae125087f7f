// Who plays an atlas's studies and domains where that is not this machine's threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/atlas/config.h"
#include "lab/store/shard.h"

namespace rootward::atlas {

/// Some of the domains: a run with this part. All are sent for the open domains, then once more for those held out.
struct SentPart {
  Shard part;
  std::function<bool()> is_whole;         ///< every cell of its domains of this round is played
  std::function<std::uint64_t()> stored;  ///< grows while it is played
};

class AtlasCluster {
 public:
  AtlasCluster() = default;
  AtlasCluster(const AtlasCluster&) = delete;
  AtlasCluster& operator=(const AtlasCluster&) = delete;
  virtual ~AtlasCluster() = default;

  /// Hands a study of features in, or what is missing of it, and returns at once. `root`: the atlas's folder; `place`:
  /// the study's below it. Throws UsageError, RunError.
  virtual void measure(const estimates::EstimatesConfig& study, const std::string& root, const std::string& place) = 0;
  /// Until a study that was handed in is whole and joined. False: a signal came; what was sent goes on. Throws
  /// EvaluationsHalted, RunError.
  virtual bool await(const std::string& root, const std::string& place) = 0;
  /// Plays parts until all are whole; false as in await(). Throws EvaluationsHalted where somebody has stopped it,
  /// RunError where a part brings nothing any more, UsageError.
  virtual bool play(const AtlasConfig& config, const std::string& root, const std::vector<SentPart>& parts) = 0;
};

}  // namespace rootward::atlas
