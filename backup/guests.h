// Operators that join while the program runs: rules of a host language. They stand behind the table of operators.def.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backup/registry.h"

namespace rootward {

struct GuestOperator {
  OperatorEntry entry;  ///< description, family and what it reads; `make` and `resolve` stay null
  std::function<std::unique_ptr<Backup>(const Params& params, const OperatorContext& context)> make;
  [[nodiscard]] const Described& about() const { return entry.description; }
};

/// From now on the name means this operator; searches that were made before keep theirs. Throws UsageError where an
/// operator of operators.def has the name. May be called beside searches.
void add_guest_operator(GuestOperator guest);
/// The newest of this name; null when there is none. What it points to lives as long as the program.
const GuestOperator* find_guest_operator(std::string_view name);
/// The newest of every name, the latest at the end.
std::vector<Described> guest_descriptions();

/// Reads the operator `object` out of a source file of the host language, makes it known, and returns its name with the
/// parameters that the object sets. Throws UsageError where it cannot.
using GuestLoader = std::function<NamedParams(const std::string& file, const std::string& object)>;
/// The host sets it once, before it reads configurations.
void set_guest_loader(GuestLoader loader);
/// Empty where no host runs.
const GuestLoader& guest_loader();

}  // namespace rootward
