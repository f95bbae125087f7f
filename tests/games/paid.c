/* A game with results in units of its own, and noise: each player adds 0, 1 or 2 to a sum of at most 4, of which the
 * first gets what there is, half a unit more or less. */
#include <rootward/game.h>

typedef struct { int32_t plies, sum; } State;

static void start(const void *r, void *state) { (void)r; (void)state; }
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->plies; }
static int is_over(const void *r, const void *state) { (void)r; return ((const State *)state)->plies == 2; }
static double result(const void *r, const void *state) { (void)r; return ((const State *)state)->sum; }
static double draw_result(const void *r, const void *state, const rootward_random *random) {
  return result(r, state) + (rootward_below(random, 2) == 0 ? -0.5 : 0.5);
}
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  if (is_over(r, state)) return 0;
  moves[0] = 0, moves[1] = 1, moves[2] = 2;
  return 3;
}
static void play(const void *r, void *state, uint32_t move) {
  State *s = state;
  (void)r;
  s->plies += 1;
  s->sum += (int32_t)move;
}
static void move_text(const void *r, const void *state, uint32_t move, char *text) {
  (void)r; (void)state;
  text[0] = (char)('0' + move);
  text[1] = 0;
}
static uint32_t key(const void *r, uint32_t move) { (void)r; return 10 + move; }
static void weights(const void *r, const void *state, const uint32_t *moves, uint32_t count, double *numbers) {
  (void)r; (void)state;
  for (uint32_t i = 0; i < count; ++i) numbers[i] = moves[i] == 0 ? 1 : moves[i] == 1 ? 0 : 3;
}
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "paid", .help = "Add 0, 1 or 2 to what the first player gets.",
    .facts = {.state_bytes = sizeof(State), .most_moves = 3, .move_limit = 3, .most_plies = 2, .seats = 2,
              .low = 0, .high = 4},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .draw_result = draw_result, .weights = weights, .key = key};
