// The best of an earlier step's players, by the scores of its tables, and the peaks of their surfaces.
#include "experiments/study/chosen_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/study/members.h"
#include "experiments/study/surface.h"
#include "lab/config/map_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::YamlEntry;
using config::YamlNode;

constexpr const char* kBestOf = "best_of";
constexpr const char* kPeakOf = "peak_of";

/// A player with the value that it has.
struct Rival {
  std::string name;
  YamlNode value;
  double score = 0.5;
};

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
  const std::string key = node.is_map() && node.entries.size() == 1 ? node.entries.front().key : "";
  if (key == kBestOf || key == kPeakOf) {
    const YamlNode& asked = node.entries.front().value;
    YamlNode value = key == kBestOf ? best(asked, table_of) : peak(asked, table_of);
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
  add_chosen({found->name, found->value.text, is_at_an_end(candidates, *found)});
  return found->value;
}

void ChosenValues::add_chosen(Chosen chosen) {
  if (std::ranges::count(chosen_, chosen) == 0) chosen_.push_back(std::move(chosen));
}

YamlNode ChosenValues::peak(const YamlNode& asked, const TableOf& table_of) {
  MapReader map(asked, problems_);
  const YamlNode* in = map.require("in", "an earlier step of surfaces");
  const YamlNode* value = map.require("value", "the path of an axis");
  const YamlNode* named = map.take("surface");
  map.finish();
  if (!problems_.empty()) return {};
  const std::string name = config::read_name(*in, "an earlier step's name", problems_).value_or("");
  std::vector<std::string> known;
  const StudyStep* step = nullptr;
  for (const StudyStep& one : study_.steps) {
    if (&one == &step_) break;
    if (one.kind != StepKind::surface) continue;
    known.push_back(one.name);
    if (one.name == name) step = &one;
  }
  if (step == nullptr) {
    problems_.add(*in, fmt::format("no earlier step called {} is a surface; such are: {}{}", name,
                                   fmt::join(known, ", "), hint_text(name, known)));
    return {};
  }
  const SurfaceSpec* surface = surface_of(*step, asked, named);
  if (surface == nullptr) return {};
  const std::string path = config::read_name(*value, "the path of an axis", problems_).value_or("");
  const auto axis = std::ranges::find(surface->axes, path, &SurfaceAxis::path);
  if (axis == surface->axes.end()) {
    known.clear();
    for (const SurfaceAxis& one : surface->axes) known.push_back(one.path);
    problems_.add(*value, fmt::format("{} is no axis of {}; axes: {}{}", path, surface->name, fmt::join(known, ", "),
                                      hint_text(path, known)));
    return {};
  }
  return on_surface(*step, *surface, static_cast<std::size_t>(axis - surface->axes.begin()), asked, table_of);
}

const SurfaceSpec* ChosenValues::surface_of(const StudyStep& step, const YamlNode& asked, const YamlNode* named) {
  const std::vector<SurfaceSpec>& all = step.surface.surfaces;
  if (named == nullptr && all.size() == 1) return &all.front();
  std::vector<std::string> known;
  for (const SurfaceSpec& one : all) known.push_back(one.name);
  const std::string name = named == nullptr ? "" : config::read_name(*named, "a surface", problems_).value_or("");
  const auto found = std::ranges::find(all, name, &SurfaceSpec::name);
  if (found != all.end()) return &*found;
  problems_.add(named == nullptr ? asked : *named,
                named == nullptr ? fmt::format("surface is missing; {} has {}", step.name, fmt::join(known, ", "))
                                 : fmt::format("{} is none of the surfaces of {}: {}{}", name, step.name,
                                               fmt::join(known, ", "), hint_text(name, known)));
  return nullptr;
}

YamlNode ChosenValues::on_surface(const StudyStep& step, const SurfaceSpec& surface, std::size_t axis,
                                  const YamlNode& asked, const TableOf& table_of) {
  const StudyStep& played = step_of(study_, step.surface.of);
  if (std::ranges::count(steps_, played.name) == 0) steps_.push_back(played.name);
  std::vector<const Member*> members;
  for (const Member& member : played.members)
    if (belong_together(member, member_)) members.push_back(&member);
  if (members.size() != 1) {
    problems_.add(asked, fmt::format("{} tournaments of {} belong to this one; let it run over the same lists",
                                     members.size(), played.name));
    return {};
  }
  const SurfaceResults found = read_surface(surface, configuration_of_(played, *members.front()),
                                            table_of ? &table_of(*members.front()) : nullptr);
  if (!table_of) return config::value_node(found.players.front().numbers[axis]);
  if (!found.peak)
    throw RunError(fmt::format("{}: the players {}* do not fix a surface: each axis needs three numbers", played.name,
                               surface.players));
  YamlNode node = config::value_node(rounded_number(found.number(axis, found.peak->at[axis])));
  add_chosen({fmt::format("the peak of {}", surface.name), node.text, !found.peak->is_inside});
  return node;
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
