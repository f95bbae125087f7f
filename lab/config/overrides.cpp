// Walks the path, making what is missing.
#include "lab/config/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "lab/config/map_reader.h"
#include "lab/config/problem_list.h"
#include "lab/config/search_fields.h"
#include "lab/config/yaml_document.h"

namespace rootward::config {
namespace {

constexpr std::string_view kParametersKey = "parameters";
constexpr std::array<std::string_view, 10> kNamesAtTheTop = {"lists",      "steps",       "players",    "opponents",
                                                             "games",      "operators",   "selections", "evaluators",
                                                             "companions", kParametersKey};
constexpr std::array<std::string_view, 2> kNamesBelow = {"shadows", "environment"};

/// Whether the keys of the map under `key` are the user's own names.
bool holds_names(std::string_view key, int depth) {
  return (depth == 1 && std::ranges::find(kNamesAtTheTop, key) != kNamesAtTheTop.end()) ||
         (depth > 1 && std::ranges::find(kNamesBelow, key) != kNamesBelow.end());
}

/// The length of a new name at a path's beginning. A tuned parameter's name is a path itself.
std::size_t new_name_length(std::string_view key_of_map, std::string_view path) {
  if (key_of_map != kParametersKey) return std::min(path.find('.'), path.size());
  for (const std::string_view limit : {".low", ".high", ".scale"})
    if (path.ends_with(limit)) return path.size() - limit.size();
  return path.size();
}

void forget_lines(YamlNode& node) {
  node.place.line = node.place.column = 0;
  for (YamlNode& item : node.items) forget_lines(item);
  for (YamlEntry& entry : node.entries) {
    entry.key_place.line = entry.key_place.column = 0;
    forget_lines(entry.value);
  }
}

/// Length of the path's first key: the longest one that the map has, else up to the first dot.
std::size_t key_length(const YamlNode& map, std::string_view path) {
  std::size_t longest = 0;
  for (const YamlEntry& entry : map.entries) {
    const std::size_t size = entry.key.size();
    const bool is_here = path.starts_with(entry.key) && (path.size() == size || path[size] == '.');
    if (is_here && size > longest) longest = size;
  }
  return longest > 0 ? longest : std::min(path.find('.'), path.size());
}

/// A formula's parameter is declared in its place, `beta: {value: 5, low: 0}`: a number set there is its value. Null
/// elsewhere.
YamlNode* declared_value(YamlNode& node, std::string_view key_of_parent, const YamlNode& value) {
  return key_of_parent == kParametersKey && !value.is_map() ? node.find("value") : nullptr;
}

class Setter {
 public:
  Setter(std::string label, std::string path, bool adds)
      : label_(std::move(label)), path_(std::move(path)), adds_(adds) {}

  void set(YamlNode& root, YamlNode value) {
    YamlNode* node = &root;
    std::string_view rest = path_;
    std::string_view key_of_node;
    std::string_view key_of_parent;
    for (int depth = 0;; ++depth) {
      open(*node, key_of_node);
      std::size_t length = key_length(*node, rest);
      if (length == 0) fail("a path is keys joined by dots, such as schedule.pairs; this one has an empty key");
      if (holds_names(key_of_node, depth) && node->find(rest.substr(0, length)) == nullptr) {
        length = new_name_length(key_of_node, rest);
        if (!adds_) refuse_name(*node, key_of_node, rest.substr(0, length));
        has_added_ = true;
      }
      key_of_parent = depth > 1 ? key_of_node : std::string_view();
      key_of_node = rest.substr(0, length);
      node = &slot(*node, key_of_node);
      if (length == rest.size()) break;
      rest.remove_prefix(length + 1);
    }
    if (adds_ && !has_added_) fail("adds nothing: what it sets is there already, or no name; leave out the +");
    if (YamlNode* number = declared_value(*node, key_of_parent, value)) node = number;
    *node = std::move(value);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(std::vector<Problem>{{.file = label_, .line = 0, .column = 0, .path = {}, .message = message}});
  }

  [[noreturn]] void refuse_name(const YamlNode& map, std::string_view key_of_map, std::string_view name) const {
    std::vector<std::string> known;
    for (const YamlEntry& entry : map.entries) known.push_back(entry.key);
    fail(fmt::format("{} has no {}; it has: {}{} (a new one is added by --set +{}=..)", key_of_map, name,
                     known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, ", ")), hint_text(name, known),
                     path_));
  }

  /// Makes sure that the node is a map.
  void open(YamlNode& node, std::string_view key) const {
    if (node.is_map()) return;
    const std::string_view name_key = name_key_of(key);
    const bool is_short_form = node.is_scalar() && !name_key.empty();
    if (!node.is_null() && !is_short_form) fail(fmt::format("{} is {}, which has no keys", key, written_text(node)));
    if (is_short_form) {
      node = as_choice_map(node, name_key);
      return;
    }
    YamlNode map;
    map.kind = YamlNode::Kind::map;
    map.place = node.place;
    node = std::move(map);
  }

  [[nodiscard]] YamlNode& slot(YamlNode& map, std::string_view key) const {
    if (YamlNode* found = map.find(key)) return *found;
    YamlNode empty;
    empty.place.source = label_;
    map.entries.push_back({std::string(key), empty.place, empty});
    return map.entries.back().value;
  }

  std::string label_;
  std::string path_;
  bool adds_ = false;
  bool has_added_ = false;
};

}  // namespace

void apply_overrides(YamlNode& root, const std::vector<Override>& overrides, const OverrideScope& scope) {
  ProblemList problems;
  for (const Override& one : overrides) {
    const std::string label = scope.option + (one.adds ? "+" : "") + scope.shown + one.path;
    try {
      YamlNode value = parse_yaml(one.value, label);
      forget_lines(value);
      Setter(label, one.path.empty() ? "" : join_path(scope.prefix, one.path), one.adds).set(root, std::move(value));
    } catch (const UsageError& error) {
      problems.add_all(error);
    }
  }
  problems.throw_if_any();
  assign_paths(root, root.path);
}

void set_at(YamlNode& root, const std::string& path, YamlNode value) {
  Setter(path, path, false).set(root, std::move(value));
}

}  // namespace rootward::config
