// Players other than tree search: flat Monte Carlo, alpha-beta, and the player that knows.
#pragma once

#include <memory>

#include "core/params.h"
#include "lab/play/game.h"
#include "lab/play/player.h"
#include "search/settings.h"

namespace rootward {

Described describe_flat_mc();
Described describe_minimax();
Described describe_exact();

/// Flat Monte Carlo is the search whose tree is the root alone.
SearchSettings flat_search(const Params& params, const SourceFolder& folder);
std::unique_ptr<Player> make_minimax_player(const PlayerSpec& spec, const Game& game);
std::unique_ptr<Player> make_exact_player(const Params& params, const Game& game);

}  // namespace rootward
