// Takes the files of nets/ into the program (embedded.def says which), as they are.
#include "evaluators/net/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/errors.h"
#include "core/text.h"

// The assembler reads the file; ROOTWARD_NETS_SOURCE is the folder nets/ of the sources.
#define ROOTWARD_NETWORK(identifier, name)                                         \
  __asm__(                                                                         \
      ".pushsection .rodata\n"                                                     \
      ".balign 64\n"                                                               \
      ".global rootward_network_" #identifier                                      \
      "\n"                                                                         \
      ".global rootward_network_size_" #identifier                                 \
      "\n"                                                                         \
      "rootward_network_" #identifier                                              \
      ":\n"                                                                        \
      ".incbin \"" ROOTWARD_NETS_SOURCE "/" name                                   \
      ".safetensors\"\n"                                                           \
      "rootward_network_end_" #identifier                                          \
      ":\n"                                                                        \
      ".balign 8\n"                                                                \
      "rootward_network_size_" #identifier                                         \
      ":\n"                                                                        \
      ".quad rootward_network_end_" #identifier " - rootward_network_" #identifier \
      "\n"                                                                         \
      ".popsection\n");                                                            \
  extern "C" const char rootward_network_##identifier[];                           \
  extern "C" const std::uint64_t rootward_network_size_##identifier;
#include "evaluators/net/embedded.def"
#undef ROOTWARD_NETWORK

namespace rootward::net {
namespace {

constexpr std::string_view kPrefix = "builtin:";

}  // namespace

std::span<const EmbeddedNetwork> embedded_networks() {
  static const EmbeddedNetwork kNetworks[] = {
#define ROOTWARD_NETWORK(identifier, name) \
  {"builtin:" name, {rootward_network_##identifier, static_cast<std::size_t>(rootward_network_size_##identifier)}},
#include "evaluators/net/embedded.def"
#undef ROOTWARD_NETWORK
  };
  return kNetworks;
}

std::string default_network() { return std::string(embedded_networks().front().name); }

bool is_embedded(std::string_view file) { return file.starts_with(kPrefix); }

std::string_view embedded_bytes(std::string_view file) {
  std::vector<std::string> names;
  for (const EmbeddedNetwork& network : embedded_networks()) {
    if (network.name == file) return network.bytes;
    names.emplace_back(network.name);
  }
  throw UsageError(fmt::format("there is no network {} in the program; there are: {}{}", file, fmt::join(names, ", "),
                               hint_text(std::string(file), names)));
}

}  // namespace rootward::net
