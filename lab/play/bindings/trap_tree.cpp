// Binds trap trees.
#include "games/trap_tree.h"

#include "games/tree_seed.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_trap_tree() {
  return {.description = trap_tree_description(),
          .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<TrapTree>>(id, make_trap_tree(id.params), GameFacts{});
          },
          .is_random = has_drawn_seed,
          .draw = [](const Params& params,
                     Rng& rng) { return draw_from_range(trap_tree_description(), "seed", params, rng); }};
}

}  // namespace rootward::bindings
