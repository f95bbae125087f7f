// What games between two players need before game one: openings, and which searches may run side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lab/arena/openings.h"
#include "lab/arena/worker.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Searches run side by side where all players that search have one evaluator and count simulations: wall-clock budgets
/// would be shared with the neighbours.
SideBySidePlan side_by_side_plan(std::span<const PlayerSpec> players, const Game& game);

/// A search whose evaluator gives priors, as networks do.
bool asks_network_for_priors(const PlayerSpec& player);

/// Throws UsageError where pairs of players cannot meet in the game: a single agent's, or one with other results than
/// win, draw and loss.
void check_two_player_game(const Game& game);

/// The openings of a tournament or tuning with this seed, also where the rules are left to chance; `game` is (an
/// example of) the game. Throws as Openings does.
std::unique_ptr<Openings> make_openings(const NamedParams& game_id, const Game& game, const OpeningSettings& settings,
                                        std::uint64_t seed, const std::string& config_file);

}  // namespace rootward
