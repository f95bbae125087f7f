// Binds decision processes; returns are sums of discounted rewards.
#include "games/mdp.h"

#include <utility>

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_mdp() {
  return {.description = mdp_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            MdpRules rules = make_mdp_rules(id.params);
            GameFacts facts;
            facts.seats = 1;
            facts.returns = {.low = rules.lowest_return(), .high = rules.highest_return()};
            facts.is_win_draw_loss = false;
            return std::make_unique<BoundGame<Mdp>>(id, std::move(rules), facts);
          }};
}

}  // namespace rootward::bindings
