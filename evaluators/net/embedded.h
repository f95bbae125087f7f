// Networks inside the program: `builtin:NAME` stands wherever a network's file may.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rootward::net {

struct EmbeddedNetwork {
  std::string_view name;   ///< "builtin:go9-4x32"
  std::string_view bytes;  ///< of its file, whose hash names it in stored games
  /// Metadata `exponents` of it (model_formats.h), in a file beside, so that the hash stays.
  std::string_view exponents;
};

/// Those of embedded.def, in its order.
std::span<const EmbeddedNetwork> embedded_networks();
/// What the evaluator `net` has unless a file is named.
std::string default_network();

/// Whether the name is one of networks inside the program, known or not.
bool is_embedded(std::string_view file);
/// Throws UsageError that names those that are there.
const EmbeddedNetwork& embedded_network(std::string_view file);

}  // namespace rootward::net
