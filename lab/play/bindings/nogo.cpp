// Binds NoGo: two words up to 11 lines, six beyond.
#include "games/nogo.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_nogo() {
  return {.description = nogo_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            const NoGoRules rules = make_nogo_rules(id.params);
            GameFacts facts;
            facts.is_go_like = true;
            facts.board_points = rules.points();
            facts.black_white = true;
            if (rules.size() <= kNoGoSmallSize) return std::make_unique<BoundGame<NoGoSmall>>(id, rules, facts);
            return std::make_unique<BoundGame<NoGoLarge>>(id, rules, facts);
          }};
}

}  // namespace rootward::bindings
