// Names, maps, and all that have a tuning box.
#include "experiments/study/operator_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "backup/formula_parameters.h"
#include "backup/registry.h"
#include "core/text.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/overrides.h"
#include "lab/config/player_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlNode;

enum class Aliases : std::uint8_t { left_out, kept };

std::vector<std::string> operator_names(Aliases aliases) {
  std::vector<std::string> names;
  for (const OperatorEntry& entry : operators())
    if ((entry.alias_of.empty() && !entry.needs_uncertainty) || aliases == Aliases::kept)
      names.push_back(entry.description.name);
  return names;
}

/// A formula's own parameters with a tuning box.
std::vector<std::string> own_boxes(const NamedParams& id) {
  std::vector<std::string> keys;
  if (id.name != "formula") return keys;
  for (const ParamSpec& spec : formula::own_parameters(id.params))
    if (!std::isnan(spec.tune_low)) keys.push_back("parameters." + spec.key);
  return keys;
}

class OperatorReader {
 public:
  explicit OperatorReader(ProblemList& problems) : problems_(problems) {}

  std::vector<TunedOperator> read(const YamlNode* node) {
    read_operators(node);
    return std::move(operators_);
  }

 private:
  /// All of them unless given, each under one name; a list of names; or a map, label by label.
  void read_operators(const YamlNode* node) {
    if (node != nullptr && node->is_map() && !node->entries.empty()) {
      read_labelled(*node);
      return;
    }
    const std::vector<std::string> known = operator_names(Aliases::kept);
    std::vector<std::string> wanted = {kControl};
    if (node == nullptr) {
      wanted = operator_names(Aliases::left_out);
    } else if (!node->is_sequence() || node->items.empty()) {
      problems_.refuse(*node, "a list of operators, or a map LABEL: {backup, tuned}");
    } else {
      for (const YamlNode& item : node->items) wanted.push_back(read_operator(item, known));
    }
    for (const std::string& name : known)
      if (std::ranges::find(wanted, name) != wanted.end()) operators_.push_back(with_its_boxes(name));
  }

  std::string read_operator(const YamlNode& node, const std::vector<std::string>& known) {
    const std::string allowed = fmt::format("{}", fmt::join(known, ", "));
    std::string name = config::read_name(node, allowed, problems_).value_or(kControl);
    if (std::ranges::find(known, name) == known.end())
      problems_.add(node, fmt::format("{} is no operator; there are {}{}", name, allowed, hint_text(name, known)));
    return name;
  }

  void read_labelled(const YamlNode& node) {
    if (node.find(kControl) == nullptr) operators_.push_back(with_its_boxes(kControl));
    for (const config::YamlEntry& entry : node.entries) {
      config::check_player_name(entry, problems_);
      MapReader map(entry.value, problems_);
      const YamlNode* backup = map.require("backup", "an operator, as a player's `backup`");
      const std::optional<NamedParams> id = backup == nullptr ? std::nullopt : config::read_backup(*backup, problems_);
      const YamlNode* tuned = map.take("tuned");
      map.finish();
      if (!id) continue;
      if (entry.key == kControl && id->name != kControl)
        problems_.add(*backup,
                      fmt::format("{} is not allowed; {} is whom all others are compared with", id->name, kControl));
      TunedOperator one = with_its_boxes(id->name);
      one.label = entry.key;
      one.backup = *backup;
      for (std::string& key : own_boxes(*id)) one.tuned.push_back(std::move(key));
      if (tuned != nullptr) one.tuned = read_tuned(*tuned, one);
      operators_.push_back(std::move(one));
    }
  }

  std::vector<std::string> read_tuned(const YamlNode& node, const TunedOperator& one) {
    const std::string allowed =
        one.tuned.empty() ? "an empty list" : fmt::format("a list of {}", fmt::join(one.tuned, ", "));
    std::vector<std::string> keys;
    if (!node.is_sequence()) problems_.refuse(node, allowed);
    for (const YamlNode& item : node.items) {
      const std::string key = config::read_name(item, allowed, problems_).value_or("");
      if (std::ranges::find(one.tuned, key) == one.tuned.end())
        problems_.add(item, fmt::format("{} is no parameter of {} with a tuning box; allowed: {}{}", key, one.name,
                                        allowed, hint_text(key, one.tuned)));
      keys.push_back(key);
    }
    return keys;
  }

  ProblemList& problems_;
  std::vector<TunedOperator> operators_;
};

}  // namespace

TunedOperator with_its_boxes(const std::string& name) {
  TunedOperator one{.label = name, .name = name, .backup = config::map_node(), .tuned = {}};
  config::add(one.backup, "name", config::text_node(name));
  const OperatorEntry* entry = find_operator(name);
  if (entry == nullptr) return one;
  for (const ParamSpec& spec : entry->description.parameters) {
    if (std::isnan(spec.tune_low)) continue;
    one.tuned.push_back(spec.key);
    if (spec.required) config::set_at(one.backup, spec.key, config::value_node(spec.tune_low));
  }
  return one;
}

std::vector<std::string> boxes_of(const YamlNode& backup) {
  ProblemList problems;
  const std::optional<NamedParams> id = config::read_backup(backup, problems);
  problems.throw_if_any();
  std::vector<std::string> boxes = with_its_boxes(id->name).tuned;
  for (std::string& key : own_boxes(*id)) boxes.push_back(std::move(key));
  return boxes;
}

std::vector<TunedOperator> read_operators(const YamlNode* node, ProblemList& problems) {
  return OperatorReader(problems).read(node);
}

}  // namespace rootward::study
