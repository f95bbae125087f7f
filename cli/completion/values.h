// What may stand where a command or an option wants a value, by the name of the value's kind.
#pragma once

#include <string>

#include "cli/completion/table.h"

namespace rootward::completion {

/// `kind` as the help writes it: GAME, DIR, OPERATOR|YAML, one|all, N:1 to 4096, FORMAT:{json,optuna}. `place` is
/// "COMMAND --option" or "COMMAND CONFIG". Throws std::logic_error for a kind that is not known.
Values values_of(const std::string& kind, const std::string& place);

}  // namespace rootward::completion
