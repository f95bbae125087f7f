// Activations by our own exponential.
#include "evaluators/net/activation.h"

#include "core/math.h"

namespace rootward::net {

double tanh_exact(double x) {
  const double e = expm1_exact(2 * (x < 0 ? -x : x));
  const double size = x < -20 || x > 20 ? 1.0 : e / (e + 2);
  return x < 0 ? -size : size;
}

float activate(Activation activation, float x) {
  const double wide = static_cast<double>(x);
  switch (activation) {
    case Activation::identity:
      return x;
    case Activation::relu:
      return x > 0 ? x : 0.0F;
    case Activation::mish: {
      // tanh(ln(1 + e)) = (e^2 + 2 e) / (e^2 + 2 e + 2) for e = e^x
      if (wide > 20) return x;
      const double e = exp_exact(wide);
      const double n = e * (e + 2);
      return static_cast<float>(wide * n / (n + 2));
    }
    case Activation::silu:
      return static_cast<float>(wide / (1 + exp_exact(-wide)));
    case Activation::tanh:
      return static_cast<float>(tanh_exact(wide));
  }
  return x;
}

void activate(Activation activation, std::span<float> numbers) {
  if (activation == Activation::identity) return;
  if (activation == Activation::relu) {
    for (float& x : numbers) x = x > 0 ? x : 0.0F;
    return;
  }
  for (float& x : numbers) x = activate(activation, x);
}

}  // namespace rootward::net
