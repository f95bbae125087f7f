// Binds trap trees.
#include "games/trap_tree.h"

#include "experiments/play/bindings/bound_game.h"
#include "experiments/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_trap_tree() {
  return {.description = trap_tree_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<TrapTree>>(id, make_trap_tree(id.params), GameFacts{});
          }};
}

}  // namespace rootward::bindings
