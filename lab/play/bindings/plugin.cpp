// Binds games by the C interface (include/rootward/game.h).
#include "core/errors.h"
#include "evaluators/net/plugin_encoder.h"
#include "games/loading/library.h"
#include "games/loading/position.h"
#include "games/loading/rules.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_plugin() {
  return {.description = loading::plugin_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            const auto library = loading::find_library(id.params.text("sha256"));
            if (library == nullptr)
              throw UsageError("plugin: the game's file " + id.params.text("file") + " is not loaded");
            loading::PluginRules rules(library, id.params);
            GameFacts facts;
            facts.seats = static_cast<int>(rules.facts().seats);
            facts.returns = {.low = rules.facts().low, .high = rules.facts().high};
            facts.is_win_draw_loss = rules.facts().win_draw_loss != 0;
            return std::make_unique<BoundGame<PluginPosition>>(id, std::move(rules), facts);
          }};
}

}  // namespace rootward::bindings
