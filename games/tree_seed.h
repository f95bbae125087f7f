// What families of random trees share: the seed that says which of them, and how their players take turns.
#pragma once

#include <string>

#include "core/params.h"
#include "core/rng.h"

namespace rootward {

/// `seed`: an integer, or a range of which every pair of games draws its own.
ParamSpec tree_seed_spec();

/// `changes` of Turns (uniform_tree.h).
ParamSpec turns_spec();

/// Whether the seed is still to be drawn.
bool has_drawn_seed(const Params& params);
/// The same parameters with the one called `key` drawn uniformly from its range.
Params draw_from_range(const Described& game, const std::string& key, const Params& params, Rng& rng);

}  // namespace rootward
