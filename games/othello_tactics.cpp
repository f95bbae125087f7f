// Cells as bits.
#include "games/othello_tactics.h"

#include <bit>

#include "games/line_tactics.h"

namespace rootward {

std::uint64_t othello_tactical_cells(const Othello& position) {
  const OthelloField& field = position.field();
  const std::uint64_t moves = position.moves();
  if (const std::uint64_t corners = moves & field.corners) return corners;
  const std::uint64_t empty = field.corners & ~(position.discs(Seat::first) | position.discs(Seat::second));
  const std::uint64_t left_corners = empty & ~field.inner & 0x0101010101010101ULL;
  const std::uint64_t right_corners = empty & ~left_corners;
  const std::uint64_t opening = left_corners << 9 | left_corners >> 7 | right_corners << 7 | right_corners >> 9;
  const std::uint64_t safe = moves & ~(opening & field.inner);
  return safe == 0 ? moves : safe;
}

/// A pass alone where the player must.
void Othello::tactical_actions(const Tactics& /*tactics*/, ActionList& out) const {
  out.clear();
  for (std::uint64_t cells = othello_tactical_cells(*this); cells != 0; cells &= cells - 1)
    out.push_back(static_cast<Action>(std::countr_zero(cells)));
  if (out.empty()) out.push_back(kOthelloPass);
}

PlayoutResult Othello::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                        PlayoutPolicy* policy) const {
  Othello position = *this;
  PlayoutResult playout;
  if (trace != nullptr) trace->start(position.to_move());
  if (policy != nullptr) policy->begin();
  ActionList actions;
  for (; !position.is_over(); ++playout.plies) {
    position.tactical_actions(tactics, actions);
    const std::optional<Action> proposed = proposal_among(position, actions, policy);
    const Action action = proposed ? *proposed : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position.play(action);
    if (policy != nullptr) policy->played(position.move_key(action));
    if (trace != nullptr) trace->add(position.move_key(action));
  }
  if (trace != nullptr && !trace->owners().empty()) position.tell_owners(trace->owners());
  playout.value = position.result();
  return playout;
}

}  // namespace rootward
