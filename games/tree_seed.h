// What families of random trees share: the seed that says which of them, and how their players take turns.
#pragma once

#include "core/params.h"
#include "core/rng.h"

namespace rootward {

/// `seed`: an integer, or a range of which every pair of games draws its own.
ParamSpec tree_seed_spec();

/// `changes` of Turns (uniform_tree.h).
ParamSpec turns_spec();

/// Whether the seed is still to be drawn.
bool has_drawn_seed(const Params& params);
/// The same parameters with a seed drawn uniformly from the range.
Params draw_tree_seed(const Described& tree, const Params& params, Rng& rng);

}  // namespace rootward
