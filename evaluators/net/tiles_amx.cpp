// Tiles in AMX registers: it runs only where can_use_amx() says so.
#include "evaluators/net/tiles.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "evaluators/net/tile_body.h"

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

bool has_amx_bf16() {
  constexpr unsigned kAmxBf16 = 1U << 22;
  constexpr unsigned kAmxTile = 1U << 24;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kAmxBf16) != 0 && (d & kAmxTile) != 0;
}

}  // namespace

bool can_use_amx() {
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA
  return has_amx_bf16() && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

void amx_multiply(const TileTask& task) {
  const TileConfiguration configuration;
  __asm__ volatile("ldtilecfg %0" : : "m"(configuration));
  AmxTiles tiles;
  multiply_tiles(task, tiles);
  __asm__ volatile("tilerelease");
}

}  // namespace rootward::net

#else

namespace rootward::net {

bool can_use_amx() { return false; }
void amx_multiply(const TileTask&) {}

}  // namespace rootward::net

#endif
