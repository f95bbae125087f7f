// The processor's features by level.
#include "core/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {
namespace {

constexpr const char* kCapVariable = "ROOTWARD_CPU";
enum class Level { v2, v3, v4, all };
constexpr std::array<std::string_view, 3> kLevels{"x86-64-v2", "x86-64-v3", "x86-64-v4"};

std::string_view cap_text() {
  const char* value = std::getenv(kCapVariable);
  return value == nullptr ? "" : value;
}

/// An unknown word is refused by check_processor_cap() before anything is chosen.
Level level_of(std::string_view cap) {
  for (std::size_t i = 0; i < kLevels.size(); ++i)
    if (cap == kLevels[i]) return static_cast<Level>(i);
  return Level::all;
}

#if defined(__x86_64__)
/// Not every compiler's __builtin_cpu_supports() knows it.
bool has_sha() {
  constexpr unsigned kBit = 1U << 29U;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kBit) != 0;
}
/// AMD's before Zen 3 (families 15h and 17h) and Hygon's (18h) do PDEP by microcode, a step for each bit of the mask.
bool has_slow_pdep() {
  unsigned highest = 0, vendor = 0, c = 0, d = 0;
  if (__get_cpuid(0, &highest, &vendor, &c, &d) == 0) return false;
  constexpr unsigned kAuth = 0x68747541, kHygo = 0x6f677948;  // of "AuthenticAMD", "HygonGenuine"
  if (vendor != kAuth && vendor != kHygo) return false;
  unsigned version = 0, b = 0;
  if (__get_cpuid(1, &version, &b, &c, &d) == 0) return false;
  const unsigned family = ((version >> 8U) & 0xFU) + ((version >> 20U) & 0xFFU);
  return family == 0x15 || family == 0x17 || family == 0x18;
}
bool has_avx_vnni() {
  constexpr unsigned kBit = 1U << 4U;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a & kBit) != 0;
}
#endif

ProcessorFeatures features_up_to(Level level) {
  ProcessorFeatures features;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (level >= Level::v3) {
    features.bmi2 = __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    features.fast_pdep = features.bmi2 && !has_slow_pdep();
    features.avx2 = __builtin_cpu_supports("avx2") != 0;
    features.fma = __builtin_cpu_supports("fma") != 0;
  }
  if (level >= Level::v4)
    features.avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (level == Level::all) {
    features.avx512_vnni = features.avx512 && __builtin_cpu_supports("avx512vnni") != 0;
    features.avx_vnni = features.avx2 && has_avx_vnni();
    features.avx512_vpopcntdq = features.avx512 && __builtin_cpu_supports("avx512vpopcntdq") != 0;
    features.sha = has_sha();
    features.amx = true;
  }
#else
  (void)level;
#endif
  return features;
}

}  // namespace

const ProcessorFeatures& processor() {
  static const ProcessorFeatures kFeatures = features_up_to(level_of(cap_text()));
  return kFeatures;
}

void check_processor_cap() {
  const std::string_view cap = cap_text();
  if (cap.empty() || level_of(cap) != Level::all) return;
  const std::vector<std::string> known(kLevels.begin(), kLevels.end());
  throw UsageError(fmt::format("{}={} is no level of x86-64 processors; allowed: {}{}", kCapVariable, cap,
                               fmt::join(known, ", "), hint_text(cap, known)));
}

}  // namespace rootward
