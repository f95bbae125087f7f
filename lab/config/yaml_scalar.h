// Types of scalars by the core schema of YAML 1.2: what is not quoted and looks like a number is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/params.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// The value of a null or scalar node: null, true | false, integers (decimal, 0x, 0o), numbers, else text. Integers
/// beyond 64 bits become reals, -0 becomes 0. `.inf`, `.nan` and numbers that no double holds (1e999, 1e-999) are reals
/// that no range takes.
ParamValue scalar_value(const YamlNode& node);

/// The same for a key that takes whole numbers: `1e4` is one. Any other real, `4.0` too, is the text that stands there,
/// for a double would stand for several large ones.
ParamValue whole_value(const YamlNode& node);

/// The integer 0 .. 2^64 - 1 that a node is, `1e4` included; nullopt where it is none.
std::optional<std::uint64_t> unsigned_value(const YamlNode& node);

/// Whether an unquoted scalar with this text is a text (and no null, flag or number).
bool is_plain_text(std::string_view text);

}  // namespace rootward::config
