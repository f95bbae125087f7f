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

const OperatorEntry& entry_of(const NamedParams& id) {
  if (is_foreign_operator(id))
    throw UsageError(
        fmt::format("backup: {} is a rule in Python ({}), and it is not defined here; the Python package "
                    "plays it once its definition has run",
                    id.name, id.params.text("source")));
  return get_operator(id.name);
}

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

bool is_foreign_operator(const NamedParams& id) {
  return find_operator(id.name) == nullptr && id.params.values().contains("source");
}

std::unique_ptr<Backup> make_backup(const NamedParams& id, const OperatorContext& context) {
  const OperatorEntry& entry = entry_of(id);
  return is_guest(entry) ? find_guest_operator(id.name)->make(id.params, context) : entry.make(id.params, context);
}

std::vector<std::string> backup_warnings(const NamedParams& id, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(id.name);
  return entry.warnings == nullptr ? std::vector<std::string>{} : entry.warnings(id.params, context);
}

NamedParams resolve_backup(const NamedParams& id, const OperatorContext& context) {
  if (is_foreign_operator(id)) return id;
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
