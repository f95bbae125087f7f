/* rootward/game.h: a game of your own for rootward, in plain C. Version 1 of the interface.
 *
 * A game is a shared library that defines one object, `rootward_plugin`:
 *     cc -O2 -shared -fPIC -I include dots.c -o dots.so
 *     rootward search plugin:./dots.so            (`rootward tool new-game` writes an example to begin with)
 * and in a configuration      game: {name: plugin, file: ./dots.so, parameters: {rows: 3}}
 *
 * A position is a block of plain bytes, the `state`. The program makes it all zero before `start`, copies it with
 * memcpy, and moves it: it holds no pointers. It starts at a multiple of 16 bytes. What is not declared in a state or
 * set by `open` does not exist: every function gives the same answer for the same state, whatever was called before.
 * Functions are called by several threads at once.
 *
 * The program tries a file in a child process before it uses it, and says which of these promises is broken, and after
 * which moves. It is native code all the same, with the rights of whoever runs it. */
#ifndef ROOTWARD_GAME_H
#define ROOTWARD_GAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROOTWARD_GAME_VERSION 1
#define ROOTWARD_CHANCE 2           /* what to_move gives where an outcome is due */
#define ROOTWARD_TEXT_BYTES 32      /* room for a move's text, its final 0 included */
#define ROOTWARD_BOARD_BYTES 4096   /* room for a board's text, the same */
#define ROOTWARD_NO_KEY 0xFFFFFFFFu /* the move means nothing in other positions */

/* A parameter's value: a switch is an integer, 0 or 1. */
typedef union rootward_value {
  int64_t integer;
  double real;
  const char* text;
} rootward_value;

enum { ROOTWARD_INTEGER, ROOTWARD_REAL, ROOTWARD_SWITCH, ROOTWARD_TEXT };

typedef struct rootward_parameter {
  const char* name;           /* a key of `parameters:`, of a-z, 0-9 and _; NULL ends the list */
  const char* help;           /* one sentence, with the unit */
  int kind;                   /* ROOTWARD_INTEGER .. ROOTWARD_TEXT */
  double low, high;           /* of numbers: what is allowed, both ends included */
  rootward_value fallback;    /* where the configuration gives none; a text's NULL: it has to give one */
  const char* const* choices; /* of a text: those that are allowed, NULL at the end; NULL: any */
} rootward_parameter;

typedef struct rootward_facts {
  uint32_t state_bytes;            /* size of a state, at most 1,000,000 */
  uint32_t most_moves;             /* no position has more legal moves (or outcomes); at most 65,534 */
  uint32_t move_limit;             /* every move is a number below it; up to 65,535 is fastest; 0: any 32-bit number */
  uint32_t most_plies;             /* no game is longer, outcomes included; at most 1,000,000 */
  uint32_t seats;                  /* 2, or 1: a single agent, always seat 0 */
  uint32_t win_draw_loss;          /* 1: results are 1, 0 and -1 and nothing else; 0: any number in [low, high] */
  double low, high;                /* range of results; -1 and 1 where win_draw_loss is 1 */
  uint32_t lines, columns, planes; /* of what networks see (`planes`): at most 32, 32 and 256; 0: nothing */
} rootward_facts;

/* A stream of random numbers that the program hands over; a function draws from no other. */
typedef struct rootward_random {
  uint64_t (*next)(void* stream); /* 64 uniform bits */
  void* stream;
} rootward_random;

/* Uniform in 0 .. bound - 1, for a bound of at least 1. */
static inline uint32_t rootward_below(const rootward_random* random, uint32_t bound) {
  uint64_t product = (random->next(random->stream) >> 32) * bound;
  if ((uint32_t)product < bound) {
    const uint32_t threshold = (0u - bound) % bound;
    while ((uint32_t)product < threshold) product = (random->next(random->stream) >> 32) * bound;
  }
  return (uint32_t)(product >> 32);
}

/* The game. `rules` is what `open` gave; without `open`, the parameters' values in the order of the list. Later
   versions of this interface add members at the end; a game that was compiled against an older one is still played. */
typedef struct rootward_game {
  uint32_t version;                     /* ROOTWARD_GAME_VERSION */
  const char* name;                     /* "dots and boxes" */
  const char* help;                     /* one sentence */
  const rootward_parameter* parameters; /* NULL: none */
  rootward_facts facts;                 /* `open` may change them */

  /* Every game has these. */
  void (*start)(const void* rules, void* state);          /* state is all zero before */
  int (*to_move)(const void* rules, const void* state);   /* 0, 1 or ROOTWARD_CHANCE; not asked when over */
  int (*is_over)(const void* rules, const void* state);   /* 1 or 0 */
  double (*result)(const void* rules, const void* state); /* of seat 0, in [low, high]; only when over */
  /* Writes the legal moves, in a fixed order, no move twice; returns their number, which is 0 exactly when over. Where
     chance is to move: the outcomes. */
  uint32_t (*legal)(const void* rules, const void* state, uint32_t* moves);
  void (*play)(const void* rules, void* state, uint32_t move); /* move is legal; changes nothing but the state */
  /* The move's name in this position, 1 to 31 printable characters without blanks, each legal move's another one. */
  void (*move_text)(const void* rules, const void* state, uint32_t move, char* text);

  /* A game has these if it likes; the others stay NULL (0 symmetries). */

  /* Sets the rules up from the parameters' values, in the order of the list, which live as long as the rules. Returns
     NULL, or a sentence saying what is not allowed (it may point to memory of the library). */
  const char* (*open)(const rootward_value* values, rootward_facts* facts, void** rules);
  void (*close)(void* rules);

  /* The board for people: lines of text. And for drawings: rows from the top, ended by '\n', all of one length, of
     'X' (a stone of seat 0), 'O' (of seat 1), '.' (empty), '#' (no cell). */
  void (*board)(const void* rules, const void* state, char* text);
  void (*cells)(const void* rules, const void* state, char* text);

  /* Equal exactly where the states are equal; without it the program hashes the bytes. */
  uint64_t (*hash)(const void* rules, const void* state);
  /* How many other positions are the same up to symmetry, and the position under symmetry 1 .. symmetries. With the
     position itself these are a group: same mover, same result, as many moves. */
  uint32_t symmetries;
  void (*symmetric)(const void* rules, const void* state, uint32_t symmetry, void* image);

  /* An outcome's probability, where chance is to move; they sum to 1. */
  double (*probability)(const void* rules, const void* state, uint32_t outcome);
  /* One draw of a random result, of which `result` is the mean. */
  double (*draw_result)(const void* rules, const void* state, const rootward_random* random);

  /* Plays uniformly random moves (outcomes by their probability) to the end, for speed; `state` is a copy that may be
     changed. Returns the result and adds the number of moves to `plies`. */
  double (*playout)(const void* rules, void* state, const rootward_random* random, uint32_t* plies);
  /* How much likelier a tactical playout plays each of these moves, at least 0 and not all 0. */
  void (*weights)(const void* rules, const void* state, const uint32_t* moves, uint32_t count, double* weights);
  /* The number below 65,535 under which statistics of a move are kept wherever it is played (AMAF), or ROOTWARD_NO_KEY.
     Only in games without chance whose seats alternate and whose move_limit is 1 .. 65,535. */
  uint32_t (*key)(const void* rules, uint32_t move);

  /* How the position looks to the player to move (seat 0 where chance is), in [-1, 1]; and numbers of it in his view,
     for formulas, in the order of `features` (name, help, name, help, .. NULL; named as parameters are). Not asked when
     over. */
  double (*heuristic)(const void* rules, const void* state);
  const char* const* features;
  void (*measure)(const void* rules, const void* state, double* values);
  /* What networks see in [line][column][plane], a byte each, 0 or 1. They answer with a number a move, so move_limit is
     1 .. 65,535. Only in games without chance. */
  void (*planes)(const void* rules, const void* state, uint8_t* bytes);
} rootward_game;

extern
#if defined(__GNUC__)
    __attribute__((visibility("default")))
#endif
    const rootward_game rootward_plugin;

#ifdef __cplusplus
}
#endif
#endif /* ROOTWARD_GAME_H */
