/* Three games whose mover may move again, or not: cc -O2 -shared -fPIC -I include games/plugins/runs.c -o runs.so
 *
 * Connect Four: a stone that completes three of its colour in line moves again. Hex and Breakthrough: after the first
 * move of the game a turn is two moves (Marseillais). `again: false` is the common game on the same board. */
#include <rootward/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT4, HEX, BREAKTHROUGH };
enum { MOST_SIZE = 9, MOST_CELLS = MOST_SIZE * MOST_SIZE, EMPTY = 0 }; /* a stone is its seat + 1 */
typedef struct { uint8_t cells[MOST_CELLS]; uint8_t mover, left, winner; uint16_t plies; } State; /* left: moves of this turn */
typedef struct { int game, lines, columns, is_again; } Rules; /* seat 0's lines are the low ones */

static const Rules *rules_of(const void *r) { return r; }
static int cell(const Rules *r, int line, int column) { return line * r->columns + column; }
static int is_on(const Rules *r, int line, int column) { return line >= 0 && line < r->lines && column >= 0 && column < r->columns; }

/* Stones of the cell's colour in both directions of a line through it, itself included. */
static int run(const Rules *r, const State *s, int at, int down, int across) {
  int count = 1;
  for (int sign = -1; sign <= 1; sign += 2)
    for (int k = 1;; ++k) {
      const int line = at / r->columns + sign * k * down, column = at % r->columns + sign * k * across;
      if (!is_on(r, line, column) || s->cells[cell(r, line, column)] != s->cells[at]) break;
      ++count;
    }
  return count;
}
static int longest_run(const Rules *r, const State *s, int at) {
  static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  int longest = 0;
  for (int way = 0; way < 4; ++way) {
    const int length = run(r, s, at, ways[way][0], ways[way][1]);
    if (length > longest) longest = length;
  }
  return longest;
}
/* Whether the stone's group touches both of its colour's edges: seat 0 joins the first and the last line. */
static int joins(const Rules *r, const State *s, int at) {
  static const int near[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
  uint8_t seen[MOST_CELLS] = {0};
  int open[MOST_CELLS], count = 0, touched = 0;
  const int is_first = s->cells[at] == 1, last = r->lines - 1;
  seen[at] = 1;
  open[count++] = at;
  while (count > 0) {
    const int here = open[--count], line = here / r->columns, column = here % r->columns;
    const int along = is_first ? line : column;
    touched |= (along == 0) | (along == last) << 1;
    for (int k = 0; k < 6; ++k) {
      if (!is_on(r, line + near[k][0], column + near[k][1])) continue;
      const int next = cell(r, line + near[k][0], column + near[k][1]);
      if (seen[next] || s->cells[next] != s->cells[at]) continue;
      seen[next] = 1;
      open[count++] = next;
    }
  }
  return touched == 3;
}

static void start(const void *rules, void *state) {
  const Rules *r = rules_of(rules);
  State *s = state;
  s->left = 1;
  if (r->game != BREAKTHROUGH) return;
  for (int i = 0; i < 2 * r->columns; ++i) s->cells[i] = 1, s->cells[r->lines * r->columns - 1 - i] = 2;
}
static int to_move(const void *r, const void *state) { (void)r; return ((const State *)state)->mover; }
static uint32_t legal(const void *rules, const void *state, uint32_t *moves) {
  const Rules *r = rules_of(rules);
  const State *s = state;
  uint32_t count = 0;
  if (s->winner) return 0;
  if (r->game == CONNECT4)
    for (int column = 0; column < r->columns; ++column)
      if (s->cells[cell(r, r->lines - 1, column)] == EMPTY) moves[count++] = (uint32_t)column;
  if (r->game == HEX)
    for (int at = 0; at < r->lines * r->columns; ++at)
      if (s->cells[at] == EMPTY) moves[count++] = (uint32_t)at;
  if (r->game == BREAKTHROUGH) /* three ways ahead from each stone: straight onto an empty cell, aslant onto any but its own */
    for (int at = 0; at < r->lines * r->columns; ++at) {
      if (s->cells[at] != s->mover + 1) continue;
      const int line = at / r->columns + (s->mover ? -1 : 1);
      for (int way = -1; way <= 1; ++way) {
        const int column = at % r->columns + way;
        if (!is_on(r, line, column)) continue;
        const int target = s->cells[cell(r, line, column)];
        if (way == 0 ? target == EMPTY : target != s->mover + 1) moves[count++] = (uint32_t)(at * 3 + way + 1);
      }
    }
  return count;
}
static int is_over(const void *rules, const void *state) {
  const State *s = state;
  return s->winner || (rules_of(rules)->game == CONNECT4 && s->plies == rules_of(rules)->lines * rules_of(rules)->columns);
}
static double result(const void *r, const void *state) {
  (void)r;
  return ((const State *)state)->winner == 1 ? 1 : ((const State *)state)->winner == 2 ? -1 : 0;
}
/* Whose turn it is then, and for how many moves. */
static void end_turn(const Rules *r, State *s, int moves_again) {
  s->plies += 1;
  if (r->game == CONNECT4) {
    if (!moves_again) s->mover ^= 1;
  } else if (--s->left == 0) {
    s->mover ^= 1;
    s->left = r->is_again ? 2 : 1;
  }
}
static int has_stones(const Rules *r, const State *s, int colour) {
  return memchr(s->cells, colour, (size_t)(r->lines * r->columns)) != NULL;
}
static void play(const void *rules, void *state, uint32_t move) {
  const Rules *r = rules_of(rules);
  State *s = state;
  const uint8_t colour = (uint8_t)(s->mover + 1);
  int at = (int)move, longest = 0;
  if (r->game == CONNECT4) {
    while (s->cells[at] != EMPTY) at += r->columns;
    s->cells[at] = colour;
    longest = longest_run(r, s, at);
    if (longest >= 4) s->winner = colour;
  } else if (r->game == HEX) {
    s->cells[at] = colour;
    if (joins(r, s, at)) s->winner = colour;
  } else {
    const int from = (int)(move / 3), line = from / r->columns + (s->mover ? -1 : 1);
    at = cell(r, line, from % r->columns + (int)(move % 3) - 1);
    s->cells[from] = EMPTY;
    s->cells[at] = colour;
    if (line == (s->mover ? 0 : r->lines - 1) || !has_stones(r, s, 3 - colour)) s->winner = colour;
  }
  end_turn(r, s, r->is_again && longest == 3);
}
static double playout(const void *rules, void *state, const rootward_random *random, uint32_t *plies) {
  uint32_t moves[3 * MOST_CELLS];
  while (!is_over(rules, state)) {
    const uint32_t count = legal(rules, state, moves);
    play(rules, state, moves[rootward_below(random, count)]);
    *plies += 1;
  }
  return result(rules, state);
}
static void move_text(const void *rules, const void *state, uint32_t move, char *text) {
  const Rules *r = rules_of(rules);
  const int at = r->game == BREAKTHROUGH ? (int)(move / 3) : (int)move;
  (void)state;
  if (r->game == CONNECT4)
    snprintf(text, ROOTWARD_TEXT_BYTES, "%u", move + 1);
  else if (r->game == HEX)
    snprintf(text, ROOTWARD_TEXT_BYTES, "%c%d", 'a' + at % r->columns, at / r->columns + 1);
  else
    snprintf(text, ROOTWARD_TEXT_BYTES, "%c%d%c", 'a' + at % r->columns, at / r->columns + 1, "<^>"[move % 3]);
}
static void cells(const void *rules, const void *state, char *text) {
  const Rules *r = rules_of(rules);
  for (int line = r->lines - 1; line >= 0; --line, *text++ = '\n')
    for (int column = 0; column < r->columns; ++column)
      *text++ = ".XO"[((const State *)state)->cells[cell(r, line, column)]];
  *text = 0;
}

static const char *const games[] = {"connect4", "hex", "breakthrough", NULL};
static const char *open_rules(const rootward_value *values, rootward_facts *facts, void **rules) {
  Rules *r = malloc(sizeof *r);
  if (r == NULL) return "there is no memory for the rules";
  for (r->game = CONNECT4; strcmp(games[r->game], values[0].text) != 0;) ++r->game;
  r->columns = (int)values[1].integer;
  r->lines = r->game == CONNECT4 ? r->columns - 1 : r->columns;
  r->is_again = values[2].integer != 0;
  const uint32_t count = (uint32_t)(r->lines * r->columns), columns = (uint32_t)r->columns;
  facts->most_moves = r->game == CONNECT4 ? columns : r->game == HEX ? count : 6 * columns;
  facts->move_limit = r->game == CONNECT4 ? columns : r->game == HEX ? count : 3 * count;
  facts->most_plies = r->game == BREAKTHROUGH ? 4 * count : count;
  *rules = r;
  return NULL;
}
static const rootward_parameter parameters[] = {
    {.name = "game", .help = "Which one.", .kind = ROOTWARD_TEXT, .fallback = {.text = NULL}, .choices = games},
    {.name = "size", .help = "Columns; as many lines, one less in Connect Four.", .kind = ROOTWARD_INTEGER, .low = 5, .high = MOST_SIZE, .fallback = {.integer = 7}},
    {.name = "again", .help = "Whether the mover may move again.", .kind = ROOTWARD_SWITCH, .fallback = {.integer = 1}},
    {.name = NULL}};

const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "moves in a row", .help = "Connect Four, Hex and Breakthrough whose mover may move again.",
    .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .most_moves = MOST_CELLS, .move_limit = 3 * MOST_CELLS, .most_plies = 4 * MOST_CELLS,
              .seats = 2, .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .open = open_rules, .close = free, .cells = cells, .playout = playout};
