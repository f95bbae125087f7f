/* Rules for rw.native, which tests and bench/python_package.py compile. */
#include <math.h>
#include <stdint.h>
#include "rootward_node.h"
double soft(uint32_t K, const uint32_t* n, const double* q, const double* scalars, const double* parameters) {
  double best = q[0], sum = 0, weights = 0;
  const double sharpness = scalars[0] * exp(parameters[0]);
  for (uint32_t i = 1; i < K; ++i) if (q[i] > best) best = q[i];
  for (uint32_t i = 0; i < K; ++i) {
    const double w = n[i] * exp(sharpness * (q[i] - best));
    sum += w * q[i];
    weights += w;
  }
  return sum / weights;
}
double erwa(void* self, rw_node* node, double sample) {
  const double alpha = ((const double*)self)[0];
  node->value = node->visits == 1 ? sample : node->value + alpha * (sample - node->value);
  return sample;
}
/* max_lambda: the running mean of what is passed up, lambda r + (1 - lambda) of the best child. */
double mixed(void* self, rw_node* node, double sample) {
  const double lambda = ((const double*)self)[0];
  double passed = sample;
  if (node->child_count > 0 && node->selected != RW_NO_CHILD) {
    double best = node->child_values[0];
    for (uint32_t i = 1; i < node->child_count; ++i) if (node->child_values[i] > best) best = node->child_values[i];
    passed = lambda * sample + (1 - lambda) * best;
  }
  node->value += (passed - node->value) / node->visits;
  return passed;
}
/* The mean of the squares of what came, kept as the node's own number. */
double rough(void* self, rw_node* node, double sample) {
  double* squares = node->columns[0];
  *squares += (sample * sample - *squares) / node->visits;
  node->value = *squares;
  return sample;
}
/* The mean; how often it was asked can be read without it. */
volatile unsigned long calls = 0;
double counting(uint32_t K, const uint32_t* n, const double* q, const double* scalars, const double* parameters) {
  calls = calls + 1;
  return scalars[3];
}
double void_value(uint32_t K, const uint32_t* n, const double* q, const double* scalars, const double* parameters) {
  return NAN;
}
