// What every fuzz target shares: libFuzzer's entry, and a check that stays on without asserts. One file a program
// includes this and defines fuzz_one_input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace rootward::fuzz {

/// Reads `text` as the target's parser does. Wrong text may throw UsageError, caught inside; whatever else comes out is
/// a bug that libFuzzer reports.
void fuzz_one_input(std::string_view text);

/// Ends the program where `holds` is false, so that libFuzzer keeps the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

}  // namespace rootward::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An empty input may come as a null pointer, which string_view's users need not expect.
  rootward::fuzz::fuzz_one_input(size == 0 ? std::string_view("")
                                           : std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
