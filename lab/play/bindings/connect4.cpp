// Binds Connect Four: one board class for boards of one machine word, one for the rest.
#include "games/connect4.h"

#include "evaluators/net/connect4_encoder.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_connect4() {
  return {.description = connect4_description(),
          .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            const Connect4Rules rules = make_connect4_rules(id.params);
            if (fits_small(rules)) return std::make_unique<BoundGame<Connect4Small>>(id, rules, GameFacts{});
            return std::make_unique<BoundGame<Connect4Large>>(id, rules, GameFacts{});
          },
          .is_random = has_random_board,
          .draw = draw_connect4_board};
}

}  // namespace rootward::bindings
