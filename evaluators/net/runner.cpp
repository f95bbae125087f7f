// Which way of computing this processor offers.
#include "evaluators/net/runner.h"

#include <array>

#include "core/errors.h"
#include "core/math.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/kernels.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {
namespace {

#if defined(__x86_64__)
bool has_avx512() { return __builtin_cpu_supports("avx512f") != 0; }
bool has_avx2() { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0; }
const Kernels& fused_kernels() { return has_avx512() ? avx512_kernels() : avx2_kernels(); }
#else
bool has_avx512() { return false; }
bool has_avx2() { return false; }
const Kernels& fused_kernels() { return plain_kernels(); }
#endif

}  // namespace

std::string path_name(Path path) {
  constexpr std::array<const char*, 5> kNames = {"eigen", "f32-plain", "f32-fma", "f32-winograd", "bf16-amx"};
  return kNames[static_cast<std::size_t>(path)];
}

bool has_amx() { return can_use_amx(); }

Path choose_path(const std::string& precision) {
  if (precision == "bf16") {
    if (has_amx()) return Path::bf16_amx;
    throw UsageError(
        "precision bf16 needs a processor with AMX tiles for bf16; this one has none (f32 runs everywhere)");
  }
  const bool has_vectors = has_avx512() || has_avx2();
  if (precision == "f32-winograd") {
    if (has_vectors) return Path::f32_winograd;
    throw UsageError("precision f32-winograd needs a processor with AVX2; this one has none (f32 runs everywhere)");
  }
  return has_vectors ? Path::f32_fma : Path::f32_plain;
}

std::vector<Path> paths_here() {
  std::vector<Path> paths{choose_path("auto")};
  if (paths.front() != Path::f32_plain) paths.insert(paths.end(), {Path::f32_winograd, Path::f32_plain});
  if (has_amx()) paths.push_back(Path::bf16_amx);
  return paths;
}

std::unique_ptr<Runner> make_runner(const Plan& plan, BoardShape board, Path path) {
  if (path == Path::eigen) return make_eigen_runner(plan, board);
  if (path == Path::bf16_amx) return make_fast_runner(plan, board, fused_kernels(), {.tiles = amx_multiply});
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

}  // namespace rootward::net
