// @NAME@, a game for rootward: two players take 1 to 3 stones in turn; whoever takes the last one wins.
// `make` compiles it, `make try` has the program ask every promise of rootward/game.h. Then make it your game.
#include <rootward/game.h>

#include <cstdint>
#include <cstdio>

namespace {

struct State {  // a plain block of bytes: no pointers, no strings, no vectors
  std::int32_t left;
  std::int32_t mover;
};
const State& of(const void* state) { return *static_cast<const State*>(state); }
std::int64_t stones(const void* rules) { return static_cast<const rootward_value*>(rules)[0].integer; }

void start(const void* rules, void* state) {
  static_cast<State*>(state)->left = static_cast<std::int32_t>(stones(rules));
}
int to_move(const void*, const void* state) { return of(state).mover; }
int is_over(const void*, const void* state) { return of(state).left == 0 ? 1 : 0; }
double result(const void*, const void* state) {
  return of(state).mover == 1 ? 1 : -1;
}  // of seat 0; the mover has lost
std::uint32_t legal(const void*, const void* state, std::uint32_t* moves) {
  std::uint32_t count = 0;
  for (std::uint32_t take = 1; take <= 3 && static_cast<std::int32_t>(take) <= of(state).left; ++take)
    moves[count++] = take;
  return count;
}
void play(const void*, void* state, std::uint32_t move) {
  auto& s = *static_cast<State*>(state);
  s.left -= static_cast<std::int32_t>(move);
  s.mover = 1 - s.mover;
}
void move_text(const void*, const void*, std::uint32_t move, char* text) {
  std::snprintf(text, ROOTWARD_TEXT_BYTES, "%u", static_cast<unsigned>(move));
}
void board(const void*, const void* state, char* text) {
  std::snprintf(text, ROOTWARD_BOARD_BYTES, "%d stones", static_cast<int>(of(state).left));
}

rootward_parameter stones_parameter() {
  rootward_parameter parameter{};
  parameter.name = "stones";
  parameter.help = "Stones at the start.";
  parameter.kind = ROOTWARD_INTEGER;
  parameter.low = 1;
  parameter.high = 100;
  parameter.fallback.integer = 21;
  return parameter;
}
const rootward_parameter parameters[] = {stones_parameter(), {}};

rootward_game described() {
  rootward_game game{};  // what stays null the game does not have
  game.version = ROOTWARD_GAME_VERSION;
  game.name = "@NAME@";
  game.help = "Take 1 to 3 stones; who takes the last one wins.";
  game.parameters = parameters;
  game.facts.state_bytes = sizeof(State);
  game.facts.most_moves = 3;
  game.facts.move_limit = 4;
  game.facts.most_plies = 100;
  game.facts.seats = 2;
  game.facts.win_draw_loss = 1;
  game.facts.low = -1;
  game.facts.high = 1;
  game.start = start;
  game.to_move = to_move;
  game.is_over = is_over;
  game.result = result;
  game.legal = legal;
  game.play = play;
  game.move_text = move_text;
  game.board = board;
  return game;
}

}  // namespace

const rootward_game rootward_plugin = described();
