// Strict reading of one map: every key is asked for or is an error.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// What was written, for messages: a scalar's text (in quotes if it was), "a map", "a list", "an empty value".
std::string written_text(const YamlNode& node);

/// The value of a node as `spec` wants it, with checked type and range; nullopt after adding what is wrong, a list's
/// elements each with its own place.
std::optional<ParamValue> read_value(const YamlNode& node, const ParamSpec& spec, ProblemList& problems);

/// A name as written: any scalar's text (`1` too), but no null. nullopt after adding what is wrong.
std::optional<std::string> read_name(const YamlNode& node, std::string_view allowed, ProblemList& problems);

/// Entries of a map whose keys are the user's own names; there are none, and what is wrong is added, where the node is
/// no map. `none` is told of a map without entries; "": there may be none.
const std::vector<YamlEntry>& entries_of(const YamlNode& node, ProblemList& problems, const std::string& none = "");

/// Reads a map's keys one by one. `node` must outlive the reader. A node that is no map is a problem, and then has no
/// keys; a null node stands for an empty map where `allows_null`.
class MapReader {
 public:
  MapReader(const YamlNode& node, ProblemList& problems, bool allows_null = false);

  /// The value under the key; null where it is absent. The key becomes a known one.
  const YamlNode* take(std::string_view key);
  /// The same, adding a problem where it is absent.
  const YamlNode* require(std::string_view key, std::string_view allowed);
  /// A value by its spec (spec.key is the map's key): the default where absent, and where it is wrong (added).
  ParamValue read(const ParamSpec& spec);
  std::int64_t read_integer(const ParamSpec& spec);
  /// A text, "" where absent.
  std::string read_text(std::string key);
  /// One of some words.
  std::string read_choice(std::string key, std::vector<std::string> choices, std::string otherwise);
  /// As the function of that name; "" where it is wrong (added), and a required one absent (added).
  std::string read_name(std::string_view key, std::string_view allowed, std::string otherwise = "");
  std::string require_name(std::string_view key, std::string_view allowed);
  /// Adds a problem for every key that was not asked for, but not for `others`, which are read elsewhere.
  void finish(std::initializer_list<std::string_view> others = {});

  [[nodiscard]] bool is_map() const { return is_map_; }
  [[nodiscard]] const YamlNode& node() const { return node_; }

 private:
  const YamlNode& node_;
  ProblemList& problems_;
  bool is_map_ = false;
  std::vector<std::string> known_;
};

}  // namespace rootward::config
