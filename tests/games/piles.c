/* A game with a state of 64 bytes, every one of which is used: take one or two stones of a pile; who takes the last one
 * wins. */
#include <rootward/game.h>
#include <stdio.h>

enum { PILES = 62, HIGHEST = 2 };
typedef struct { uint8_t piles[PILES], left, mover; } State;

static void start(const void *r, void *state) {
  State *s = state;
  (void)r;
  for (int i = 0; i < PILES; ++i) s->left = (uint8_t)(s->left + (s->piles[i] = (uint8_t)(1 + i % HIGHEST)));
}
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->mover; }
static int is_over(const void *r, const void *state) { (void)r; return ((const State *)state)->left == 0; }
static double result(const void *r, const void *state) { (void)r; return ((const State *)state)->mover ? 1 : -1; }
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  const State *s = state;
  uint32_t count = 0;
  (void)r;
  for (uint32_t i = 0; i < PILES; ++i)
    for (uint32_t take = 1; take <= s->piles[i]; ++take) moves[count++] = i * HIGHEST + take - 1;
  return count;
}
static void play(const void *r, void *state, uint32_t move) {
  State *s = state;
  const uint8_t take = (uint8_t)(move % HIGHEST + 1);
  (void)r;
  s->piles[move / HIGHEST] = (uint8_t)(s->piles[move / HIGHEST] - take);
  s->left = (uint8_t)(s->left - take);
  s->mover ^= 1;
}
static void move_text(const void *r, const void *state, uint32_t move, char *text) {
  (void)r; (void)state;
  snprintf(text, ROOTWARD_TEXT_BYTES, "%u-%u", (unsigned)(move / HIGHEST + 1), (unsigned)(move % HIGHEST + 1));
}
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "piles", .help = "Take one or two stones of a pile; the last one wins.",
    .facts = {.state_bytes = sizeof(State), .most_moves = PILES * HIGHEST, .move_limit = PILES * HIGHEST,
              .most_plies = PILES * HIGHEST, .seats = 2, .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text};
