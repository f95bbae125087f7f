// The list of evaluators that joined.
#include "evaluators/guests.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/guest_list.h"
#include "evaluators/registry.h"

namespace rootward {
namespace {

constinit GuestList<GuestEvaluator> guest_evaluators;

}  // namespace

void add_guest_evaluator(GuestEvaluator guest) {
  const std::string& name = guest.description.name;
  if (std::ranges::find(evaluators(), name, &Described::name) != evaluators().end())
    throw UsageError(name + " is an evaluator of rootward's own; give yours another name");
  guest_evaluators.add(std::move(guest));
}

const GuestEvaluator* find_guest_evaluator(std::string_view name) { return guest_evaluators.find(name); }

std::vector<Described> guest_evaluator_descriptions() { return guest_evaluators.descriptions(); }

}  // namespace rootward
