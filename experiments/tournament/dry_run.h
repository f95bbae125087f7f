// `run --dry-run`: what would be played, and about how long it would take.
#pragma once

#include <string>
#include <vector>

#include "experiments/arena/pace.h"
#include "experiments/tournament/setup.h"

namespace rootward::tournament {

/// CPU seconds of a game of each pairing, in their order: from one timed move of every player and the length of games,
/// which `length_seen` takes, where it is given.
std::vector<double> expected_game_seconds(TournamentSetup& setup, GameLength* length_seen = nullptr);
/// Plays pairs of every pairing in turn, for so many seconds; stores nothing. Games that do not end in time are left
/// out.
std::vector<GameRecord> play_sample(TournamentSetup& setup, double seconds);

/// The schedule for people: pairings, games, openings available, games already stored, and the time estimated from one
/// timed move of every player and the length of random games. Writes nothing.
std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings);

}  // namespace rootward::tournament
