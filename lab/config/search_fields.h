// The keys of `search:`, each declared once.
#pragma once

#include <string_view>

#include "lab/config/field_table.h"
#include "search/settings.h"

namespace rootward::config {

/// In the order in which they are stored.
const FieldTable<SearchSettings>& search_fields();
const FieldTable<Budget>& budget_fields();

/// The key under which the name of what stands under `key` is written, where a name alone may stand for the map: that
/// of a game, of a backup or of a search's choice; "" elsewhere.
std::string_view name_key_of(std::string_view key);

/// Which key tells what kind of budget a map is, "simulations"; "" where it has none of them.
std::string_view budget_kind(const YamlNode& budget);

/// `search` as `list` and the documents show it: every key, defaults that depend on the evaluator in words.
Described search_description();

}  // namespace rootward::config
