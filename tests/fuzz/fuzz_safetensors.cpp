// Fuzz target: a network as safetensors; what is accepted must be written as a file that reads back to itself.
#include <string>

#include "core/errors.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B")) return;
  net::Model model;
  try {
    model = net::parse_model(bytes, "input");
  } catch (const UsageError&) {
    return;
  }
  const std::string written = net::safetensors_bytes(net::plan_file(model));
  require(net::safetensors_bytes(net::plan_file(net::parse_model(written, "written"))) == written,
          "the written file reads back to itself");
}
