// Binds Grid World; returns are rewards summed over the walk.
#include "games/grid_world.h"

#include <utility>

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_grid_world() {
  return {.description = grid_world_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            GridWorldRules rules = make_grid_world_rules(id.params);
            GameFacts facts;
            facts.seats = 1;
            facts.returns = {.low = rules.lowest_return(), .high = rules.highest_return()};
            facts.is_win_draw_loss = false;
            return std::make_unique<BoundGame<GridWorld>>(id, std::move(rules), facts);
          }};
}

}  // namespace rootward::bindings
