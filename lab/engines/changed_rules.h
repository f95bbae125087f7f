// A game's rules with one parameter set anew, as GTP's boardsize and SGF's KM do.
#pragma once

#include <string_view>

#include "core/params.h"

namespace rootward {

/// Throws ParamError where the game does not take the value.
NamedParams with_rule(const NamedParams& game, std::string_view key, ParamValue value);

}  // namespace rootward
