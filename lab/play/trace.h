// A finished search's tree, written as JSON or for Graphviz. All values are in one view: that of the player to move at
// the root, in [-1, 1], or the game's own units where it has some.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "lab/play/game.h"

namespace rootward {

struct TraceOptions {
  std::vector<std::string> operators;         ///< labels: the driver's, then the shadows'
  ReturnRange returns{};                      ///< of the game
  std::optional<std::uint32_t> depth{};       ///< plies below the root; JSON: all, DOT: 4 unless given
  std::optional<std::uint32_t> min_visits{};  ///< of a node that is shown; JSON: 1, DOT: see write_trace_dot
};

/// {"schema":"rootward.trace/2","frame","operators","limits"?,"statistics",
///  "root":{"visits","value","mean","prior"?,"proven"?,"shadows"?,"chance"?,"children"?,"left_out"?}}
/// Statistics are those of the whole tree; `left_out` counts the visited children that the limits leave out.
void write_trace_json(const SearchedTree& tree, const TraceOptions& options, std::ostream& out);

/// A digraph with a legend: nodes that point up where the root's player (MAX) moves, down where the other (MIN) does,
/// ellipses of chance. Unless it is given, the least number of visits is 1 % of the root's, or as much more as it takes
/// to show no more than 40 nodes.
void write_trace_dot(const SearchedTree& tree, const TraceOptions& options, std::ostream& out);

}  // namespace rootward
