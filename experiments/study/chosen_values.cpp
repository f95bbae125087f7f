// The best of an earlier step's players, by the scores of its tables.
#include "experiments/study/chosen_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "core/text.h"
#include "experiments/study/members.h"
#include "lab/config/map_reader.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::YamlEntry;
using config::YamlNode;

constexpr const char* kBestOf = "best_of";

/// A player with the value that it has.
struct Rival {
  std::string name;
  YamlNode value;
  double score = 0.5;
};

/// What stands at a dotted path; null where nothing does.
const YamlNode* value_at(const YamlNode& node, std::string_view path) {
  const YamlNode* at = &node;
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    at = at->find(path.substr(0, dot));
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

std::optional<double> number_of(const YamlNode& node) {
  double number = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [read, error] = std::from_chars(node.text.data(), end, number);
  return error == std::errc{} && read == end ? std::optional(number) : std::nullopt;
}

void take_scores(const tournament::ResultTable& table, std::vector<Rival>& candidates) {
  const auto candidate = [&](const std::string& name) { return std::ranges::find(candidates, name, &Rival::name); };
  for (const tournament::PairingRow& row : table.pairings)
    if (const auto a = candidate(row.a); a != candidates.end() && candidate(row.b) != candidates.end())
      a->score = row.range.score;
}

/// Whether its number is the largest or the smallest of several.
bool is_at_an_end(const std::vector<Rival>& candidates, const Rival& best) {
  std::set<double> numbers;
  for (const Rival& one : candidates)
    if (const std::optional<double> number = number_of(one.value)) numbers.insert(*number);
  const std::optional<double> own = number_of(best.value);
  return own && numbers.size() > 1 && (*own == *numbers.begin() || *own == *numbers.rbegin());
}

}  // namespace

void ChosenValues::put(YamlNode& node, const TableOf& table_of) {
  if (node.is_map() && node.entries.size() == 1 && node.entries.front().key == kBestOf) {
    YamlNode value = best(node.entries.front().value, table_of);
    problems_.throw_if_any();
    config::assign_paths(value, node.path);
    node = std::move(value);
    return;
  }
  for (YamlNode& item : node.items) put(item, table_of);
  for (YamlEntry& entry : node.entries) put(entry.value, table_of);
}

YamlNode ChosenValues::best(const YamlNode& asked, const TableOf& table_of) {
  MapReader map(asked, problems_);
  const auto text = [&](const char* key, const char* allowed) {
    const YamlNode* node = map.require(key, allowed);
    return node == nullptr ? "" : config::read_name(*node, allowed, problems_).value_or("");
  };
  std::string prefix = text("players", "how the players' names begin, with * behind it");
  const std::string path = text("value", "the path of a key of these players");
  const YamlNode* in = map.require("in", "an earlier step of tournaments, or a list of such steps");
  map.finish();
  if (!prefix.empty() && prefix.back() == '*') prefix.pop_back();
  if (!problems_.empty()) return {};
  std::vector<Rival> candidates;
  for (const StudyStep* step : earlier_steps(*in))
    for (const Member& member : step->members) {
      if (!belong_together(member, member_)) continue;
      const YamlNode configuration = configuration_of_(*step, member);
      const YamlNode* players = configuration.find("players");
      for (const YamlEntry& player : players == nullptr ? std::vector<YamlEntry>{} : players->entries) {
        if (!player.key.starts_with(prefix) ||
            std::ranges::find(candidates, player.key, &Rival::name) != candidates.end())
          continue;
        if (const YamlNode* value = value_at(player.value, path)) candidates.push_back({player.key, *value});
      }
      if (table_of) take_scores(table_of(member), candidates);
    }
  if (candidates.empty()) {
    problems_.add(asked, fmt::format("no player there has a name that begins with {} and a value at {}", prefix, path));
    return {};
  }
  const auto found = table_of ? std::ranges::max_element(candidates, {}, &Rival::score) : candidates.begin();
  const Chosen chosen{found->name, found->value.text, is_at_an_end(candidates, *found)};
  if (std::ranges::count(chosen_, chosen) == 0) chosen_.push_back(chosen);
  return found->value;
}

std::vector<const StudyStep*> ChosenValues::earlier_steps(const YamlNode& node) {
  std::vector<const StudyStep*> steps;
  std::vector<std::string> known;
  for (const StudyStep& one : study_.steps) {
    if (&one == &step_) break;
    if (one.kind == StepKind::tournament) known.push_back(one.name);
  }
  for (const YamlNode& one : node.is_sequence() ? node.items : std::vector<YamlNode>{node}) {
    const std::string name = config::read_name(one, "an earlier step's name", problems_).value_or("");
    if (std::ranges::count(known, name) == 0) {
      problems_.add(one, fmt::format("no earlier step called {} is a tournament; such are: {}{}", name,
                                     fmt::join(known, ", "), hint_text(name, known)));
      continue;
    }
    steps.push_back(&step_of(study_, name));
    if (std::ranges::count(steps_, name) == 0) steps_.push_back(name);
  }
  return steps;
}

}  // namespace rootward::study
