// Binds D-chains; rewards are in [0, 1].
#include "games/d_chain.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_d_chain() {
  return {.description = d_chain_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            GameFacts facts;
            facts.seats = 1;
            facts.returns = {.low = 0, .high = 1};
            facts.is_win_draw_loss = false;
            return std::make_unique<BoundGame<DChain>>(id, make_d_chain_rules(id.params), facts);
          }};
}

}  // namespace rootward::bindings
