// The table of operators, read off operators.def.
#include "backup/registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "backup/common_parameters.h"
#include "backup/guests.h"
#include "backup/mean_weight.h"
#include "core/errors.h"
#include "core/text.h"

namespace rootward {

namespace backups {
#define ROOTWARD_OPERATOR(name) OperatorEntry describe_##name();
#include "backup/operators.def"
#undef ROOTWARD_OPERATOR
}  // namespace backups

namespace {

/// Guests have no function in the table (backup/guests.h).
bool is_guest(const OperatorEntry& entry) { return entry.make == nullptr; }

}  // namespace

const std::vector<OperatorEntry>& operators() {
  static const std::vector<OperatorEntry> kTable = {
#define ROOTWARD_OPERATOR(name) backups::describe_##name(),
#include "backup/operators.def"
#undef ROOTWARD_OPERATOR
  };
  return kTable;
}

const OperatorEntry* find_operator(std::string_view name) {
  for (const OperatorEntry& entry : operators()) {
    if (entry.description.name == name) return &entry;
  }
  const GuestOperator* const guest = find_guest_operator(name);
  return guest != nullptr ? &guest->entry : nullptr;
}

const OperatorEntry& get_operator(std::string_view name) {
  if (const OperatorEntry* entry = find_operator(name)) return *entry;
  std::vector<std::string> known;
  for (const OperatorEntry& entry : operators()) known.push_back(entry.description.name);
  for (const Described& guest : guest_descriptions()) known.push_back(guest.name);
  throw UsageError(fmt::format("backup: no operator is called {}; known: {}{}", name, fmt::join(known, ", "),
                               hint_text(name, known)));
}

std::unique_ptr<Backup> make_backup(const NamedParams& id, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(id.name);
  return is_guest(entry) ? find_guest_operator(id.name)->make(id.params, context) : entry.make(id.params, context);
}

std::vector<std::string> backup_warnings(const NamedParams& id, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(id.name);
  return entry.warnings == nullptr ? std::vector<std::string>{} : entry.warnings(id.params, context);
}

NamedParams resolve_backup(const NamedParams& id, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(id.name);
  if (entry.resolve != nullptr)
    return {id.name, resolve_params(entry.description.parameters, entry.resolve(id.params, context))};
  GivenParams resolved = id.params.values();
  if (is_guest(entry)) {
    (void)make_backup(id, context);
    return id;
  }
  if (resolved.contains("scale")) resolved["scale"] = backups::resolve_scale(id.params, context);
  if (resolved.contains("span")) resolved["span"] = backups::resolve_clock(id.params, context).span;
  (void)make_backup(id, context);  // what cannot be made is refused here already
  return {id.name, resolve_params(entry.description.parameters, resolved)};
}

}  // namespace rootward
