// Fuzz target: the short text forms of sum, p_game, d_chain and grid_world.
#include "games/d_chain.h"
#include "games/grid_world.h"
#include "games/p_game.h"
#include "games/sum.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  check_game_text<Sum>({.rounds = 10}, text);
  check_game_text<PGame>(PGameModel(3, 6, 1), text);
  check_game_text<DChain>({.depth = 5, .end_reward = 1, .trap = 3}, text);
  check_game_text<GridWorld>(GridWorldRules({.slip = 0.1, .holes = 5, .max_steps = 20, .seed = 1}), text);
}
