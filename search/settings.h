// Everything that defines a search, as plain data: resolved from YAML or the command line, stored with the results.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace rootward {

/// How long a move is thought about.
struct Budget {
  enum class Kind : std::uint8_t { simulations, seconds, game_clock };
  Kind kind = Kind::simulations;
  std::uint64_t simulations = 10'000;  ///< new simulations a move
  double seconds = 0;                  ///< wall-clock seconds a move
  double game_seconds = 0;             ///< wall-clock seconds a game, spread over `moves` own moves
  int moves = 0;
  [[nodiscard]] bool is_reproducible() const { return kind == Kind::simulations; }
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// What a simulation evaluates at the edge of the tree (`expansion` in configurations).
///   one: a random unvisited child, until none is left.
///   all: a random child of a new block, then the selection's choice.
///   self: the reached node itself, whose block the evaluation's priors fill.
enum class ExpansionKind : std::uint8_t { one, all, self };

struct Expansion {
  ExpansionKind kind = ExpansionKind::one;
  std::uint32_t after = 1;  ///< a node gets its block when it is reached having this many visits already
  friend bool operator==(const Expansion&, const Expansion&) = default;
};

/// Variety of a search's first moves: in its first `moves` searches of a game the move is drawn with probability
/// proportional to visits^(1 / value) (Silver et al. 2017); 0 moves: never.
struct Temperature {
  double value = 1;
  std::uint32_t moves = 0;
  friend bool operator==(const Temperature&, const Temperature&) = default;
};

/// How many leaves of one search are judged in one call (search/leaf_batch.h).
struct BatchSettings {
  std::uint32_t leaves = 1;        ///< descents before a call; 1: the plain search
  std::uint32_t virtual_loss = 1;  ///< losses that a node counts for each descent under way through it
  friend bool operator==(const BatchSettings&, const BatchSettings&) = default;
};

/// What the solver proves beside the ends that simulations reach. Depths in plies; 0: no such search.
struct SolverAids {
  bool bounds = false;            ///< secured draws count before a node is proven (Bounds)
  bool decisive = false;          ///< a new node's moves that win or lose at once are proven
  int tree_depth = 0;             ///< MCTS-MS: a node is searched for forced wins and losses
  std::uint32_t tree_after = 10;  ///< the visit at which it is, or its first descent after it
  int proof_depth = 0;            ///< MCTS-MB: the parent of a newly proven node is searched
  int rollout_depth = 0;          ///< MCTS-MR: a playout's every move is searched
  [[nodiscard]] bool looks_ahead() const { return decisive || tree_depth > 0; }
  friend bool operator==(const SolverAids&, const SolverAids&) = default;
};

/// Which number of a child is read: the operator's stored value or the plain sample mean.
enum class Reads : std::uint8_t { value, mean };

/// Where a configuration was written: relative files in it count from there. No part of what it says, so all are equal.
struct SourceFolder {
  std::string path;
  friend bool operator==(const SourceFolder&, const SourceFolder&) { return true; }
};

struct SearchSettings {
  Budget budget;
  NamedParams root{"none", {}};  ///< what is otherwise at the root; none: nothing
  NamedParams selection{"ucb1", {}};
  Expansion expansion;
  std::uint64_t max_nodes = 0;  ///< expanded nodes at which the tree stops growing; 0 = no limit
  NamedParams evaluator{"playouts", {}};
  NamedParams backup{"average", {}};
  NamedParams final_move{"most_visits", {}};
  Temperature temperature;
  Reads selection_reads = Reads::value;
  Reads final_reads = Reads::value;
  bool solver = false;
  SolverAids solver_aids;  ///< of a solver that is on
  BatchSettings batch;
  bool reuse_tree = false;
  std::vector<NamedParams> companions;  ///< what is kept beside the operator, in the registry's order
  SourceFolder folder;
  std::vector<NamedParams> shadows;  ///< further operators on the same simulations (`search --shadow`)
  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

/// The registries of this room: names, parameters, sources (for the configuration reader, `list` and the docs).
const std::vector<Described>& root_rules();
const std::vector<Described>& selections();
const std::vector<Described>& final_moves();
/// Whether the rule reads variances, which only some operators keep.
bool reads_variances(const NamedParams& selection);
/// Whether the rule reads the evaluator's priors.
bool reads_priors(const NamedParams& selection);
struct CompanionNeeds;
/// Whether the rule is one that the companion can have a say in.
bool goes_with(const NamedParams& selection, const CompanionNeeds& companion);
struct RootNeeds;
const RootNeeds& root_needs(std::string_view name);

}  // namespace rootward
