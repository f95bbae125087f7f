// The list of operators that joined.
#include "backup/guests.h"

#include <fmt/format.h>

#include <utility>

#include "core/errors.h"
#include "core/guest_list.h"

namespace rootward {
namespace {

constinit GuestList<GuestOperator> guest_operators;

GuestLoader& the_loader() {
  static auto& loader = *new GuestLoader;  // for as long as the program: it may hold what has to go before it
  return loader;
}

}  // namespace

void add_guest_operator(GuestOperator guest) {
  const std::string& name = guest.entry.description.name;
  for (const OperatorEntry& entry : operators()) {
    if (entry.description.name == name)
      throw UsageError(fmt::format("{} is an operator of rootward's own; give yours another name", name));
  }
  guest_operators.add(std::move(guest));
}

const GuestOperator* find_guest_operator(std::string_view name) { return guest_operators.find(name); }

void set_guest_loader(GuestLoader loader) { the_loader() = std::move(loader); }
const GuestLoader& guest_loader() { return the_loader(); }

std::vector<Described> guest_descriptions() { return guest_operators.descriptions(); }

}  // namespace rootward
