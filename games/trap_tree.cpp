// Where the traps are, from the tree's seed.
#include "games/trap_tree.h"

namespace rootward {

const Described& trap_tree_description() {
  static const Described description = [] {
    Described trap{.name = "trap_tree",
                   .help =
                       "A P-game with planted traps: some of MIN's nodes have one reply that wins outright, and "
                       "others that favour MAX.",
                   .source = "ours, after Ramanujan, Sabharwal & Selman 2010",
                   .parameters = sign_tree_parameters()};
    trap.parameters.push_back({.key = "density",
                               .help = "probability that a MIN node is a trap",
                               .fallback = 0.25,
                               .low = 0,
                               .high = 1,
                               .source = "ours"});
    trap.parameters.push_back({.key = "trap_depth",
                               .help = "plies from the root within which MIN nodes may be traps",
                               .type = ParamType::integer,
                               .fallback = std::int64_t{4},
                               .low = 0,
                               .high = 62,
                               .source = "ours"});
    trap.parameters.push_back({.key = "favour",
                               .help = "what a trap's other replies add to the sum (edges are 0 to 127)",
                               .type = ParamType::integer,
                               .fallback = std::int64_t{64},
                               .low = 0,
                               .high = 1000000,
                               .source = "ours"});
    return trap;
  }();
  return description;
}

std::optional<int> TrapTreeModel::trap_at(const TreePlace& place) const {
  const bool is_max = place.level % 2 == 0;
  if (is_max || place.level > traps_.depth || place.level >= depth()) return std::nullopt;
  Rng rng(derive_seed(plain_.seed(), {hash_name("trap"), static_cast<std::uint64_t>(place.level), place.index}));
  if (rng.uniform() >= traps_.density) return std::nullopt;
  return static_cast<int>(rng.below(static_cast<std::uint32_t>(branching())));
}

std::optional<int> TrapTreeModel::step(const TreePlace& to, Seat by) const {
  const auto branching = static_cast<std::uint64_t>(plain_.branching());
  const std::optional<int> trap = trap_at({to.level - 1, to.index / branching});
  if (trap && static_cast<std::uint64_t>(*trap) == to.index % branching) return std::nullopt;
  return *plain_.step(to, by) + (trap ? traps_.favour : 0);
}

TrapTreeModel make_trap_tree(const Params& params) {
  check_tree_size(params);
  const TrapTreeModel::Traps traps{.density = params.real("density"),
                                   .depth = static_cast<int>(params.integer("trap_depth")),
                                   .favour = static_cast<int>(params.integer("favour"))};
  return untied_tree(params, [&](std::uint64_t seed) {
    return TrapTreeModel(
        PGameModel(static_cast<int>(params.integer("branching")), static_cast<int>(params.integer("depth")), seed),
        traps);
  });
}

}  // namespace rootward
