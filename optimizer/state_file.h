// The optimizer's state as a file: whole, or refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "optimizer/optimizer.h"

namespace rootward::optimizer {

/// JSON with schema "rootward.optimizer/1" and a checksum over all the rest; numbers read back exactly, so that an
/// optimizer made from it goes on as the one that it was made of.
std::string state_text(const Optimizer& optimizer);
/// Throws UsageError that names `path`: torn, changed by hand, or of another schema.
Optimizer read_state(std::string_view text, const std::string& path);

/// "ei" and "ucb", as --acquisition and the state write them.
std::string acquisition_name(Acquisition acquisition);
std::optional<Acquisition> acquisition_named(std::string_view name);

}  // namespace rootward::optimizer
