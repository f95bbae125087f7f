// A walk over a configuration's tree.
#include "experiments/study/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text.h"
#include "experiments/study/rounds_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

/// A list's name at the beginning of a text behind its `$`.
const StudyList* named_list(const StudyConfig& study, std::string_view text) {
  const StudyList* longest = nullptr;
  for (const StudyList& list : study.lists)
    if (text.starts_with(list.name) && (longest == nullptr || list.name.size() > longest->name.size())) longest = &list;
  return longest;
}

class Substitution {
 public:
  Substitution(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken)
      : study_(study), step_(step), member_(member), taken_(taken) {}

  [[nodiscard]] std::string label(const std::string& text) {
    std::string labelled = with_labels(text, step_.place);
    problems_.throw_if_any();
    return labelled;
  }

  void apply(YamlNode& node) {
    if (const std::optional<TunedMean> mean = mean_in(node)) {
      YamlNode value = config::value_node(taken_.means.at(*mean));
      value.place = node.place;
      config::assign_paths(value, node.path);
      node = std::move(value);
    }
    if (node.is_scalar() && node.text.find('$') != std::string::npos) replace(node);
    for (YamlNode& item : node.items) apply(item);
    for (YamlEntry& entry : node.entries) {
      if (entry.key.find('$') != std::string::npos) entry.key = with_labels(entry.key, entry.key_place);
      apply(entry.value);
    }
    problems_.throw_if_any();
  }

 private:
  void replace(YamlNode& node) {
    if (const StudyList* list = named_list(study_, std::string_view(node.text).substr(1));
        node.text.front() == '$' && list != nullptr) {
      const std::string_view rest = std::string_view(node.text).substr(list->name.size() + 1);
      if (rest.empty() || rest.front() == '.') {
        if (const ListItem* item = item_of(*list, node.place)) put(node, *list, *item, rest);
        return;
      }
    }
    if (is_name_of_a_list(node.text)) {
      std::vector<std::string> known;
      for (const StudyList& list : study_.lists) known.push_back(list.name);
      const std::string name = node.text.substr(1);
      problems_.add(
          node, fmt::format("no list is called {}; lists: {}{}", name, fmt::join(known, ", "), hint_text(name, known)));
      return;
    }
    node.text = with_labels(node.text, node.place);
    node.pieces.clear();
  }

  /// The item's value in the node's place; of a map what `rest`, ".KEY", names.
  void put(YamlNode& node, const StudyList& list, const ListItem& item, std::string_view rest) {
    const YamlNode* value = rest.empty() ? &item.value : item.value.find(rest.substr(1));
    if (value == nullptr) {
      std::vector<std::string> known;
      for (const YamlEntry& entry : item.value.entries) known.push_back(entry.key);
      problems_.add(node, fmt::format("{} of {} has no {}; it has: {}", item.label, list.name, rest.substr(1),
                                      known.empty() ? "no keys" : fmt::format("{}", fmt::join(known, ", "))));
      return;
    }
    if (std::ranges::count(open_, &list) > 0) {
      problems_.add(node, fmt::format("${} stands for itself", list.name));
      return;
    }
    YamlNode copy = *value;
    config::assign_paths(copy, node.path);
    node = std::move(copy);
    open_.push_back(&list);
    apply(node);  // items may be made of other lists' items
    open_.pop_back();
  }

  /// `$seed`; variables of the environment, `$HOME`, have capitals.
  static bool is_name_of_a_list(std::string_view text) {
    const auto is_small = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return text.size() > 1 && text.front() == '$' && std::ranges::all_of(text.substr(1), is_small);
  }

  std::string with_labels(const std::string& text, const config::Place& place) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const StudyList* list = text[i] == '$' ? named_list(study_, std::string_view(text).substr(i + 1)) : nullptr;
      const ListItem* item = list == nullptr ? nullptr : item_of(*list, place);
      if (item == nullptr) {
        result += text[i];
        continue;
      }
      result += item->label;
      i += list->name.size();
    }
    return result;
  }

  const ListItem* item_of(const StudyList& list, const config::Place& place) {
    const auto found = member_.at.find(list.name);
    if (found != member_.at.end()) return &list.items[found->second];
    if (list.is_value) return &list.items.front();
    problems_.add(place, "steps." + step_.name,
                  fmt::format("${} has no value here; add {} to the step's `each`", list.name, list.name));
    return nullptr;
  }

  const StudyConfig& study_;
  const StudyStep& step_;
  const Member& member_;
  const Taken& taken_;
  std::vector<const StudyList*> open_;  // whose items are being put
  config::ProblemList problems_;
};

}  // namespace

void put_items(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
               YamlNode& node) {
  Substitution(study, step, member, taken).apply(node);
}

std::string labelled_text(const StudyConfig& study, const StudyStep& step, const std::map<std::string, std::size_t>& at,
                          const std::string& text) {
  const Member member{.label = {}, .place = {}, .at = at};
  return Substitution(study, step, member, Taken{}).label(text);
}

}  // namespace rootward::study
