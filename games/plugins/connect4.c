/* Connect Four for rootward, made for speed: cc -O2 -shared -fPIC -I include games/plugins/connect4.c -o connect4.so */
#include <rootward/game.h>
#include <stdio.h>

/* A column takes 7 bits, the lowest cell first; the spare bit on top keeps lines from wrapping around. */
enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, CELLS = WIDTH * HEIGHT };
enum { OPEN, WON, DRAWN };
typedef struct { uint64_t own, theirs; uint8_t plies, end; } State; /* own: of the player to move */

#define BOTTOM 0x0000040810204081ull /* the lowest cell of every column */
#define COLUMN 63ull             /* the cells of the first one */
#define BOARD (BOTTOM * COLUMN)
#define TOP (BOTTOM << (HEIGHT - 1))

static inline int has_line(uint64_t s) {
  uint64_t pair = s & (s >> 1), found = pair & (pair >> 2);
  pair = s & (s >> STRIDE), found |= pair & (pair >> 2 * STRIDE);
  pair = s & (s >> (STRIDE - 1)), found |= pair & (pair >> 2 * (STRIDE - 1));
  pair = s & (s >> (STRIDE + 1)), found |= pair & (pair >> 2 * (STRIDE + 1));
  return found != 0;
}
/* The product adds the top cells up. */
static uint32_t full_columns(uint64_t stones) {
  return (uint32_t)((stones >> (HEIGHT - 1) & BOTTOM) * BOTTOM >> (WIDTH - 1) * STRIDE) & 7;
}
static uint64_t playable(const State *s) { return ((s->own | s->theirs) + BOTTOM) & BOARD; }
static void drop(State *s, uint64_t cell) {
  const uint64_t mine = s->own | cell;
  s->own = s->theirs;
  s->theirs = mine;
  s->plies += 1;
  s->end = has_line(mine) ? WON : s->plies == CELLS ? DRAWN : OPEN;
}

static void start(const void *r, void *state) { (void)r; (void)state; }
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->plies & 1; }
static int is_over(const void *r, const void *state) { (void)r; return ((const State *)state)->end != OPEN; }
static double result(const void *r, const void *state) { /* whoever moved last has won */
  const State *s = state;
  (void)r;
  return s->end == DRAWN ? 0 : s->plies & 1 ? 1 : -1;
}
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  const State *s = state;
  (void)r;
  if (s->end != OPEN) return 0;
  uint32_t count = 0;
  if (full_columns(s->own | s->theirs) == 0) {
    for (; count < WIDTH; ++count) moves[count] = count;
    return WIDTH;
  }
  for (uint64_t cells = playable(s); cells != 0; cells &= cells - 1)
    moves[count++] = (uint32_t)__builtin_ctzll(cells) / STRIDE;
  return count;
}
static void play(const void *r, void *state, uint32_t column) {
  State *s = state;
  (void)r;
  drop(s, playable(s) & COLUMN << column * STRIDE);
}
static void move_text(const void *r, const void *state, uint32_t column, char *text) {
  (void)r; (void)state;
  snprintf(text, ROOTWARD_TEXT_BYTES, "%u", column + 1);
}
/* One random number a move, among the open columns from the left. `open` lists where these begin, a byte each, so that
   nothing here depends on the number drawn but a shift. */
static double playout(const void *r, void *state, const rootward_random *random, uint32_t *plies) {
  const State *s = state;
  uint64_t mine = s->own, other = s->theirs, open = 0;
  uint32_t ply = s->plies, columns = 0;
  int is_won = 0;
  if (s->end != OPEN) return result(r, s);
  for (uint64_t column = 0; column < WIDTH; ++column)
    if (((mine | other) & TOP & COLUMN << column * STRIDE) == 0) open |= column * STRIDE << 8 * columns++;
  for (;;) {
    const uint32_t place = 8 * rootward_below(random, columns);
    const uint64_t cell = ((mine | other) + BOTTOM) & COLUMN << (open >> place & 255);
    mine |= cell;
    ply += 1;
    is_won = ply > 2 * 3 && has_line(mine);
    if (is_won) break;
    if ((cell & TOP) != 0) {
      const uint64_t before = ((uint64_t)1 << place) - 1;
      open = (open & before) | (open >> 8 & ~before);
      if (--columns == 0) break;
    }
    const uint64_t swap = mine;
    mine = other, other = swap;
  }
  *plies += ply - s->plies;
  return is_won ? (ply & 1 ? 1 : -1) : 0;
}
static void cells(const void *r, const void *state, char *text) {
  const State *s = state;
  const uint64_t first = s->plies & 1 ? s->theirs : s->own, second = s->plies & 1 ? s->own : s->theirs;
  (void)r;
  for (int row = HEIGHT - 1; row >= 0; --row, *text++ = '\n')
    for (int column = 0; column < WIDTH; ++column) {
      const int bit = column * STRIDE + row;
      *text++ = (first >> bit) & 1 ? 'X' : (second >> bit) & 1 ? 'O' : '.';
    }
  *text = 0;
}
static uint64_t mirrored(uint64_t board) {
  uint64_t image = 0;
  for (int column = 0; column < WIDTH; ++column)
    image |= ((board >> (column * STRIDE)) & 127) << ((WIDTH - 1 - column) * STRIDE);
  return image;
}
static void symmetric(const void *r, const void *state, uint32_t symmetry, void *image) {
  const State *s = state;
  State *other = image;
  (void)r; (void)symmetry;
  *other = *s;
  other->own = mirrored(s->own);
  other->theirs = mirrored(s->theirs);
}
/* own + filled + BOTTOM tells each column's height and its stones; who moves follows from the number of stones. */
static uint64_t hash(const void *r, const void *state) {
  const State *s = state;
  uint64_t x = s->own + (s->own | s->theirs) + BOTTOM;
  (void)r;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
static uint32_t key(const void *r, uint32_t column) { (void)r; return column; }
/* Own stones, then theirs; lines from the bottom. */
static void planes(const void *r, const void *state, uint8_t *bytes) {
  const State *s = state;
  (void)r;
  for (int row = 0; row < HEIGHT; ++row)
    for (int column = 0; column < WIDTH; ++column) {
      const int bit = column * STRIDE + row;
      *bytes++ = s->own >> bit & 1;
      *bytes++ = s->theirs >> bit & 1;
    }
}

const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "connect four", .help = "Stones fall down a column; four in line win.",
    .facts = {.state_bytes = sizeof(State), .most_moves = WIDTH, .move_limit = WIDTH, .most_plies = CELLS, .seats = 2,
              .win_draw_loss = 1, .low = -1, .high = 1, .lines = HEIGHT, .columns = WIDTH, .planes = 2},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .cells = cells, .hash = hash, .symmetries = 1, .symmetric = symmetric,
#ifndef NO_PLAYOUT /* -DNO_PLAYOUT: what the program's own playouts are worth (a row of `rootward tool bench`) */
    .playout = playout,
#endif
    .key = key, .planes = planes};
