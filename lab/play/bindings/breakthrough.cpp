// Binds Breakthrough.
#include "games/breakthrough.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_breakthrough() {
  return {.description = breakthrough_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<Breakthrough>>(id, make_breakthrough_rules(id.params), GameFacts{});
          }};
}

}  // namespace rootward::bindings
