// Which way of computing this processor offers.
#include "evaluators/net/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "core/errors.h"
#include "core/math.h"
#include "core/processor.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/kernels.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {
namespace {

#if defined(__x86_64__)
bool has_fused() { return processor().avx512 || (processor().avx2 && processor().fma); }
const Kernels& fused_kernels() { return processor().avx512 ? avx512_kernels() : avx2_kernels(); }
#elif defined(__aarch64__)
bool has_fused() { return true; }
const Kernels& fused_kernels() { return neon_kernels(); }
#else
bool has_fused() { return false; }
const Kernels& fused_kernels() { return plain_fused_kernels(); }
#endif

/// The fastest of those that have the bits of all.
const IntegerKernels& integer_kernels() {
#if defined(__x86_64__)
  if (processor().avx512_vnni) return avx512_vnni_integer_kernels();
  if (processor().avx2 && processor().fma)
    return processor().avx_vnni ? avx_vnni_integer_kernels() : avx2_integer_kernels();
  return plain_integer_kernels();
#elif defined(__aarch64__)
  return neon_integer_kernels();
#else
  return plain_integer_kernels();
#endif
}

/// The same of bf16, with the floats beside.
const TileKernels& tile_kernels() {
#if defined(__x86_64__)
  if (processor().amx && can_use_amx()) return amx_tile_kernels();
  if (processor().avx512) return avx512_tile_kernels();
  return has_fused() ? avx2_tile_kernels() : plain_tile_kernels();
#elif defined(__aarch64__)
  return neon_tile_kernels();
#else
  return plain_tile_kernels();
#endif
}

[[noreturn]] void refuse_precision(const std::string& precision, std::string_view needed) {
  std::vector<std::string> names;
  for (const Path path : paths_here()) names.push_back(path_name(path));
  throw UnfitError(fmt::format(
      "precision {} needs a processor with {}; this one has none, or $ROOTWARD_CPU leaves it out. There are "
      "here: {} (f32 runs everywhere)",
      precision, needed, fmt::join(names, ", ")));
}

}  // namespace

std::string path_name(Path path) {
  constexpr std::array<const char*, 6> kNames = {"eigen", "f32-plain", "f32-fma", "f32-winograd", "bf16", "i16"};
  return kNames[static_cast<std::size_t>(path)];
}

Path choose_path(const std::string& precision) {
  if (precision == "bf16") return Path::bf16;
  if (precision == "i16") return Path::i16;
  if (precision == "f32-plain") return Path::f32_plain;
  if (precision == "f32-winograd" || precision == "f32-fma") {
    if (!has_fused()) refuse_precision(precision, "AVX2 and FMA");
    return precision == "f32-fma" ? Path::f32_fma : Path::f32_winograd;
  }
  return has_fused() ? Path::f32_fma : Path::f32_plain;
}

std::vector<Path> paths_here() {
  std::vector<Path> paths{choose_path("auto")};
  if (paths.front() != Path::f32_plain) paths.insert(paths.end(), {Path::f32_winograd, Path::f32_plain});
  paths.insert(paths.end(), {Path::i16, Path::bf16});
  return paths;
}

std::unique_ptr<Runner> make_watching_runner(const Plan& plan, BoardShape board, ActivationMaxima& maxima) {
  return make_fast_runner(plan, board, integer_kernels().direct, {.maxima = &maxima});
}

std::unique_ptr<Runner> make_runner(const Plan& plan, BoardShape board, Path path) {
  if (path == Path::eigen) return make_eigen_runner(plan, board);
  if (path == Path::bf16)
    return make_fast_runner(plan, board, has_fused() ? fused_kernels() : plain_fused_kernels(),
                            {.tiles = &tile_kernels()});
  if (path == Path::i16) {
    const IntegerKernels& kernels = integer_kernels();
    return make_fast_runner(plan, board, kernels.direct, {.integers = &kernels});
  }
  if (path == Path::f32_winograd) return make_fast_runner(plan, board, fused_kernels(), {.uses_winograd = true});
  return make_fast_runner(plan, board, path == Path::f32_fma ? fused_kernels() : plain_kernels(), {});
}

double value_of(ValueKind kind, std::span<const float> numbers) {
  if (kind == ValueKind::scalar) return static_cast<double>(numbers[0]);
  // softmax over win, loss, no result; without the last: (e^w - e^l) / (e^w + e^l) = tanh((w - l) / 2)
  const double difference = static_cast<double>(numbers[0]) - static_cast<double>(numbers[1]);
  const double size = difference < 0 ? -difference : difference;
  const double e = exp_exact(-size);
  return (difference < 0 ? -1 : 1) * (1 - e) / (1 + e);
}

double error_of(const Plan& plan, double x) {
  const auto softplus = [](double y) { return std::max(y, 0.0) + log_exact(1 + exp_exact(-std::abs(y))); };
  switch (plan.error_kind) {
    case ErrorKind::softplus:
      return softplus(x);
    case ErrorKind::root_softplus:
      return std::sqrt(plan.error_scale * softplus(x));
    case ErrorKind::half_softplus:
      return std::sqrt(plan.error_scale) * softplus(x / 2);
  }
  std::abort();
}

}  // namespace rootward::net
