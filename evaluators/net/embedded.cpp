// Takes the files of nets/ into the program (embedded.def says which), as they are.
#include "evaluators/net/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/errors.h"
#include "core/text.h"

// The assembler reads the files; ROOTWARD_NETS_SOURCE is the folder nets/ of the sources.
#define ROOTWARD_EMBED(symbol, file)                     \
  __asm__(                                               \
      ".pushsection .rodata\n"                           \
      ".balign 64\n"                                     \
      ".global rootward_" symbol                         \
      "\n"                                               \
      ".global rootward_size_" symbol                    \
      "\n"                                               \
      "rootward_" symbol                                 \
      ":\n"                                              \
      ".incbin \"" ROOTWARD_NETS_SOURCE "/" file         \
      "\"\n"                                             \
      "rootward_end_" symbol                             \
      ":\n"                                              \
      ".balign 8\n"                                      \
      "rootward_size_" symbol                            \
      ":\n"                                              \
      ".quad rootward_end_" symbol " - rootward_" symbol \
      "\n"                                               \
      ".popsection\n");
#define ROOTWARD_NETWORK(identifier, name)                           \
  ROOTWARD_EMBED("network_" #identifier, name ".safetensors")        \
  ROOTWARD_EMBED("exponents_" #identifier, name ".exponents.json")   \
  extern "C" const char rootward_network_##identifier[];             \
  extern "C" const std::uint64_t rootward_size_network_##identifier; \
  extern "C" const char rootward_exponents_##identifier[];           \
  extern "C" const std::uint64_t rootward_size_exponents_##identifier;
#include "evaluators/net/embedded.def"
#undef ROOTWARD_NETWORK
#undef ROOTWARD_EMBED

namespace rootward::net {
namespace {

constexpr std::string_view kPrefix = "builtin:";

}  // namespace

std::span<const EmbeddedNetwork> embedded_networks() {
  static const EmbeddedNetwork kNetworks[] = {
#define ROOTWARD_NETWORK(identifier, name)                                                        \
  {"builtin:" name,                                                                               \
   {rootward_network_##identifier, static_cast<std::size_t>(rootward_size_network_##identifier)}, \
   {rootward_exponents_##identifier, static_cast<std::size_t>(rootward_size_exponents_##identifier)}},
#include "evaluators/net/embedded.def"
#undef ROOTWARD_NETWORK
  };
  return kNetworks;
}

std::string default_network() { return std::string(embedded_networks().front().name); }

bool is_embedded(std::string_view file) { return file.starts_with(kPrefix); }

const EmbeddedNetwork& embedded_network(std::string_view file) {
  std::vector<std::string> names;
  for (const EmbeddedNetwork& network : embedded_networks()) {
    if (network.name == file) return network;
    names.emplace_back(network.name);
  }
  throw UsageError(fmt::format("there is no network {} in the program; there are: {}{}", file, fmt::join(names, ", "),
                               hint_text(std::string(file), names)));
}

}  // namespace rootward::net
