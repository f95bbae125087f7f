// Which of the trees of a family: the seed of games whose trees are made at random.
#pragma once

#include "core/params.h"
#include "core/rng.h"

namespace rootward {

/// `seed`: an integer, or a range of which every pair of games draws its own.
ParamSpec tree_seed_spec();

/// Whether the seed is still to be drawn.
bool has_drawn_seed(const Params& params);
/// The same parameters with a seed drawn uniformly from the range.
Params draw_tree_seed(const Described& tree, const Params& params, Rng& rng);

}  // namespace rootward
