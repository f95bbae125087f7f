// How a binding file announces its game: it defines `GameEntry describe_NAME()` in namespace rootward::bindings. The
// list of the names, games.def, is known to registry.cpp alone: a new game compiles no other one's binding.
#pragma once

#include <memory>

#include "core/params.h"
#include "lab/play/game.h"

namespace rootward {

struct GameEntry {
  Described description;
  std::unique_ptr<Game> (*make)(const NamedParams& id) = nullptr;
  // For games whose rules may be left to chance, else null.
  bool (*is_random)(const Params& params) = nullptr;
  Params (*draw)(const Params& params, Rng& rng) = nullptr;
};

namespace bindings {
/// A game of a host language (games/guests.h). Throws UsageError where there is none of the name.
std::unique_ptr<Game> make_guest_game(const NamedParams& id);
}  // namespace bindings

}  // namespace rootward
