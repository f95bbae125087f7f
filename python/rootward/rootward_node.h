/* What a compiled rule of a whole node gets: rootward.native(f, kind="update") with
 *   double f(void* self, rw_node* node, double sample);
 * It writes node->value and returns what goes up. `self` points to the rule's parameters, doubles in their order. All
 * values are in [-1, 1], in the view of the player who chooses at the node. Plain C. */
#ifndef ROOTWARD_NODE_H
#define ROOTWARD_NODE_H

#include <stdint.h>

#define RW_NO_CHILD 0xFFFFFFFFu

typedef struct {         /* read-only but value and what columns point to */
  double value;          /* in: stored before (0 on the first visit); out: the new one */
  double mean, own_mean; /* plain means of all returns, this one included, and of the node's own evaluations */
  uint32_t visits, own_visits;
  uint32_t child_count; /* visited children that may be chosen */
  uint32_t selected;    /* the child on the path, or RW_NO_CHILD */
  const uint32_t* child_visits;
  const double* child_values;
  const double* child_means;
  const float* child_priors; /* NULL where there are none */
  double* columns[3];        /* with number=True columns[0] is the node's own number, 0 at first; else NULL */
  double* child_columns[3];  /* the children's */
  uint64_t simulation;       /* from 1 */
  uint32_t plies_to_end;     /* plies from here to the path's end */
  uint32_t playout_plies;    /* plies of the evaluation beyond it */
  double uncertainty;        /* of the return: its standard deviation, 0 = exact */
} rw_node;

#endif
