/* Amazons for rootward: cc -O2 -shared -fPIC -I include games/plugins/amazons.c -o amazons.so
 * An amazon moves like a queen and shoots an arrow as far; who cannot move has lost. Cells count from a1, row by row. */
#include <rootward/game.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 10, EMPTY = 0, FIRST, SECOND, ARROW };
typedef struct { uint8_t cells[MOST * MOST]; uint8_t queens[2][4]; uint8_t mover; } State;
static int size_of(const void *r) { return (int)((const rootward_value *)r)[0].integer; }

static const int kSteps[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* Cells that a queen reaches; returns their number. */
static int reach(const State *s, int size, int from, uint8_t *to) {
  int count = 0;
  for (int d = 0; d < 8; ++d)
    for (int x = from % size + kSteps[d][0], y = from / size + kSteps[d][1];
         x >= 0 && x < size && y >= 0 && y < size && s->cells[y * size + x] == EMPTY; x += kSteps[d][0], y += kSteps[d][1])
      to[count++] = (uint8_t)(y * size + x);
  return count;
}
static const char *open_rules(const rootward_value *values, rootward_facts *facts, void **rules) {
  const uint32_t size = (uint32_t)values[0].integer, cells = size * size;
  (void)rules;
  facts->most_moves = 4 * 16 * (size - 1) * (size - 1); /* four queens, 4 (size - 1) cells and as many arrows at most */
  facts->move_limit = cells * cells * cells;
  facts->most_plies = cells - 8;
  return NULL;
}
static void start(const void *r, void *state) {
  State *s = state;
  const int size = size_of(r), third = (size - 1) / 3;
  const int at[4] = {third * size, third, size - 1 - third, third * size + size - 1};
  for (int i = 0; i < 4; ++i) {
    s->queens[0][i] = (uint8_t)at[i];
    s->queens[1][i] = (uint8_t)(size * size - 1 - at[i]);
    s->cells[s->queens[0][i]] = FIRST;
    s->cells[s->queens[1][i]] = SECOND;
  }
}
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->mover; }
static int is_over(const void *r, const void *state) {
  const State *s = state;
  uint8_t to[4 * MOST];
  for (int i = 0; i < 4; ++i)
    if (reach(s, size_of(r), s->queens[s->mover][i], to) > 0) return 0;
  return 1;
}
static double result(const void *r, const void *state) { (void)r; return ((const State *)state)->mover ? 1 : -1; }
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  State s = *(const State *)state;
  const int size = size_of(r);
  const uint32_t cells = (uint32_t)(size * size);
  uint32_t count = 0;
  for (int i = 0; i < 4; ++i) {
    uint8_t to[4 * MOST], arrows[4 * MOST];
    const int from = s.queens[s.mover][i], places = reach(&s, size, from, to);
    s.cells[from] = EMPTY;
    for (int j = 0; j < places; ++j) {
      const int shots = reach(&s, size, to[j], arrows);
      for (int k = 0; k < shots; ++k) moves[count++] = ((uint32_t)from * cells + to[j]) * cells + arrows[k];
    }
    s.cells[from] = s.mover ? SECOND : FIRST;
  }
  return count;
}
static void play(const void *r, void *state, uint32_t move) {
  State *s = state;
  const uint32_t cells = (uint32_t)(size_of(r) * size_of(r)), to = move / cells % cells, from = move / cells / cells;
  s->cells[from] = EMPTY;
  s->cells[to] = s->mover ? SECOND : FIRST;
  s->cells[move % cells] = ARROW;
  uint8_t *queens = s->queens[s->mover];
  int i = 0;
  while (queens[i] != from) ++i;
  for (; i > 0 && queens[i - 1] > to; --i) queens[i] = queens[i - 1]; /* in order, so that equal boards are equal bytes */
  for (; i < 3 && queens[i + 1] < to; ++i) queens[i] = queens[i + 1];
  queens[i] = (uint8_t)to;
  s->mover ^= 1;
}
static void move_text(const void *r, const void *state, uint32_t move, char *text) {
  const uint32_t size = (uint32_t)size_of(r), cells = size * size;
  const uint32_t from = move / cells / cells, to = move / cells % cells, arrow = move % cells;
  (void)state;
  snprintf(text, ROOTWARD_TEXT_BYTES, "%c%u-%c%u/%c%u", 'a' + (int)(from % size), from / size + 1,
           'a' + (int)(to % size), to / size + 1, 'a' + (int)(arrow % size), arrow / size + 1);
}
static void cells(const void *r, const void *state, char *text) {
  const int size = size_of(r);
  for (int y = size - 1; y >= 0; --y, *text++ = '\n')
    for (int x = 0; x < size; ++x) *text++ = ".XO#"[((const State *)state)->cells[y * size + x]];
  *text = 0;
}
static const rootward_parameter parameters[] = {
    {.name = "size", .help = "Lines of the board.", .kind = ROOTWARD_INTEGER, .low = 4, .high = 10, .fallback = {.integer = 6}},
    {.name = NULL}};
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "amazons", .help = "Amazons move and shoot; who cannot move has lost.",
    .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .seats = 2, .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .open = open_rules, .cells = cells};
