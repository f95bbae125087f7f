// Binds the bandit; rewards are in [0, 1].
#include "games/bandit.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_bandit() {
  return {.description = bandit_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            GameFacts facts;
            facts.seats = 1;
            facts.returns = {.low = 0, .high = 1};
            facts.is_win_draw_loss = false;
            return std::make_unique<BoundGame<Bandit>>(id, make_bandit_rules(id.params), facts);
          }};
}

}  // namespace rootward::bindings
