/* @NAME@, a game for rootward: two players take 1 to 3 stones in turn; whoever takes the last one wins.
 * `make` compiles it, `make try` has the program ask every promise of rootward/game.h. Then make it your game. */
#include <rootward/game.h>
#include <stdio.h>

typedef struct { int32_t left; int32_t mover; } State; /* a plain block of bytes: no pointers */

static int64_t stones(const void *rules) { return ((const rootward_value *)rules)[0].integer; }

static void start(const void *rules, void *state) { ((State *)state)->left = (int32_t)stones(rules); }
static int to_move(const void *rules, const void *state) { (void)rules; return ((const State *)state)->mover; }
static int is_over(const void *rules, const void *state) { (void)rules; return ((const State *)state)->left == 0; }
static double result(const void *rules, const void *state) { /* of seat 0; the mover has lost */
  (void)rules;
  return ((const State *)state)->mover == 1 ? 1 : -1;
}
static uint32_t legal(const void *rules, const void *state, uint32_t *moves) {
  const int32_t left = ((const State *)state)->left;
  uint32_t count = 0;
  (void)rules;
  while (count < 3 && (int32_t)count < left) moves[count] = count + 1, ++count;
  return count;
}
static void play(const void *rules, void *state, uint32_t move) {
  State *s = state;
  (void)rules;
  s->left -= (int32_t)move;
  s->mover = 1 - s->mover;
}
static void move_text(const void *rules, const void *state, uint32_t move, char *text) {
  (void)rules, (void)state;
  snprintf(text, ROOTWARD_TEXT_BYTES, "%u", (unsigned)move);
}
static void board(const void *rules, const void *state, char *text) {
  (void)rules;
  snprintf(text, ROOTWARD_BOARD_BYTES, "%d stones", (int)((const State *)state)->left);
}
static const rootward_parameter parameters[] = {
    {.name = "stones", .help = "Stones at the start.", .kind = ROOTWARD_INTEGER, .low = 1, .high = 100, .fallback = {.integer = 21}},
    {.name = NULL}};
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "@NAME@", .help = "Take 1 to 3 stones; who takes the last one wins.",
    .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .most_moves = 3, .move_limit = 4, .most_plies = 100, .seats = 2,
              .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .board = board};
