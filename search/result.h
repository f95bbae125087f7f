// What a search tells about the root when it is done.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "search/bounds.h"

namespace rootward {

/// One root move. Values are in [-1, 1] in the view of the player to move at the root.
struct RootChild {
  Action action = kNoAction;
  std::uint32_t visits = 0;
  Value value = 0;               ///< the driving operator's stored value (0 while unvisited)
  Value mean = 0;                ///< plain sample mean of the returns (0 while unvisited)
  double prior = 0;              ///< the evaluator's; uniform where it gives none
  double policy = 0;             ///< the search's answer: its share of the visits, or pi' of a gumbel root; sums to 1
  std::vector<Value> shadows;    ///< the shadow operators' values, in their order
  int proof = 0;                 ///< 0 not proven, else 1 proven (value is exact)
  std::optional<Bounds> bounds;  ///< what the score-bounded solver knows of the value; nothing: it is not asked
  std::optional<double> noisy_prior{};  ///< what the root's noise made of the prior, and the search read; nothing: none
};

struct SearchResult {
  Action move = kNoAction;               ///< kNoAction where chance decides at the root
  Value value = 0;                       ///< root value under the driving operator, view of the player to move
  Value mean = 0;                        ///< root sample mean, same view
  std::vector<Value> shadow_values;      ///< root values of the shadows
  std::uint64_t simulations = 0;         ///< new simulations of this search
  std::uint64_t reused_visits = 0;       ///< visits of the root kept from an earlier search
  std::uint64_t cached_evaluations = 0;  ///< evaluations that the evaluator remembered from this game
  std::uint64_t fallbacks = 0;  ///< updates in which the driving operator had no finite value: Backup::fallbacks
  std::vector<std::uint64_t> shadow_fallbacks;  ///< the same of the shadows
  double seconds = 0;                           ///< wall clock
  double cpu_seconds = 0;                       ///< of the thread; beside other searches: this search's share
  double bytes_per_child = 0;                   ///< the tree's bytes in use over its children, block headers included
  std::vector<RootChild> children;              ///< most visited first, then by value, then by action
  std::vector<Action> principal_variation;
};

}  // namespace rootward
