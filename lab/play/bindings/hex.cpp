// Binds Hex, a rhombus of up to 13x13 cells.
#include "games/hex.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_hex() {
  return {.description = hex_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<Hex>>(id, make_hex_rules(id.params), GameFacts{});
          }};
}

}  // namespace rootward::bindings
