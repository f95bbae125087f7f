// Tournaments against engines.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {

/// 5x5 Go, scored by the board: the scripted engine called `engine` with these arguments against two random movers,
/// each against each, two pairs; `patience` seconds a move. `more`: further keys of the engine.
std::string fault_config(const std::string& arguments, const std::string& more = "", double patience = 30);

/// Breakthrough with the scripted UCI engine in the same tournament.
std::string uci_fault_config(const std::string& arguments, const std::string& more = "", double patience = 30);

/// A tournament called `faults` that was run by one thread, and what it stored.
struct PlayedFaults {
  Finished end;
  std::vector<nlohmann::json> games;
  std::vector<nlohmann::json> voids;
};
PlayedFaults play_faults(const Workplace& place, const std::string& config);
/// Its games in which no engine played.
std::size_t games_without_engine(const PlayedFaults& played);
/// Two matches given up at the second void game, the third played, exit code 3: for a fault at every game.
void expect_given_up(const PlayedFaults& played, const std::string& reason, const std::string& message);

/// A search of 200 simulations against GNU Go at level 0 on 7x7, `pairs` pairs.
std::string gnugo_config(int pairs, const std::string& scoring);

/// Whether a program is on PATH or among the games; tests that need it say so and are skipped.
bool has_program(const std::string& name);

}  // namespace rootward::testing
