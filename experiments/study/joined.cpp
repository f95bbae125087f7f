// Players and pairings once for every combination of lists' items.
#include "experiments/study/joined.h"

#include <algorithm>
#include <cstddef>
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
      : study_(study), step_(step), member_(member), taken_(taken) {}

  /// Players and pairings that name the lists stand there once for every combination of their items, side by side.
  void write_out(YamlNode& configuration) {
    if (YamlNode* players = configuration.find("players")) write_players(*players);
    YamlNode* schedule = configuration.find("schedule");
    if (YamlNode* pairings = schedule == nullptr ? nullptr : schedule->find("pairings")) write_pairings(*pairings);
  }

 private:
  /// Items of the lists that a part names, the first of the others.
  struct Combination {
    std::vector<std::size_t> places;  // in the lists from the last to the first, which changes fastest
    Member member;
  };

  [[nodiscard]] std::vector<Combination> combinations_of(const std::set<std::string>& named) const {
    std::vector<Combination> all = {{.places = {}, .member = member_}};
    for (const std::string& name : step_.joined) {
      const std::size_t count = named.contains(name) ? list_of(study_, name).items.size() : 1;
      std::vector<Combination> longer;
      for (const Combination& one : all)
        for (std::size_t i = 0; i < count; ++i) {
          longer.push_back(one);
          longer.back().places.insert(longer.back().places.begin(), i);
          longer.back().member.at[name] = i;
        }
      all = std::move(longer);
    }
    return all;
  }

  /// The lists that a text names, and those of which their items are made.
  void add_named(const std::string& text, std::set<std::string>& named) const {
    if (text.find('$') == std::string::npos) return;
    for (const StudyList& list : study_.lists)
      if (text.find("$" + list.name) != std::string::npos && named.insert(list.name).second)
        for (const ListItem& item : list.items) add_named(item.value, named);
  }
  void add_named(const YamlNode& node, std::set<std::string>& named) const {
    add_named(node.text, named);
    for (const YamlNode& item : node.items) add_named(item, named);
    for (const YamlEntry& entry : node.entries) add_named(entry, named);
  }
  void add_named(const YamlEntry& entry, std::set<std::string>& named) const {
    add_named(entry.key, named);
    add_named(entry.value, named);
  }

  /// Calls `take` with each of `all`. Parts beside each other that name joined lists come together, once for each
  /// combination of what each of them names.
  template <class Part, class Take>
  void for_each_written(const std::vector<Part>& all, const Take& take) const {
    struct Written {
      const Part* part;
      Combination combination;
    };
    std::vector<Written> together;
    const auto take_together = [&] {
      std::ranges::stable_sort(
          together, {}, [](const Written& one) -> const auto& { return one.combination.places; });
      for (const Written& one : together) take(*one.part, &one.combination.member);
      together.clear();
    };
    for (const Part& part : all) {
      std::set<std::string> named;
      add_named(part, named);
      if (std::ranges::any_of(step_.joined, [&](const std::string& list) { return named.contains(list); })) {
        for (Combination& one : combinations_of(named)) together.push_back({&part, std::move(one)});
      } else {
        take_together();
        take(part, nullptr);
      }
    }
    take_together();
  }

  void write_players(YamlNode& players) {
    YamlNode written = config::map_node();
    written.place = players.place;
    for_each_written(players.entries, [&](const YamlEntry& player, const Member* combination) {
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
    for_each_written(pairings.items, [&](YamlNode pairing, const Member* combination) {
      if (combination != nullptr) put_items(study_, step_, *combination, taken_, pairing);
      std::vector<std::string> names;
      for (const YamlNode& name : pairing.items) names.push_back(name.text);
      if (seen.insert(names).second) written.push_back(std::move(pairing));
    });
    pairings.items = std::move(written);
  }

  const StudyConfig& study_;
  const StudyStep& step_;
  const Member& member_;
  const Taken& taken_;
};

}  // namespace

void write_out_joined(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken,
                      YamlNode& configuration) {
  Joining(study, step, member, taken).write_out(configuration);
}

}  // namespace rootward::study
