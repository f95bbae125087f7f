// How a binding file announces its game: one describe function each, named by games.def.
#pragma once

#include <memory>

#include "core/params.h"
#include "experiments/play/game.h"

namespace rootward {

struct GameEntry {
  Described description;
  std::unique_ptr<Game> (*make)(const NamedParams& id) = nullptr;
  // For games whose rules may be left to chance, else null.
  bool (*is_random)(const Params& params) = nullptr;
  Params (*draw)(const Params& params, Rng& rng) = nullptr;
};

namespace bindings {
#define ROOTWARD_GAME(name) GameEntry describe_##name();
#include "experiments/play/bindings/games.def"
#undef ROOTWARD_GAME
}  // namespace bindings

}  // namespace rootward
