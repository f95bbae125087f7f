// Players and pairings once for every combination of lists' items.
#include "experiments/study/joined.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "experiments/study/items.h"
#include "experiments/study/rounds_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

/// The step's `joined` lists: their items play in one tournament.
class Joining {
 public:
  Joining(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken)
      : study_(study), step_(step), taken_(taken) {
    combine(step.joined.size(), member);
  }

  /// Players and pairings that name the lists stand there once for every combination of their items, side by side.
  void write_out(YamlNode& configuration) {
    if (YamlNode* players = configuration.find("players")) write_players(*players);
    YamlNode* schedule = configuration.find("schedule");
    if (YamlNode* pairings = schedule == nullptr ? nullptr : schedule->find("pairings")) write_pairings(*pairings);
  }

 private:
  /// The first list changes fastest.
  void combine(std::size_t depth, Member member) {
    if (depth == 0) {
      combinations_.push_back(std::move(member));
      return;
    }
    const std::string& name = step_.joined[depth - 1];
    for (std::size_t i = 0; i < list_of(study_, name).items.size(); ++i) {
      member.at[name] = i;
      combine(depth - 1, member);
    }
  }

  [[nodiscard]] bool names_lists(const std::string& text) const {
    return std::ranges::any_of(step_.joined,
                               [&](const std::string& list) { return text.find("$" + list) != std::string::npos; });
  }
  [[nodiscard]] bool names_lists(const YamlNode& node) const {
    return names_lists(node.text) ||
           std::ranges::any_of(node.items, [this](const YamlNode& item) { return names_lists(item); }) ||
           std::ranges::any_of(node.entries, [this](const YamlEntry& entry) {
             return names_lists(entry.key) || names_lists(entry.value);
           });
  }

  /// Calls `take` with each of `all` or, of those beside each other that name lists, with each combination's.
  template <class Part, class Names, class Take>
  void for_each_written(const std::vector<Part>& all, const Names& names, const Take& take) const {
    for (auto begin = all.begin(); begin != all.end();) {
      if (!names(*begin)) {
        take(*begin++, nullptr);
        continue;
      }
      const auto end = std::find_if_not(begin, all.end(), names);
      for (const Member& combination : combinations_)
        for (auto part = begin; part != end; ++part) take(*part, &combination);
      begin = end;
    }
  }

  void write_players(YamlNode& players) {
    YamlNode written = config::map_node();
    written.place = players.place;
    for_each_written(
        players.entries, [this](const YamlEntry& one) { return names_lists(one.key) || names_lists(one.value); },
        [&](const YamlEntry& player, const Member* combination) {
          YamlNode one = config::map_node();
          one.entries = {player};
          if (combination != nullptr) put_items(study_, step_, *combination, taken_, one);
          YamlEntry& made = one.entries.front();
          const YamlNode* before = written.find(made.key);
          if (before != nullptr && config::tree_text(*before) != config::tree_text(made.value))
            throw UsageError({Problem{.file = player.key_place.source,
                                      .line = player.key_place.line,
                                      .column = player.key_place.column,
                                      .path = "players." + made.key,
                                      .message = "is several players; name it by every list of which it is made"}});
          if (before == nullptr) written.entries.push_back(std::move(made));
        });
    players = std::move(written);
  }

  void write_pairings(YamlNode& pairings) {
    std::vector<YamlNode> written;
    std::set<std::vector<std::string>> seen;
    for_each_written(
        pairings.items, [this](const YamlNode& one) { return names_lists(one); },
        [&](YamlNode pairing, const Member* combination) {
          if (combination != nullptr) put_items(study_, step_, *combination, taken_, pairing);
          std::vector<std::string> names;
          for (const YamlNode& name : pairing.items) names.push_back(name.text);
          if (seen.insert(names).second) written.push_back(std::move(pairing));
        });
    pairings.items = std::move(written);
  }

  const StudyConfig& study_;
  const StudyStep& step_;
  const Taken& taken_;
  std::vector<Member> combinations_;
};

}  // namespace

void write_out_joined(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
                      YamlNode& configuration) {
  Joining(study, step, member, taken).write_out(configuration);
}

}  // namespace rootward::study
