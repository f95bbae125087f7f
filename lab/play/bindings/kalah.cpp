// Binds Kalah, whose players may move twice in a row.
#include "games/kalah.h"
#include "games/tree_seed.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_kalah() {
  return {
      .description = kalah_description(),
      .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
        return std::make_unique<BoundGame<Kalah>>(id, make_kalah_rules(id.params), GameFacts{});
      },
      .is_random = [](const Params& params) { return params.is_range("deal"); },
      .draw = [](const Params& params, Rng& rng) { return draw_from_range(kalah_description(), "deal", params, rng); }};
}

}  // namespace rootward::bindings
