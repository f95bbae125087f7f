// The activations as plain functions, and applied to many numbers, with the same bits on every machine.
#pragma once

#include <span>

#include "evaluators/net/plan.h"

namespace rootward::net {

float activate(Activation activation, float x);
void activate(Activation activation, std::span<float> numbers);
/// The hyperbolic tangent; relative error under 1e-14.
double tanh_exact(double x);

}  // namespace rootward::net
