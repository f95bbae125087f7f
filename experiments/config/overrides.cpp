// Walks the path, making what is missing.
#include "experiments/config/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "experiments/config/map_reader.h"
#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_document.h"

namespace rootward::config {
namespace {

struct ShortForm {
  std::string_view key;
  std::string_view name_key;
};
/// Keys whose value may be a name alone.
constexpr std::array<ShortForm, 6> kShortForms = {{{"game", "name"},
                                                   {"backup", "name"},
                                                   {"selection", "name"},
                                                   {"evaluator", "name"},
                                                   {"final_move", "name"},
                                                   {"expansion", "kind"}}};

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

class Setter {
 public:
  Setter(std::string label, std::string path) : label_(std::move(label)), path_(std::move(path)) {}

  void set(YamlNode& root, YamlNode value) {
    YamlNode* node = &root;
    std::string_view rest = path_;
    std::string_view key_of_node;
    while (true) {
      open(*node, key_of_node);
      const std::size_t length = key_length(*node, rest);
      if (length == 0) fail("a path is keys joined by dots, such as schedule.pairs; this one has an empty key");
      key_of_node = rest.substr(0, length);
      node = &slot(*node, key_of_node);
      if (length == rest.size()) break;
      rest.remove_prefix(length + 1);
    }
    *node = std::move(value);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(std::vector<Problem>{{.file = label_, .line = 0, .column = 0, .path = {}, .message = message}});
  }

  /// Makes sure that the node is a map.
  void open(YamlNode& node, std::string_view key) const {
    if (node.is_map()) return;
    const auto form = std::ranges::find(kShortForms, key, &ShortForm::key);
    const bool is_short_form = node.is_scalar() && form != kShortForms.end();
    if (!node.is_null() && !is_short_form) fail(fmt::format("{} is {}, which has no keys", key, written_text(node)));
    YamlNode map;
    map.kind = YamlNode::Kind::map;
    map.place = node.place;
    if (is_short_form) map.entries.push_back({std::string(form->name_key), node.place, node});
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
};

}  // namespace

void apply_overrides(YamlNode& root, const std::vector<Override>& overrides, const OverrideScope& scope) {
  ProblemList problems;
  for (const Override& one : overrides) {
    const std::string label = scope.option + scope.shown + one.path;
    try {
      YamlNode value = parse_yaml(one.value, label);
      forget_lines(value);
      Setter(label, one.path.empty() ? "" : join_path(scope.prefix, one.path)).set(root, std::move(value));
    } catch (const UsageError& error) {
      problems.add_all(error);
    }
  }
  problems.throw_if_any();
  assign_paths(root, root.path);
}

}  // namespace rootward::config
