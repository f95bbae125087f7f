/* A small game that breaks one promise, named by its parameter: what `rootward check` says of each is tested with it.
 * Two players take 1 to 3 stones of ten in turn; whoever takes the last one wins. */
#include <rootward/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int32_t left; int32_t mover; int32_t chance; int32_t slack; } State;
static const char *fault_of(const void *r) { return ((const rootward_value *)r)[0].text; }
static int is(const void *r, const char *fault) { return strcmp(fault_of(r), fault) == 0; }
static uint32_t calls, starts; /* no game may have such things */
static char *volatile nowhere; /* NULL */

#ifdef ENDS_BADLY
static void __attribute__((destructor)) end(void) { abort(); }
#endif
static const char *open_rules(const rootward_value *values, rootward_facts *facts, void **rules) {
  (void)rules;
  if (is(values, "refuses")) return "these rules are not allowed";
  if (is(values, "facts")) facts->most_moves = 0;
  if (is(values, "open")) *nowhere = 1;
  return NULL;
}
static void start(const void *r, void *state) {
  State *s = state;
  s->left = 10;
  ++starts;
  s->chance = is(r, "chances") || is(r, "few_chances") || is(r, "fair");
}
static int to_move(const void *r, const void *state) {
  const State *s = state;
  if (s->chance) return ROOTWARD_CHANCE;
  return is(r, "mover") && s->left == 7 ? 5 : s->mover;
}
static int is_over(const void *r, const void *state) { (void)r; return ((const State *)state)->left <= 0; }
static double result(const void *r, const void *state) {
  const int lost_by = ((const State *)state)->mover;
  if (strncmp(fault_of(r), "late", 4) == 0 && ++calls > 200000) { /* when no trial looks any more, and some games are stored */
    if (is(r, "late")) return 5;
    if (is(r, "late_crash")) *nowhere = 1;
    if (is(r, "late_abort")) abort();
    if (is(r, "late_exit")) exit(0);
    if (is(r, "late_hang")) for (;;) ++*(volatile uint32_t *)&calls;
  }
  return is(r, "result") ? 0.5 : lost_by ? 1 : -1;
}
static uint32_t legal(const void *r, const void *state, uint32_t *moves) {
  State *s = (State *)(uintptr_t)state;
  uint32_t count = 0;
  if (s->left <= 0) return is(r, "after_end") ? (moves[0] = 1, 1) : 0;
  if (s->left == 6) {
    if (is(r, "crash")) *nowhere = 1;
    if (is(r, "hang")) for (;;) ++*(volatile uint32_t *)&calls;
    if (is(r, "exit")) exit(3);
    if (is(r, "leave")) exit(0);
    if (is(r, "abort")) abort();
    if (is(r, "writes_view")) s->slack += 1;
    if (is(r, "many")) for (uint32_t i = 0; i < 5000; ++i) moves[i] = i;
    if (is(r, "four")) return moves[0] = 1, moves[1] = 2, moves[2] = 3, 4;
    if (is(r, "none")) return 0;
    if (is(r, "twice")) return moves[0] = 1, moves[1] = 1, 2;
    if (is(r, "range")) return moves[0] = 77, 1;
    if (is(r, "moody") && (++calls & 1)) return moves[0] = 1, 1;
  }
  for (uint32_t take = 1; take <= 3 && (int32_t)take <= s->left; ++take) moves[count++] = take;
  return count;
}
static void play(const void *r, void *state, uint32_t take) {
  State *s = state;
  if (s->chance) {
    s->chance = 0;
    return;
  }
  if (!is(r, "endless")) s->left -= (int32_t)take;
  s->mover ^= 1;
  if (s->left == 6) {
    if (is(r, "before")) ((char *)state)[-1] = 0;
    if (is(r, "after")) ((char *)state)[sizeof(State)] = 0;
    if (is(r, "hidden")) s->slack = (int32_t)++calls;
  }
}
static void move_text(const void *r, const void *state, uint32_t take, char *text) {
  (void)state;
  if (is(r, "long_text")) memset(text, 'x', 40);
  else if (is(r, "same_text")) strcpy(text, "take");
  else snprintf(text, ROOTWARD_TEXT_BYTES, is(r, "blank") ? "take %u" : "%u", take);
}
static uint64_t hash(const void *r, const void *state) {
  const State *s = state;
  if (is(r, "two_hashes")) return 100 * starts + (uint64_t)s->left * 4 + (uint64_t)s->mover * 2;
  return is(r, "hash") ? (uint64_t)s->left : (uint64_t)s->left * 4 + (uint64_t)s->mover * 2 + (uint64_t)s->chance;
}
static double probability(const void *r, const void *state, uint32_t outcome) {
  (void)state; (void)outcome;
  return is(r, "chances") ? 0.5 : is(r, "few_chances") ? 0.25 : 1.0 / 3;
}
static double playout(const void *r, void *state, const rootward_random *random, uint32_t *plies) {
  State *s = state;
  uint32_t moves[3], count;
  if (is(r, "playout")) return 7;
  while ((count = legal(r, s, moves)) > 0) play(r, s, moves[rootward_below(random, count)]), *plies += 1;
  return result(r, s);
}
static void symmetric(const void *r, const void *state, uint32_t symmetry, void *image) {
  (void)symmetry;
  memcpy(image, state, sizeof(State));
  if (is(r, "symmetry")) ((State *)image)->mover ^= 1;
}
static void cells(const void *r, const void *state, char *text) {
  (void)state;
  strcpy(text, is(r, "cells") ? "X?\n" : "X.\n");
}
static void weights(const void *r, const void *state, const uint32_t *moves, uint32_t count, double *numbers) {
  (void)state; (void)moves;
  for (uint32_t i = 0; i < count; ++i) numbers[i] = is(r, "weights") && i == 1 ? -0.5 : 1;
}
static double heuristic(const void *r, const void *state) {
  return is(r, "heuristic") ? 1.5 : ((const State *)state)->left % 4 == 0 ? -1 : 1;
}
static void measure(const void *r, const void *state, double *values) {
  values[0] = ((const State *)state)->left;
  if (!is(r, "measure")) values[1] = ((const State *)state)->left % 4;
}
static const char *const features[] = {"stones", "Stones left.", "rest", "Stones left, modulo 4.", NULL};
static const char *const faults[] = {
    "nothing", "fair", "refuses", "facts", "open", "mover", "result", "late", "late_crash", "late_abort", "late_exit", "late_hang", "after_end", "crash", "hang", "exit", "leave", "abort",
    "writes_view", "many", "four", "none", "twice", "range", "moody", "endless", "before", "after", "hidden", "long_text",
    "same_text", "blank", "hash", "two_hashes", "chances", "few_chances", "weights", "playout", "symmetry", "cells", "heuristic",
    "measure", NULL};
static const rootward_parameter parameters[] = {
    {.name = "fault", .help = "The promise that is broken.", .kind = ROOTWARD_TEXT, .fallback = {.text = "nothing"},
     .choices = faults},
    {.name = NULL}};
const rootward_game rootward_plugin = {
    .version = ROOTWARD_GAME_VERSION, .name = "faults", .help = "Take 1 to 3 of ten stones, and break a promise.",
    .parameters = parameters,
    .facts = {.state_bytes = sizeof(State), .most_moves = 3, .move_limit = 4, .most_plies = 11, .seats = 2,
              .win_draw_loss = 1, .low = -1, .high = 1},
    .start = start, .to_move = to_move, .is_over = is_over, .result = result, .legal = legal, .play = play,
    .move_text = move_text, .open = open_rules, .cells = cells, .hash = hash, .symmetries = 1, .symmetric = symmetric,
    .probability = probability, .playout = playout, .weights = weights, .heuristic = heuristic, .features = features, .measure = measure};
