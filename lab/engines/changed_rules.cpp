// All that was given is given again; what follows from it (a move limit) is reckoned anew.
#include "lab/engines/changed_rules.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "lab/play/game.h"

namespace rootward {

NamedParams with_rule(const NamedParams& game, std::string_view key, ParamValue value) {
  GivenParams given;
  for (const auto& [name, old] : game.params.values())
    if (!std::holds_alternative<std::monostate>(old)) given[name] = old;
  given[std::string(key)] = std::move(value);
  const Described& description = *std::ranges::find(games(), game.name, &Described::name);
  return {description.name, resolve_params(description.parameters, given)};
}

}  // namespace rootward
