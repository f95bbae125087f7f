// Binds P-games.
#include "games/p_game.h"

#include "games/tree_seed.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_p_game() {
  return {.description = p_game_description(),
          .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<PGame>>(id, make_p_game(id.params), GameFacts{});
          },
          .is_random = has_drawn_seed,
          .draw = [](const Params& params,
                     Rng& rng) { return draw_from_range(p_game_description(), "seed", params, rng); }};
}

}  // namespace rootward::bindings
