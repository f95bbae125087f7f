// The clock that speeds are divided by.
#include "cli/bench/measure.h"

#include <cstdint>
#include <utility>

namespace rootward::bench {

double additions_per_second() {
  constexpr int kSamples = 7;
  constexpr std::uint64_t kRounds = 500'000;
  constexpr int kAdditionsARound = 8;
  std::vector<double> rates;
  for (int sample = 0; sample < kSamples; ++sample) {
    const double seconds = seconds_of([] {
      std::uint64_t sum = 0;
      for (std::uint64_t round = 0; round < kRounds; ++round) {
#pragma GCC unroll 8
        for (int i = 0; i < kAdditionsARound; ++i) {
          sum += round;
          asm volatile("" : "+r"(sum));  // keeps the additions apart
        }
      }
    });
    rates.push_back(static_cast<double>(kRounds * kAdditionsARound) / seconds);
  }
  return median(std::move(rates));
}

}  // namespace rootward::bench
