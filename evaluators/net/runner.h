// Runs a plan for boards of one size: from input planes to logits and value.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evaluators/net/board_map.h"
#include "evaluators/net/plan.h"

namespace rootward::net {

/// What a network says of a position, for the side to move, before illegal moves are struck off.
struct Output {
  std::vector<float> policy;  ///< a logit a point, then the pass; or what the plan's policy vector has
  double value = 0;           ///< [-1, 1]
  double error = 0;           ///< how far the value may be off (ErrorKind), >= 0; 0 where the network does not tell
};

/// The same where it lies elsewhere.
struct OutputView {
  std::span<const float> policy;
  double value = 0;
  double error = 0;
};

/// One network on one board size with its memory; for one thread.
class Runner {
 public:
  virtual ~Runner() = default;
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  /// `planes`: [point][plane]; `globals`: the plan's vector 0.
  virtual void run(std::span<const float> planes, std::span<const float> globals, Output& output) = 0;
};

/// Ways of computing. f32_plain, f32_fma and f32_winograd differ in the last bits (fused multiply-add or not, another
/// order of sums); AVX2 and AVX-512 do not. bf16 computes large convolutions in bf16, and i16 in whole numbers; both
/// have the same bits on every processor. The way belongs to a result's compatibility key.
enum class Path : std::uint8_t { eigen, f32_plain, f32_fma, f32_winograd, bf16, i16 };
/// "eigen", "f32-plain", "f32-fma", "f32-winograd", "bf16", "i16".
std::string path_name(Path path);

/// What `precision` asks for: f32-fma and f32-winograd (UnfitError, naming the ways that are there, where the processor
/// lacks AVX2 and FMA), f32-plain, bf16, i16; f32 and auto are f32-fma where that is to be had, else f32-plain.
Path choose_path(const std::string& precision);
/// Every way of computing that this processor has, the one that `auto` takes first; the reference path is not among
/// them.
std::vector<Path> paths_here();

/// The plan must have been checked, for this board, know its exponents where the way is i16 (calibration.h), and
/// outlive the runner. Throws std::invalid_argument, naming the step, where the network does not fit the way.
std::unique_ptr<Runner> make_runner(const Plan& plan, BoardShape board, Path path);

/// The values of an output's three logits or single number.
double value_of(ValueKind kind, std::span<const float> numbers);
/// The error of an output whose number at the plan's place is `x`.
double error_of(const Plan& plan, double x);

}  // namespace rootward::net
