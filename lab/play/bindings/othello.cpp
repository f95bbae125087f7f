// Binds Othello.
#include "games/othello.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_othello() {
  return {.description = othello_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<Othello>>(id, make_othello_rules(id.params), GameFacts{});
          }};
}

}  // namespace rootward::bindings
