// The merging rules, and the book-keeping of which default was read.
#include "lab/config/defaults_merge.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "lab/config/named_choice.h"
#include "lab/config/search_fields.h"
#include "lab/config/search_reader.h"

namespace rootward::config {

YamlNode DefaultsMerger::merge(const YamlNode& own) {
  if (!defaults_.is_map()) return own;
  if (own.is_null()) {
    take(defaults_);
    YamlNode merged = defaults_;
    return merged;
  }
  YamlNode merged = own;
  merge_map(merged, defaults_);
  return merged;
}

void DefaultsMerger::merge_map(YamlNode& merged, const YamlNode& defaults) {
  taken_.insert(&defaults);
  for (const YamlEntry& entry : defaults.entries) {
    const auto own = std::ranges::find(merged.entries, entry.key, &YamlEntry::key);
    if (own != merged.entries.end()) {
      merge_value(*own, entry.value);
    } else {
      take(entry.value);
      merged.entries.push_back(entry);
    }
  }
}

void DefaultsMerger::merge_value(YamlEntry& own, const YamlNode& defaults) {
  const auto field = std::ranges::find(search_fields(), own.key, [](const auto& one) { return one.spec.key; });
  if (field != search_fields().end() && !field->name_key.empty()) {
    merge_choice(own.value, defaults, field->name_key);
    return;
  }
  const bool is_other_budget =
      own.key == "budget" && !budget_kind(own.value).empty() && budget_kind(own.value) != budget_kind(defaults);
  if (own.value.is_map() && defaults.is_map() && !is_other_budget) {
    merge_map(own.value, defaults);
  } else {
    override_all(defaults);
  }
}

void DefaultsMerger::merge_choice(YamlNode& own, const YamlNode& defaults, std::string_view name_key) {
  const std::optional<std::string> own_name = chosen_name(own, name_key);
  const bool is_same = !own_name || own_name == chosen_name(defaults, name_key);
  const bool can_merge = (own.is_map() || own.is_scalar()) && (defaults.is_map() || defaults.is_scalar());
  if (!is_same || !can_merge) {
    overridden_.insert(&defaults);
    if (const YamlNode* name = defaults.find(name_key)) overridden_.insert(name);
    if (!can_merge) override_all(defaults);
    return;
  }
  own = as_choice_map(own, name_key);
  if (defaults.is_map()) {
    merge_map(own, defaults);
    return;
  }
  take(defaults);
  if (own.find(name_key) == nullptr) {
    YamlNode named = as_choice_map(defaults, name_key);
    own.entries.push_back(std::move(named.entries.front()));
  }
}

void DefaultsMerger::take(const YamlNode& node) {
  taken_.insert(&node);
  for (const YamlEntry& entry : node.entries) take(entry.value);
}

void DefaultsMerger::override_all(const YamlNode& node) {
  overridden_.insert(&node);
  for (const YamlEntry& entry : node.entries) override_all(entry.value);
}

bool DefaultsMerger::is_read(const YamlNode& node) const {
  if (taken_.contains(&node) || overridden_.contains(&node)) return true;
  return std::ranges::any_of(node.entries, [this](const YamlEntry& entry) { return is_read(entry.value); });
}

void DefaultsMerger::report_unread(ProblemList& problems) const {
  report_below(defaults_, problems);
  report_wrong(problems);
}

void DefaultsMerger::report_below(const YamlNode& map, ProblemList& problems) const {
  for (const YamlEntry& entry : map.entries) {
    if (is_read(entry.value)) {
      report_below(entry.value, problems);
    } else {
      problems.add(entry.key_place, entry.value.path,
                   "no player reads this default: none searches, or each makes another choice here");
    }
  }
}

/// Defaults that every player overrides are read here, so that they are not wrong unnoticed.
void DefaultsMerger::report_wrong(ProblemList& problems) const {
  ProblemList found;
  (void)read_search(defaults_, found);
  for (const Problem& problem : found.problems()) {
    const auto is_here = [&](const YamlNode* node) {
      const Place& place = node->place;
      return !taken_.contains(node) && place.line == problem.line && place.column == problem.column &&
             place.source == problem.file;
    };
    if (std::ranges::any_of(overridden_, is_here))
      problems.add({.source = problem.file, .line = problem.line, .column = problem.column}, problem.path,
                   problem.message);
  }
}

}  // namespace rootward::config
