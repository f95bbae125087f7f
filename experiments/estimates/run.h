// A whole estimates study with its folder, from wherever it stands to its end or the next interruption.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/estimates/folder.h"
#include "lab/arena/run_settings.h"

namespace rootward::estimates {

/// How a run ended.
struct EstimatesRunReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal stopped it
  std::uint64_t done = 0;    ///< searches stored, of this shard
  std::uint64_t wanted = 0;
  StoredEstimates estimates;  ///< of a whole run: all that the folder holds
};

/// Runs what is missing in the folder. What is stored is the same for any number of threads, shards and interruptions.
/// For shards see StudyUnits. Signals as in run_tournament(). Throws UsageError (configuration), RunError (folder in
/// use, disk full, corrupt results, truth out of reach).
EstimatesRunReport run_estimates(const EstimatesConfig& config, const RunSettings& settings);

/// What shards are cut by: instances, one after the other over all games; where these are fewer than the shards single
/// searches, and each shard then works out the truths that it needs itself.
class StudyUnits {
 public:
  StudyUnits(const EstimatesConfig& config, std::uint32_t shards);
  /// The most shards into which a study can be cut.
  static std::uint64_t searches(const EstimatesConfig& config);

  [[nodiscard]] std::uint64_t of(const SearchPlace& search) const;

 private:
  std::uint64_t instances_;  ///< of all games
  std::uint64_t games_;
  std::uint64_t repeats_;
  std::uint64_t of_an_instance_;  ///< searches
  bool is_fine_;
};

/// What is left of a study that is cut into shards.
struct MissingSearches {
  std::uint64_t count = 0;
  std::map<std::uint32_t, std::uint64_t> by_shard;  ///< of those that lack some
};
/// `done`: by place, as SearchPlaces counts.
MissingSearches missing_searches(const EstimatesConfig& config, const DonePlaces& done, std::uint32_t shards);

}  // namespace rootward::estimates
