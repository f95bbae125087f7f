// Writing a game of a Go-like board as SGF, with the players' thoughts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "lab/play/game.h"

namespace rootward {

struct SgfRecordMove {
  Seat seat = Seat::first;
  std::string vertex;            ///< "E5", "pass"
  std::optional<Value> value{};  ///< what its mover thought of the position, in the mover's view
  std::string comment{};
};

/// What a record says; empty texts are left out.
struct SgfRecord {
  std::string black{}, white{};
  std::string result{};  ///< "B+3.5", "W+R", "0"
  std::string name{};
  std::string comment{};
  std::vector<std::string> setup{};  ///< rows of a board that stood before the first move; empty: none
  Seat to_move = Seat::first;        ///< after these
  std::vector<SgfRecordMove> moves{};
};

/// One game tree, ended by a newline. A move's value is its comment's, and SBKV, Black's share of wins in percent as
/// Sabaki draws it.
std::string write_sgf(const Game& game, const SgfRecord& record);

}  // namespace rootward
