// The property that fuzzing holds a game's text form to: what parses prints, reads back equal and can be played on.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "core/game_state.h"
#include "core/rng.h"
#include "tests/fuzz/fuzz_entry.h"

namespace rootward::fuzz {

template <GameState P>
void check_game_text(const typename P::Rules& rules, std::string_view text) {
  std::optional<P> read;
  try {
    read.emplace(P::from_text(rules, text));
  } catch (const UsageError&) {
    return;
  }
  const std::string printed = read->to_text();
  P again = P::from_text(rules, printed);
  require(again.to_text() == printed, "the printed text reads back to itself");
  require(again.hash() == read->hash(), "the same state has the same hash");
  require(again.is_over() == read->is_over(), "the same state is over or not");
  ActionList actions;
  again.legal_actions(actions);
  require(actions.empty() == again.is_over(), "there are legal actions until the game is over");
  Rng rng(1);
  const PlayoutResult playout = again.random_playout(rng);
  require(playout.value >= -1 && playout.value <= 1, "a playout's value is in [-1, 1]");
  for (Action action : actions) {
    const typename P::Mark mark = again.mark();
    again.play(action);
    again.rewind(mark);
  }
  require(again.to_text() == printed, "playing and rewinding leaves the state as it was");
}

}  // namespace rootward::fuzz
