// Everything that defines a search, as plain data: resolved from YAML or the command line, stored with the results.
#pragma once

#include <cstdint>
#include <string>
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

}  // namespace rootward
