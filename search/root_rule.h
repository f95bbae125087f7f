// What a search does otherwise at its root (`root` in configurations).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "core/types.h"
#include "search/node_view.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

/// The root as a rule sees it. Values are in the view of the player to move.
struct RootNode {
  Block block;
  const double* reads = nullptr;  ///< the column that selection reads
  Value own = 0;                  ///< the root's own evaluation; the mean of what was seen where it has none
};

/// A root that somebody chooses at: no rule is asked about a root of chance. One simulation asks it once.
class RootRule {
 public:
  virtual ~RootRule() = default;
  RootRule() = default;
  RootRule(const RootRule&) = delete;
  RootRule& operator=(const RootRule&) = delete;

  /// A search of `simulations` begins at this root. `actions`: its legal ones in the game's order. Whatever is random
  /// comes from `rng`; nothing is where the search is not to explore.
  virtual void begin(const Block& root, std::span<const Action> actions, std::uint64_t simulations, bool explores,
                     Rng& rng) = 0;
  /// Once a search, before the first select(): the priors stand in the root's block, and may be changed there.
  virtual void take_priors(const Block&) {}
  /// Another node is the root from now on.
  virtual void forget() {}
  /// The active child that the next simulation goes to; kNoChild: the selection rule decides.
  virtual std::uint32_t select(const RootNode&) { return kNoChild; }
  /// The child to be played; kNoChild: the final-move rule decides.
  [[nodiscard]] virtual std::uint32_t choose(const RootNode&) const { return kNoChild; }
  /// A child's prior as the evaluator gave it.
  [[nodiscard]] virtual double prior(const Block& root, std::uint32_t index) const {
    return static_cast<double>(root.priors()[index]);
  }
  /// The prior that the search reads, where the rule has mixed noise into it; nothing: it has not.
  [[nodiscard]] virtual std::optional<double> noisy_prior(const Block&, std::uint32_t) const { return std::nullopt; }
  /// What the search says of each child, summing to 1, in the block's order; left alone where that is its share of the
  /// visits.
  virtual void policy(const RootNode&, std::vector<double>&) const {}
  /// Whether the evaluation of the root itself is one of the budget's simulations.
  [[nodiscard]] virtual bool counts_own_evaluation() const { return true; }
};

/// What a rule asks of the rest of a search, and what others need to know of it.
struct RootNeeds {
  bool priors = false;  ///< a selection rule that reads priors
  /// It sends simulations out by itself and plays a move of its own: it shares out a budget of simulations, one leaf
  /// after another, and leaves nothing to temperature and final-move rule.
  bool is_search = false;
  std::string_view below{};  ///< the selection rule below it where none is written; "" = the usual one
};

/// The rule that the settings name; null where the root is a node like the others.
std::unique_ptr<RootRule> make_root_rule(const SearchSettings& settings);

}  // namespace rootward
