// Keys that may appear are pruned, then leaves are compared path by path.
#include "lab/store/continuation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "lab/config/named_files.h"
#include "lab/config/resolved_tree.h"

namespace rootward {
namespace {

using config::Leaves;
using config::YamlEntry;
using config::YamlNode;

bool is_gain(Change change) {
  return change == Change::gain || change == Change::gain_in_order || change == Change::gain_at_end;
}

/// The node at a path of keys; null where there is none.
template <class Node>
Node* node_at(Node& root, const std::string& path) {
  const std::size_t dot = path.find('.');
  Node* below = root.find(path.substr(0, dot));
  return below == nullptr || dot == std::string::npos ? below : node_at(*below, path.substr(dot + 1));
}

bool has_item(const YamlNode& list, const YamlNode& item) {
  const std::string text = config::flow_text(item);
  return std::ranges::any_of(list.items, [&text](const YamlNode& one) { return config::flow_text(one) == text; });
}

/// `now` without what it has gained.
YamlNode without_gains(const YamlNode& stored, YamlNode now, const std::vector<AllowedChange>& allowed) {
  for (const AllowedChange& rule : allowed) {
    if (!is_gain(rule.change)) continue;
    const YamlNode* before = node_at(stored, rule.path);
    YamlNode* after = node_at(now, rule.path);
    if (before == nullptr)
      std::erase_if(now.entries, [&](const YamlEntry& entry) { return entry.key == rule.path; });
    else if (after != nullptr) {
      std::erase_if(after->entries, [&](const YamlEntry& entry) { return before->find(entry.key) == nullptr; });
      std::erase_if(after->items, [&](const YamlNode& item) { return !has_item(*before, item); });
      config::assign_paths(*after, after->path);
    }
  }
  return now;
}

std::uint64_t count_of(const std::string& text) {
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

bool is_allowed(const std::string& path, const std::string& was, const std::string& is,
                const std::vector<AllowedChange>& allowed) {
  const auto rule = std::ranges::find(allowed, path, &AllowedChange::path);
  if (rule == allowed.end()) return false;
  return rule->change == Change::differ || (rule->change == Change::grow && count_of(was) <= count_of(is));
}

std::vector<std::string> keys_of(const YamlNode* map) {
  std::vector<std::string> keys;
  if (map != nullptr)
    for (const YamlEntry& entry : map->entries) keys.push_back(entry.key);
  return keys;
}

/// Whether the stored keys stand in `now` as the rule wants them.
bool keeps_order(const std::vector<std::string>& stored, std::vector<std::string> now, Change change) {
  if (change == Change::differ || change == Change::grow) return true;
  if (change == Change::keep_order) return now == stored;
  const auto is_new = [&](const std::string& key) { return std::ranges::find(stored, key) == stored.end(); };
  if (change == Change::gain_at_end) {
    now.resize(std::min(now.size(), stored.size()));
    return now == stored;
  }
  std::erase_if(now, is_new);
  return change == Change::gain ? now.size() == stored.size() : now == stored;
}

void add_line(std::string& text, const std::string& line) { text += (text.empty() ? "" : "\n") + line; }

}  // namespace

std::vector<AllowedChange> with_file_names(std::vector<AllowedChange> allowed, const YamlNode& configuration) {
  for (std::string& path : config::paths_of_file_names(configuration))
    allowed.push_back({std::move(path), Change::differ});
  return allowed;
}

std::string continuation_problem(const YamlNode& stored, const YamlNode& now,
                                 const std::vector<AllowedChange>& allowed) {
  Leaves before;
  Leaves after;
  std::vector<std::string> paths;
  config::collect_leaves(stored, before, paths);
  config::collect_leaves(without_gains(stored, now, allowed), after, paths);
  std::string problem;
  Leaves seen;
  for (const std::string& path : paths) {
    const auto was = before.find(path);
    const auto is = after.find(path);
    const std::string old_text = was == before.end() ? "(nothing)" : was->second;
    const std::string new_text = is == after.end() ? "(nothing)" : is->second;
    if (old_text == new_text || !seen.emplace(path, "").second) continue;
    if (!is_allowed(path, old_text, new_text, allowed))
      add_line(problem, fmt::format("{}: stored {}, now {}", path, old_text, new_text));
  }
  for (const AllowedChange& rule : allowed) {
    const std::vector<std::string> old_keys = keys_of(stored.find(rule.path));
    const std::vector<std::string> new_keys = keys_of(now.find(rule.path));
    if (!keeps_order(old_keys, new_keys, rule.change))
      add_line(problem, fmt::format("order of {}: stored {}, now {}", rule.path, fmt::join(old_keys, ", "),
                                    fmt::join(new_keys, ", ")));
  }
  return problem;
}

}  // namespace rootward
