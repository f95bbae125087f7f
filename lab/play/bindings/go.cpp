// Binds Go: bitboards up to 11 lines, chains beyond.
#include "games/go/go.h"

#include "evaluators/net/go_encoder.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_go() {
  return {.description = go_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            const GoRules rules = make_go_rules(id.params);
            const int points = rules.size * rules.size;
            const GameFacts facts{.is_go_like = true,
                                  .board_points = points,
                                  .branching = points + 1,
                                  .black_white = true,
                                  .has_pass = true,
                                  .pass_action = static_cast<Action>(points),
                                  .ends_by_moves = false};
            if (rules.size <= SmallBoard::kMaxSize)
              return std::make_unique<BoundGame<Go<SmallBoard>>>(id, rules, facts);
            return std::make_unique<BoundGame<Go<LargeBoard>>>(id, rules, facts);
          }};
}

}  // namespace rootward::bindings
