// Tiles in AMX registers: it runs only where can_use_amx() says so.
#include "evaluators/net/tiles.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/avx512_shorts.h"

namespace rootward::net {
namespace {

/// The layout that ldtilecfg reads: all eight tiles are 16 rows of 64 bytes.
struct alignas(64) TileConfiguration {
  std::uint8_t palette = 1;
  std::uint8_t start_row = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(TileConfiguration) == 64);

/// By the instructions themselves: compilers' intrinsics take the tile's number as a token, not as a constant.
struct AmxTiles {
  template <int Tile>
  void zero() {
    __asm__ volatile("tilezero %%tmm%c0" : : "i"(Tile));
  }
  template <int Tile>
  void load(const void* memory, std::size_t row_bytes) {
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(memory), "r"(row_bytes), "i"(Tile) : "memory");
  }
  template <int Tile>
  void store(void* memory, std::size_t row_bytes) {
    __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(memory), "r"(row_bytes), "i"(Tile) : "memory");
  }
  template <int Sum, int A, int B>
  void multiply() {
    __asm__ volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(Sum), "i"(A), "i"(B));
  }
};

void begin_tiles() {
  static constexpr TileConfiguration kConfiguration;
  __asm__ volatile("ldtilecfg %0" : : "m"(kConfiguration));
}
void end_tiles() { __asm__ volatile("tilerelease"); }

ROOTWARD_KERNEL_TARGET void convolve_by_tiles(const TileTask& task) {
  TileProducts<AmxTiles> products;
  convolve_tiles<Avx512Shorts>(task, products);
}

constexpr TileKernels kTileKernels{
    .convolve = convolve_by_tiles, .make_short = make_short<Avx512Shorts>, .begin = begin_tiles, .end = end_tiles};

/// AMX's tiles for bf16, and bf16 in AVX-512, which all processors with these tiles have.
bool has_amx_bf16() {
  constexpr unsigned kAmxBf16 = 1U << 22;
  constexpr unsigned kAmxTile = 1U << 24;
  constexpr unsigned kAvx512Bf16 = 1U << 5;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & kAmxBf16) == 0 || (d & kAmxTile) == 0) return false;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a & kAvx512Bf16) != 0;
}

}  // namespace

bool can_use_amx() {
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA
  return has_amx_bf16() && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

const TileKernels& amx_tile_kernels() { return kTileKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#else

namespace rootward::net {

bool can_use_amx() { return false; }
const TileKernels& amx_tile_kernels() { return plain_tile_kernels(); }

}  // namespace rootward::net

#endif
