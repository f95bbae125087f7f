/* A game by the C interface that answers whatever its parameter's text says, byte by byte: numbers that no rules have,
 * two answers to one question, texts without an end. It writes nothing outside of what it is handed. */
#include <rootward/game.h>
#include <string.h>

enum { MOST = 600 };
typedef struct { uint32_t at; uint32_t plies; } State; /* where the text is read next */

static uint32_t byte_at(const void *r, uint32_t at) {
  const char *text = ((const rootward_value *)r)[0].text;
  const size_t size = strlen(text);
  return size == 0 ? 0 : (unsigned char)text[at % size];
}
static uint32_t ask(const void *r, const void *state, uint32_t question) {
  const State *s = state;
  return byte_at(r, s->at * 7 + question) ^ (question * 29 & 63);
}
static const char *open_rules(const rootward_value *values, rootward_facts *facts, void **rules) {
  const void *r = values;
  (void)rules;
  if (byte_at(r, 0) == '!') return "it is not to be";
  facts->most_moves = 1 + byte_at(r, 1) * 2;
  facts->most_plies = 1 + byte_at(r, 2) % 40;
  facts->move_limit = byte_at(r, 3) % 3 == 0 ? 0 : byte_at(r, 3) * 3;
  facts->seats = 1 + byte_at(r, 4) % 3;
  facts->win_draw_loss = byte_at(r, 5) % 2;
  if (byte_at(r, 5) % 8 == 7) facts->low = facts->high;
  if (byte_at(r, 5) % 8 == 5) facts->low = -3;
  facts->lines = byte_at(r, 6) % 9, facts->columns = 3, facts->planes = 2;
  return NULL;
}
static void start(const void *r, void *state) { ((State *)state)->at = byte_at(r, 7); }
static int to_move(const void *r, const void *state) { return (int)(ask(r, state, 1) % 4) - (ask(r, state, 2) == 'm'); }
static int is_over(const void *r, const void *state) { return ask(r, state, 3) % 5 == 0; }
static double result(const void *r, const void *state) {
  const uint32_t answer = ask(r, state, 4) % 8;
  return answer == 7 ? 0.0 / ((double)answer - 7) : (double)answer - 3;
}
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  const uint32_t most = 1 + byte_at(r, 1) * 2, answer = ask(r, state, 5);
  const uint32_t count = answer % 4 == 0 ? 0 : answer % 16 == 9 ? most : answer % most;
  for (uint32_t i = 0; i < count && i < MOST; ++i) moves[i] = answer % 32 == 3 ? i * 77777u : i + (answer % 64 == 7);
  return answer == 'L' ? most + 1 : count;
}
static void play(const void *r, void *state, uint32_t move) {
  State *s = state;
  s->at = s->at * 5 + move + ask(r, state, 6);
  s->plies += 1;
}
static void move_text(const void *r, const void *state, uint32_t move, char *text) {
  const uint32_t answer = ask(r, state, 7);
  memset(text, (int)(answer % 4 == 0 ? 'x' : 'a' + move % 26), answer % 8 == 1 ? ROOTWARD_TEXT_BYTES : 1 + move % 9);
}
static void board(const void *r, const void *state, char *text) {
  memset(text, '\n', ask(r, state, 8) % 2 ? ROOTWARD_BOARD_BYTES : 5);
}
static uint64_t hash(const void *r, const void *state) { return ask(r, state, 9); }
static void symmetric(const void *r, const void *state, uint32_t symmetry, void *image) {
  (void)r;
  memcpy(image, state, sizeof(State));
  ((State *)image)->at += symmetry;
}
static double probability(const void *r, const void *state, uint32_t outcome) {
  return ((double)ask(r, state, 10 + outcome % 16) - 20) / 50;
}
static double playout(const void *r, void *state, const rootward_random *random, uint32_t *plies) {
  *plies = rootward_below(random, 9);
  return result(r, state);
}
static void weights(const void *r, const void *state, const uint32_t *moves, uint32_t count, double *out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = (double)ask(r, state, moves[i] % 32) - 9;
}
static double heuristic(const void *r, const void *state) { return ((double)ask(r, state, 11) - 60) / 60; }
static void measure(const void *r, const void *state, double *values) { values[0] = ask(r, state, 12); }
static void planes(const void *r, const void *state, uint8_t *bytes) {
  memset(bytes, (int)(ask(r, state, 13) % 3), byte_at(r, 6) % 9 * 6);
}
static const char *const features[] = {"number", "Any.", NULL};
static const rootward_parameter parameters[] = {
    {.name = "text", .help = "Its answers.", .kind = ROOTWARD_TEXT, .fallback = {.text = "-"}}, {.name = NULL}};
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "liar", .help = "Says what it likes.", .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .most_moves = 1, .move_limit = 1, .most_plies = 1, .seats = 2,
              .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .open = open_rules, .board = board, .cells = board, .hash = hash, .symmetries = 2,
    .symmetric = symmetric,
#ifdef LIAR_HAS_CHANCE
    .probability = probability,
#else
    .planes = planes,
#endif
#ifdef LIAR_PLAYS_OUT
    .playout = playout,
#endif
    .weights = weights, .heuristic = heuristic, .features = features, .measure = measure};
