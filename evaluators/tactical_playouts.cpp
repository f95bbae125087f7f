// How tactical playouts are described. Games are named here alone: a header would compile every game again.
#include "evaluators/tactical_playouts.h"

namespace rootward {
namespace {

ParamSpec tactics_switch(std::string key, std::string help, std::string source) {
  return {.key = std::move(key),
          .help = std::move(help),
          .type = ParamType::boolean,
          .fallback = true,
          .source = std::move(source)};
}

}  // namespace

Described TacticalPlayoutsEntry::describe() {
  Described description{
      .name = std::string(kName),
      .help =
          "random games in which both sides see a little: breakthrough (takes for free), connect4, go, nogo, "
          "othello (corners), plugin (by the game's weights), tictactoe",
      .source =
          "win or stop a loss: a course report on Connect Four; Breakthrough: Lorentz & Horey 2013; Go: "
          "Gelly, Wang, Munos & Teytaud 2006",
      .parameters = {
          count_spec(),
          tactics_switch("lines",
                         "breakthrough, connect4, nogo, tictactoe: win at once, else do not let the opponent win "
                         "at once (in nogo where at most 32 moves are legal)",
                         "a course report on Connect Four"),
          tactics_switch("atari", "go: escape from atari and capture, near the last move", "Gelly et al. 2006"),
          tactics_switch("patterns", "go: 3x3 patterns around the last move",
                         "Gelly et al. 2006 (patterns from memory)")}};
  description.parameters.push_back(
      {.key = "takes",
       .help = "breakthrough: how many times as likely as another move is one that takes an undefended pawn; unless "
               "given, nothing else is played where there is one",
       .type = ParamType::integer,
       .low = 1,
       .high = 100,
       .is_late = true,
       .source = "4 in Lanctot et al. 2014"});
  add_cut_specs(description.parameters);
  return description;
}

void TacticalPlayoutsEntry::refuse() {
  throw UsageError(
      "tactical_playouts: this game has no tactics; games that have: breakthrough, connect4, go, nogo, othello, "
      "plugin (with weights), tictactoe");
}

void TacticalPlayoutsEntry::refuse_takes() {
  throw UsageError("tactical_playouts: takes is read in breakthrough alone");
}

}  // namespace rootward
