// Binds synthetic trees; the plain kind is a single agent's.
#include "games/synthetic_tree.h"

#include "games/tree_seed.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_synthetic_tree() {
  return {.description = synthetic_tree_description(),
          .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            GameFacts facts;
            facts.seats = id.params.text("kind") == "minimax" ? 2 : 1;
            facts.returns = {.low = 0, .high = 1};
            facts.is_win_draw_loss = id.params.text("score") == "win";
            return std::make_unique<BoundGame<SyntheticTree>>(id, make_synthetic_tree(id.params), facts);
          },
          .is_random = has_drawn_seed,
          .draw = [](const Params& params,
                     Rng& rng) { return draw_from_range(synthetic_tree_description(), "seed", params, rng); }};
}

}  // namespace rootward::bindings
