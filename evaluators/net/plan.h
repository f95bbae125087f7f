// What a network computes, as a short list of steps on feature maps and vectors. Every file format becomes a plan, and
// every implementation (the Eigen reference, the vector kernels) runs plans, so none of them knows a file format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rootward::net {

inline constexpr int kMaxChannels = 4096;  ///< of a map, and of a dense step's inputs and outputs

/// relu(x) = max(x, 0); mish(x) = x tanh(ln(1 + e^x)) (Misra 2019); silu(x) = x / (1 + e^-x). mish(1) = 0.865098,
/// silu(1) = 0.731059.
enum class Activation : std::uint8_t { identity, relu, mish, silu, tanh };

inline constexpr int kNone = -1;

/// One step. Maps hold [point][channel] (points row by row from the first row), vectors hold numbers; both are named by
/// their index in the plan. What a step reads, the inputs or a step before have written.
///   convolve:  map `target` = activation(conv(map `source`) + bias + vector `added_vector` + map `added_map`); an
///              added map with fewer channels counts as zeros beyond them, and may be the target itself
///   normalise: map `target` = activation(map `source` * weights + bias), a weight and a bias a channel
///   add_points: map `target` += bias, a number a point and channel
///   pool:      vector `target` = mean, mean * (s - 14) / 10, max of each channel of map `source`, s = sqrt(points)
///   pool_value: the same with mean * ((s - 14)^2 / 100 - 0.1) as the third part
///   flatten:   vector `target` = map `source`, [point][channel]
///   dense:     vector `target` = activation(vector `source` * weights + bias)
enum class StepKind : std::uint8_t { convolve, normalise, add_points, pool, pool_value, flatten, dense };

struct Step {
  StepKind kind = StepKind::convolve;
  Activation activation = Activation::identity;
  int source = kNone;
  int target = kNone;
  int added_vector = kNone;
  int added_map = kNone;
  int window = 1;              ///< convolve: rows and columns of the filter, odd; zeros beyond the board
  int in = 0;                  ///< channels of the source map, numbers of the source vector
  int out = 0;                 ///< the same of the target
  std::vector<float> weights;  ///< convolve: [row][column][in][out]; dense: [in][out]; normalise: [channel]
  std::vector<float> bias;     ///< [out]; add_points: [point][channel]; empty: zeros
  std::string name;            ///< as its file calls it; or empty
  /// convolve, for precision i16: a number x of source channel c counts as the whole number nearest to x * 2^e(c),
  /// kLargestActivation at most. Empty: not known (calibration.h).
  std::vector<int> exponents;
};
inline constexpr int kMaxExponent = 100;  ///< of either sign

/// Whether the step's target is a map.
[[nodiscard]] constexpr bool writes_map(const Step& step) {
  return step.kind == StepKind::convolve || step.kind == StepKind::normalise || step.kind == StepKind::add_points;
}
/// Whether the step reads or writes the map.
[[nodiscard]] constexpr bool touches_map(const Step& step, int map) {
  return (step.kind != StepKind::dense && step.source == map) || (writes_map(step) && step.target == map) ||
         step.added_map == map;
}

enum class ValueKind : std::uint8_t {
  scalar,        ///< one number in [-1, 1]: the value for the side to move
  win_loss_none  ///< three logits: win, loss, no result, for the side to move
};

/// How a network tells its short-term error, the root mean square of what search will change its value by, in value's
/// units (KataGo, nneval.cpp, file versions 9, 10 and 14); x is the output, s(x) = ln(1 + e^x), m the plan's scale.
/// x = 0, m = 0.25: 0.693147, 0.416277, 0.346574.
enum class ErrorKind : std::uint8_t {
  softplus,       ///< s(x)
  root_softplus,  ///< sqrt(m s(x))
  half_softplus   ///< sqrt(m) s(x / 2)
};

struct Plan {
  std::vector<int> maps;     ///< channels of each map; map 0 is the input planes
  std::vector<int> vectors;  ///< length of each vector; vector 0 is the global inputs (length 0: none)
  std::vector<Step> steps;
  int policy_map = kNone;     ///< channel 0 holds a logit a point; or
  int policy_vector = kNone;  ///< a logit an action: each point, then the pass, or what the game has
  int pass_vector = kNone;    ///< with policy_map: number 0 is the pass's logit
  int value_vector = kNone;
  ValueKind value_kind = ValueKind::scalar;
  int error_vector = kNone;  ///< number `error_index` is the value's error; none: the network tells none
  int error_index = 0;
  ErrorKind error_kind = ErrorKind::softplus;
  double error_scale = 1;
};

/// "block0.conv1", or "step 7" where the file gives no names.
std::string step_text(const Plan& plan, std::size_t step);

/// Throws std::invalid_argument with one line naming the step and what is wrong with it: indices, shapes, numbers of
/// weights, weights that are not finite, maps and vectors that are read before a step writes them. `points` and
/// `actions` are the board's where the plan is for one size, 0 where for any.
void check_plan(const Plan& plan, int points, int actions);

/// Weights and biases in all.
std::size_t parameter_count(const Plan& plan);
/// Multiplications of one evaluation of a board with so many points.
std::size_t multiplication_count(const Plan& plan, int points);

}  // namespace rootward::net
