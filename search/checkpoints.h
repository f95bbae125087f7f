// One search that is looked at on its way: a result at each of several numbers of simulations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "search/search.h"

namespace rootward {

/// Searches `root` up to the last of `checkpoints` (rising numbers of simulations, >= 1) and tells the result at each;
/// a proven root ends the search, and its result stands for all that follow. Looking on changes nothing. `stop` as in
/// SearchRun. False where it ended the search.
template <GameState P>
bool run_checkpoints(Search<P>& search, Evaluator<P>& evaluator, const P& root,
                     std::span<const std::uint64_t> checkpoints,
                     const std::function<void(std::size_t, const SearchResult&)>& tell,
                     const std::function<bool()>& stop) {
  constexpr std::uint64_t kPollInterval = 32;
  SearchCore& core = search.core();
  search.begin(root);
  Evaluation evaluation;
  std::uint64_t next_poll = 0;
  for (std::size_t i = 0; i < checkpoints.size(); ++i) {
    while (core.simulations() < checkpoints[i] && !core.is_root_proven()) {
      if (core.simulations() >= next_poll) {
        if (stop && stop()) return false;
        next_poll = core.simulations() + kPollInterval;
      }
      const std::uint64_t done = core.simulations();
      simulate(search, evaluator, evaluation, checkpoints.back() - done, checkpoints[i] - done);
    }
    tell(i, core.snapshot());
  }
  return true;
}

}  // namespace rootward
