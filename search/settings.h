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

/// What a simulation evaluates at the edge of the tree (contract: `expansion`).
///   one:  a random unvisited child, until none is left    all: a random child of a new block, then the selection's
///   choice self: the reached node itself, whose block the evaluation's priors fill
enum class ExpansionKind : std::uint8_t { one, all, self };

struct Expansion {
  ExpansionKind kind = ExpansionKind::one;
  std::uint32_t after = 1;  ///< a node gets its block when it is reached having this many visits already
  friend bool operator==(const Expansion&, const Expansion&) = default;
};

/// Which number of a child is read: the operator's stored value or the plain sample mean.
enum class Reads : std::uint8_t { value, mean };

struct SearchSettings {
  Budget budget;
  NamedParams selection{"ucb1", {}};
  Expansion expansion;
  std::uint64_t max_nodes = 0;  ///< expanded nodes at which the tree stops growing; 0 = no limit
  NamedParams evaluator{"playouts", {}};
  NamedParams backup{"average", {}};
  NamedParams final_move{"most_visits", {}};
  Reads selection_reads = Reads::value;
  Reads final_reads = Reads::value;
  bool solver = false;
  bool reuse_tree = false;
  std::vector<NamedParams> shadows;  ///< further operators on the same simulations (`search --shadow`)
  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

/// The registries of this room: names, parameters, sources (for the configuration reader, `list` and the docs).
const std::vector<Described>& selections();
const std::vector<Described>& final_moves();

}  // namespace rootward
