// The kernels in whole numbers for AVX-VNNI, whose one instruction multiplies pairs and adds. What is float is AVX2's.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx2,avxvnni")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/avx2_words.h"

namespace rootward::net {
namespace {

struct AvxVnni : Avx2Words {
  ROOTWARD_KERNEL_TARGET static Sums multiply_add(Sums sum, Words x, Words w) {
    return _mm256_dpwssd_avx_epi32(sum, x, w);
  }
};

}  // namespace

const IntegerKernels& avx_vnni_integer_kernels() {
  static const IntegerKernels kKernels{.direct = avx2_integer_kernels().direct,
                                       .convolve = convolve_whole<AvxVnni>,
                                       .make_whole = make_whole<AvxVnni>,
                                       .keeps_pairs_apart = false};
  return kKernels;
}

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
