// Fuzz target: an unpacked KataGo file, and the same bytes as if packed.
#include <stdexcept>
#include <string>

#include "evaluators/net/model_formats.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view bytes) {
  constexpr std::size_t kLimit = std::size_t{1} << 24;
  try {
    (void)net::unpack_gzip(bytes, kLimit);
  } catch (const std::invalid_argument&) {
  }
  try {
    const net::Model model = net::katago_model(bytes);
    require(net::parameter_count(model.plan) > 0, "an accepted network has weights");
  } catch (const std::invalid_argument&) {
  }
}
