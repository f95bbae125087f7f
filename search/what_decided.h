// What decided a recorded search: the simulations without which an operator would prefer another move.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "search/backup.h"
#include "search/recorded_search.h"

namespace rootward {

/// Moves are children of the root, by their nodes; 0: none.
struct Decision {
  std::uint32_t preferred = 0;  ///< after all simulations
  std::uint32_t flips = 0;      ///< how often another move became the preferred one on the way
  /// Numbers from 0, rising: played without these, the search prefers `otherwise`. Those that support the preferred
  /// move most are taken first.
  std::vector<std::uint32_t> deciding;
  std::uint32_t otherwise = 0;
  bool is_minimal = false;  ///< with any one of them back the preferred move stays
  std::uint32_t replays = 0;
};

inline constexpr std::uint32_t kMostReplays = 64;

/// Plays the record again without more and fewer of its simulations, by halves, at most `most_replays` times. `make`
/// makes the operator anew for each. Where nothing was preferred there is nothing to decide.
Decision what_decided(const RecordedSearch& recording, const std::function<std::unique_ptr<Backup>()>& make,
                      std::uint32_t most_replays = kMostReplays);

}  // namespace rootward
