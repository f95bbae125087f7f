// Binds games of a host language (games/guests.h): one binding for all of them.
#include "core/errors.h"
#include "games/guest_position.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

std::unique_ptr<Game> make_guest_game(const NamedParams& id) {
  const GuestGameEntry* guest = find_guest_game(id.name);
  if (guest == nullptr) throw UsageError("no game is called " + id.name);
  GameFacts facts;
  facts.seats = guest->seats;
  facts.returns = {.low = guest->low, .high = guest->high};
  facts.is_win_draw_loss = guest->is_win_draw_loss;
  return std::make_unique<BoundGame<GuestPosition>>(id, GuestPosition::Rules{guest->game}, facts);
}

}  // namespace rootward::bindings
