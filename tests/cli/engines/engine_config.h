// Tournaments against engines.
#pragma once

#include <string>

namespace rootward::testing {

/// 5x5 Go, scored by the board: the scripted engine called `engine` with these arguments against two random movers,
/// each against each, two pairs; `patience` seconds a move. `more`: further keys of the engine.
std::string fault_config(const std::string& arguments, const std::string& more = "", double patience = 30);

/// A search of 200 simulations against GNU Go at level 0 on 7x7, `pairs` pairs.
std::string gnugo_config(int pairs, const std::string& scoring);

/// Whether GNU Go is there; where it is not, says so, and tests that need it are skipped.
bool has_gnugo();

}  // namespace rootward::testing
