// Binds Sum; its returns are distances to the wanted total.
#include "games/sum.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_sum() {
  return {.description = sum_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            const Sum::Rules rules = make_sum_rules(id.params);
            GameFacts facts;
            facts.seats = 1;
            facts.returns = {.low = static_cast<double>(rules.lowest_return()), .high = 0};
            facts.is_win_draw_loss = false;
            return std::make_unique<BoundGame<Sum>>(id, rules, facts);
          }};
}

}  // namespace rootward::bindings
