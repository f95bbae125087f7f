/* Dots and boxes for rootward: cc -O2 -shared -fPIC -I include games/plugins/dots.c -o dots.so */
#include <rootward/game.h>
#include <stdio.h>

/* A move is an edge's number: first the horizontal ones, row by row from the top, then the vertical ones. */
typedef struct { uint64_t edges[3]; uint32_t left; int16_t lead; uint8_t mover; } State; /* lead: boxes of seat 0 - of 1 */
#define ROWS(rules) ((uint32_t)((const rootward_value *)(rules))[0].integer)
#define COLUMNS(rules) ((uint32_t)((const rootward_value *)(rules))[1].integer)
#define MOVES_AGAIN(rules) (((const rootward_value *)(rules))[2].integer != 0)

static uint32_t edges(const void *r) { return 2 * ROWS(r) * COLUMNS(r) + ROWS(r) + COLUMNS(r); }
static int has(const State *s, uint32_t edge) { return (int)(s->edges[edge / 64] >> (edge % 64) & 1); }
static int is_closed(const void *r, const State *s, uint32_t row, uint32_t column) {
  const uint32_t flat = (ROWS(r) + 1) * COLUMNS(r), across = row * COLUMNS(r) + column, down = flat + across + row;
  return has(s, across) && has(s, across + COLUMNS(r)) && has(s, down) && has(s, down + 1);
}
static void start(const void *r, void *state) { ((State *)state)->left = edges(r); }
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->mover; }
static int is_over(const void *r, const void *state) { (void)r; return ((const State *)state)->left == 0; }
static double result(const void *r, const void *state) {
  (void)r;
  return (((const State *)state)->lead > 0) - (((const State *)state)->lead < 0);
}
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  uint32_t count = 0;
  for (uint32_t edge = 0; edge < edges(r); ++edge)
    if (!has(state, edge)) moves[count++] = edge;
  return count;
}
static void play(const void *r, void *state, uint32_t edge) {
  State *s = state;
  const uint32_t flat = (ROWS(r) + 1) * COLUMNS(r), i = edge < flat ? edge : edge - flat;
  const uint32_t row = edge < flat ? i / COLUMNS(r) : i / (COLUMNS(r) + 1), column = i - row * (COLUMNS(r) + (edge >= flat));
  s->edges[edge / 64] |= (uint64_t)1 << (edge % 64);
  int closed = row < ROWS(r) && column < COLUMNS(r) && is_closed(r, s, row, column);
  if (edge < flat && row > 0) closed += is_closed(r, s, row - 1, column);
  if (edge >= flat && column > 0) closed += is_closed(r, s, row, column - 1);
  s->lead = (int16_t)(s->lead + (s->mover ? -closed : closed));
  s->left -= 1;
  if (closed == 0 || !MOVES_AGAIN(r)) s->mover ^= 1;
}
static void move_text(const void *r, const void *state, uint32_t edge, char *text) {
  const uint32_t flat = (ROWS(r) + 1) * COLUMNS(r), i = edge < flat ? edge : edge - flat;
  const uint32_t width = COLUMNS(r) + (edge >= flat);
  (void)state;
  snprintf(text, ROOTWARD_TEXT_BYTES, "%c%u%c", 'a' + (int)(i % width), i / width + 1, edge < flat ? 'h' : 'v');
}
static double lead(const State *s) { return s->mover ? -s->lead : s->lead; }
static double heuristic(const void *r, const void *state) { return lead(state) / (double)(ROWS(r) * COLUMNS(r)); }
static void measure(const void *r, const void *state, double *values) {
  (void)r;
  values[0] = lead(state);
  values[1] = ((const State *)state)->left;
}
static const char *const features[] = {"lead", "Boxes of the player to move, less the opponent's.",
                                       "open", "Edges that are not drawn.", NULL};
static const rootward_parameter parameters[] = {
    {.name = "rows", .help = "Rows of boxes.", .kind = ROOTWARD_INTEGER, .low = 1, .high = 9, .fallback = {.integer = 3}},
    {.name = "columns", .help = "Columns of boxes.", .kind = ROOTWARD_INTEGER, .low = 1, .high = 9, .fallback = {.integer = 3}},
    {.name = "again", .help = "Closing a box moves again.", .kind = ROOTWARD_SWITCH, .fallback = {.integer = 1}},
    {.name = NULL}};
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "dots and boxes", .help = "Whoever draws a box's fourth side owns it.",
    .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .most_moves = 180, .move_limit = 180, .most_plies = 180, .seats = 2,
              .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .heuristic = heuristic, .features = features, .measure = measure};
