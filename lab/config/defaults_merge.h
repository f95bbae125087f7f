// Merging `defaults.search` into each searching player, and finding defaults that nobody reads.
#pragma once

#include <set>

#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// Merges one defaults map into many players' maps. Maps are merged key by key and the player's own keys win. Where the
/// player names another selection, evaluator, final move, expansion or kind of budget than the defaults, the defaults'
/// parameters for it are left out.
class DefaultsMerger {
 public:
  /// `defaults` is a map or null and must outlive this.
  explicit DefaultsMerger(const YamlNode& defaults) : defaults_(defaults) {}

  /// The search map of one player, `own` being a map or null.
  YamlNode merge(const YamlNode& own);
  /// Adds problems for defaults that no merge has taken or overridden, and for wrong ones that all have overridden.
  void report_unread(ProblemList& problems) const;

 private:
  void merge_map(YamlNode& merged, const YamlNode& defaults);
  void merge_choice(YamlNode& own, const YamlNode& defaults, std::string_view name_key);
  void merge_value(YamlEntry& own, const YamlNode& defaults);
  void take(const YamlNode& node);
  void override_all(const YamlNode& node);
  [[nodiscard]] bool is_read(const YamlNode& node) const;
  void report_below(const YamlNode& map, ProblemList& problems) const;
  void report_wrong(ProblemList& problems) const;

  const YamlNode& defaults_;
  std::set<const YamlNode*> taken_;
  std::set<const YamlNode*> overridden_;
};

}  // namespace rootward::config
