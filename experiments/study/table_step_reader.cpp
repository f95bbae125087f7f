// Table steps over runs of earlier steps, out of their maps.
#include "experiments/study/table_step_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text.h"
#include "experiments/comparison/evidence.h"
#include "experiments/study/members.h"
#include "lab/config/base_files.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/player_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::YamlEntry;
using config::YamlNode;

constexpr const char* kFinalsAllowed = "a list of steps of tournaments, or a map from names to such steps";
constexpr const char* kPairingAllowed = "[PLAYER, PLAYER]";
constexpr const char* kPrefixAllowed = "how the players' names begin, with * behind it";

std::vector<YamlNode> items_of(const YamlNode& node) {
  return node.is_sequence() ? node.items : std::vector<YamlNode>{node};
}

/// Of a factorial with these switches, in the order of its table.
std::vector<std::string> factorial_names(const std::vector<Switch>& switches) {
  std::vector<std::string> names = {""};
  for (const Switch& one : switches) {
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const std::string* label : {&one.to, &one.from}) longer.push_back(name + (name.empty() ? "" : "-") + *label);
    names = std::move(longer);
  }
  return switches.empty() ? std::vector<std::string>{} : names;
}

}  // namespace

std::string TableStepReader::step_name(const YamlNode& node, StepKind kind) {
  std::vector<std::string> known;
  for (const StudyStep& step : study_.steps)
    if (step.kind == kind) known.push_back(step.name);
  std::string name = config::read_name(node, "an earlier step's name", problems_).value_or("");
  if (!name.empty() && std::ranges::find(known, name) == known.end())
    problems_.add(
        node, fmt::format("no earlier step called {} is of kind {}; such are: {}{}", name, step_key(kind),
                          known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")), hint_text(name, known)));
  return name;
}

std::vector<std::string> TableStepReader::step_names(const YamlNode& node, StepKind kind) {
  std::vector<std::string> names;
  for (const YamlNode& one : items_of(node)) names.push_back(step_name(one, kind));
  if (names.empty()) problems_.add(node, "no step is named; allowed: a step, or a list of steps");
  return names;
}

void TableStepReader::require_labels(const YamlNode& node, const StudyStep& step, const std::string& list,
                                     const std::vector<std::string>& labels) {
  if (std::ranges::count(step.each, list) == 0) return;
  for (const std::string& label : labels)
    if (std::ranges::count(step.except, label) > 0)
      problems_.add(
          node, fmt::format("{} of {} is left out of {} by its `except`, and is needed here; {} has: {}", label, list,
                            step.name, step.name, fmt::join(labels_in(step, list_of(study_, list)), ", ")));
}

FairTunedStep TableStepReader::fair_tuned(const YamlNode& node) {
  FairTunedStep table;
  MapReader map(node, problems_);
  table.name = map.read_name("name", "a text", study_.name);
  if (const YamlNode* tunings = map.require("tunings", "a step of tunings over `operator`"))
    table.tunings = step_name(*tunings, StepKind::tuning);
  if (const YamlNode* finals = map.require("finals", kFinalsAllowed)) read_finals(*finals, table);
  table.sorted_by = map.read_name("sorted_by", "the name of one of the finals",
                                  table.finals.empty() ? "" : table.finals.front().first);
  map.finish();
  if (problems_.empty()) check_fair_tuned(node, table);
  return table;
}

void TableStepReader::read_finals(const YamlNode& node, FairTunedStep& table) {
  if (node.items.empty() && node.entries.empty()) problems_.refuse(node, kFinalsAllowed);
  for (const YamlNode& one : node.items) {
    const std::string name = step_name(one, StepKind::tournament);
    table.finals.emplace_back(name, name);
  }
  for (const YamlEntry& one : node.entries)
    table.finals.emplace_back(one.key, step_name(one.value, StepKind::tournament));
}

void TableStepReader::check_fair_tuned(const YamlNode& node, const FairTunedStep& table) {
  const StudyStep& tunings = step_of(study_, table.tunings);
  std::size_t times = 1;  // of each operator
  for (const std::string& list : tunings.each)
    if (list != kOperatorList) times *= labels_in(tunings, list_of(study_, list)).size();
  if (std::ranges::count(tunings.each, kOperatorList) == 0 || times < 2)
    problems_.add(node, fmt::format("{} must run over `operator` and tune each at least twice: the spread between "
                                    "tunings is the error",
                                    tunings.name));
  std::vector<std::string> operators;
  for (const TunedOperator& one : study_.operators) operators.push_back(one.label);
  require_labels(node, tunings, kOperatorList, operators);
  for (const auto& [column, name] : table.finals) {
    const StudyStep& final = step_of(study_, name);
    if (final.tuned_players != tunings.name || !final.each.empty())
      problems_.add(node, fmt::format("{} must be one tournament that all players of {} join", name, tunings.name));
  }
  if (std::ranges::find(table.finals, table.sorted_by, &std::pair<std::string, std::string>::first) ==
      table.finals.end())
    problems_.add(node, fmt::format("sorted_by: {} is none of the finals", table.sorted_by));
}

CompareStep TableStepReader::compare(YamlNode& node) {
  CompareStep step;
  MapReader map(node, problems_);
  if (const YamlNode* runs = map.require("runs", "a step of tournaments or estimates studies, or a list of such steps"))
    for (const YamlNode& one : items_of(*runs)) step.runs.push_back(step_name(one, compared_kind(one.text)));
  const YamlNode* published = map.require("published", "a file, or what such a file says");
  map.finish();
  if (published == nullptr || !problems_.empty()) return step;
  YamlNode& value = *node.find("published");
  const std::string path = value.path;
  const std::string file = value.is_scalar() ? value.text : study_.file;
  if (value.is_scalar()) {
    YamlNode based = config::map_node();
    based.place = value.place;
    config::add(based, "base", value);
    value = std::move(based);
  }
  value = config::with_bases(std::move(value), study_.file);
  config::assign_paths(value, path);
  try {
    step.published = comparison::read_published_tree(value, file);
  } catch (const UsageError& error) {
    problems_.add_all(error);
  }
  return step;
}

/// Of a step that a comparison names.
StepKind TableStepReader::compared_kind(const std::string& name) const {
  const auto found = std::ranges::find(study_.steps, name, &StudyStep::name);
  return found != study_.steps.end() && found->kind == StepKind::estimates ? StepKind::estimates : StepKind::tournament;
}

void TableStepReader::check_runs(const CompareStep& step) {
  if (!step.published.is_of_runs()) return;
  std::vector<std::string> known;
  for (const StudyStep& played : study_.steps)
    if (std::ranges::find(step.runs, played.name) != step.runs.end())
      for (const Member& member : played.members) known.push_back(member.place);
  for (const comparison::PublishedCell& cell : step.published.cells)
    if (std::ranges::none_of(known,
                             [&](const std::string& place) { return comparison::is_called(place, cell.by.place); }))
      problems_.add(cell.written, cell.path,
                    fmt::format("{} is no run of {}; such are: {}{}", cell.by.place, fmt::join(step.runs, ", "),
                                fmt::join(known, ", "), hint_text(cell.by.place, known)));
}

EffectsStep TableStepReader::effects(const YamlNode& node) {
  EffectsStep step;
  MapReader map(node, problems_);
  step.name = map.read_text("name");
  if (step.name.empty()) step.name = study_.name;
  if (const YamlNode* of = map.require("of", "a step of tournaments")) step.of = step_name(*of, StepKind::tournament);
  step.measured = map.read_text("measured");
  if (step.measured.empty()) step.measured = "the first player against the second";
  step.first = map.read_text("first");
  if (step.first.empty()) step.first = "the first variant";
  step.note = map.read_text("note");
  if (const YamlNode* switches = map.take("switches")) {
    const auto played = std::ranges::find(study_.steps, step.of, &StudyStep::name);
    for (const YamlEntry& entry : config::entries_of(*switches, problems_)) {
      step.switches.push_back(read_switch(entry.key, entry.value));
      const Switch& one = step.switches.back();
      if (played != study_.steps.end()) require_labels(entry.value, *played, one.name, {one.to, one.from});
    }
    if (const YamlNode* names = map.require("pairing", kPairingAllowed)) step.pairing = pairing(names);
  }
  if (const YamlNode* again = map.take("again")) step.again = pairing(again);
  if (const YamlNode* others = map.take("others")) step.others = side_variants(*others, step);
  map.finish();
  if (step.switches.empty() && step.others.compared.empty())
    problems_.add(node, "compares nothing; one of `switches` and `others.compared` is required");
  return step;
}

/// Its positions are the items of its list: by default from the second to the first.
Switch TableStepReader::read_switch(const std::string& name, const YamlNode& node) {
  MapReader map(node, problems_, true);
  Switch one = read_prediction(name, map);
  map.finish();
  const auto list = std::ranges::find(study_.lists, name, &StudyList::name);
  if (list == study_.lists.end()) {
    std::vector<std::string> known;
    for (const StudyList& other : study_.lists) known.push_back(other.name);
    problems_.add(
        node, fmt::format("no list is called {}; lists: {}{}", name, fmt::join(known, ", "), hint_text(name, known)));
    return one;
  }
  std::vector<std::string> labels;
  for (const ListItem& item : list->items) labels.push_back(item.label);
  if (one.from.empty() && one.to.empty() && labels.size() == 2) {
    one.to = labels[0];
    one.from = labels[1];
  }
  for (const std::string* end : {&one.from, &one.to})
    if (std::ranges::count(labels, *end) == 0 || one.from == one.to)
      problems_.add(node, fmt::format("from: {}, to: {} are not allowed; allowed: two items of {}: {}", one.from,
                                      one.to, name, fmt::join(labels, ", ")));
  return one;
}

Switch TableStepReader::read_prediction(const std::string& name, MapReader& map) {
  Switch one{.name = name, .from = {}, .to = {}, .predicted = Predicted::open, .why = {}};
  one.from = map.read_name("from", "a name");
  one.to = map.read_name("to", "a name");
  const std::string predicted = map.read_choice("predicted", {"open", "adds", "takes"}, "open");
  one.predicted = predicted == "adds" ? Predicted::adds : predicted == "takes" ? Predicted::takes : Predicted::open;
  one.why = map.read_text("why");
  return one;
}

PairingNames TableStepReader::pairing(const YamlNode* node) {
  PairingNames names;
  if (!node->is_sequence() || node->items.size() != 2) {
    problems_.refuse(*node, kPairingAllowed);
    return names;
  }
  for (std::size_t i = 0; i < 2; ++i)
    names[i] = config::read_name(node->items[i], "a player's name", problems_).value_or("");
  return names;
}

SideVariants TableStepReader::side_variants(const YamlNode& node, const EffectsStep& step) {
  SideVariants others;
  MapReader map(node, problems_);
  others.title = map.read_text("title");
  std::vector<std::string> known = factorial_names(step.switches);
  if (const YamlNode* variants = map.take("variants"))
    for (const YamlEntry& entry : variants->entries) {
      others.variants.emplace_back(entry.key, pairing(&entry.value));
      known.push_back(entry.key);
    }
  if (const YamlNode* compared = map.take("compared"))
    for (const YamlEntry& entry : compared->entries) {
      MapReader one(entry.value, problems_);
      SideVariants::Compared read{.what = read_prediction(entry.key, one), .of = {}, .less = {}};
      if (const YamlNode* of = one.require("of", "a variant, or a list of variants"))
        read.of = variant_names(of, known);
      if (const YamlNode* less = one.take("less")) {
        read.less = variant_names(less, known);
        for (const std::string& name : read.less)
          if (std::ranges::count(read.of, name) > 0)
            problems_.add(*less, fmt::format("{} stands in `of`, too; a variant is compared with others", name));
      }
      one.finish();
      others.compared.push_back(std::move(read));
    }
  map.finish();
  return others;
}

std::vector<std::string> TableStepReader::variant_names(const YamlNode* node, const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (const YamlNode& one : items_of(*node)) {
    names.push_back(config::read_name(one, "a variant's name", problems_).value_or(""));
    if (std::ranges::count(known, names.back()) == 0)
      problems_.add(one, fmt::format("no variant is called {}; variants: {}{}", names.back(), fmt::join(known, ", "),
                                     hint_text(names.back(), known)));
    if (std::ranges::count(names, names.back()) > 1)
      problems_.add(one, fmt::format("{} stands there twice", names.back()));
  }
  return names;
}

SummaryStep TableStepReader::summary(const YamlNode& node) {
  SummaryStep step;
  MapReader map(node, problems_);
  step.name = map.read_text("name");
  if (step.name.empty()) step.name = study_.name;
  if (const YamlNode* effects = map.require("effects", "a step of effects, or a list of such steps"))
    step.effects = step_names(*effects, StepKind::effects);
  if (const YamlNode* same = map.take("same")) {
    std::vector<std::string> known;
    for (const std::string& name : step.effects)
      for (const StudyStep& one : study_.steps)
        if (one.name == name)
          for (const Switch& thrown : one.effects.switches) known.push_back(name + ": " + thrown.name);
    for (const YamlEntry& entry : same->entries) {
      step.repeats[entry.key] = config::read_name(entry.value, "a switch, \"STEP: SWITCH\"", problems_).value_or("");
      for (const std::string& name : {entry.key, step.repeats[entry.key]})
        if (std::ranges::count(known, name) == 0)
          problems_.add(entry.value, fmt::format("no switch is called {}; switches: {}{}", name, fmt::join(known, ", "),
                                                 hint_text(name, known)));
    }
  }
  map.finish();
  return step;
}

SurfaceStep TableStepReader::surface(const YamlNode& node) {
  constexpr const char* kAllowed = "a map from names to {players: PREFIX*, axes: {PATH: log | linear}}";
  SurfaceStep step;
  MapReader map(node, problems_);
  step.name = map.read_text("name");
  if (step.name.empty()) step.name = study_.name;
  if (const YamlNode* of = map.require("of", "a step of tournaments")) {
    step.of = step_name(*of, StepKind::tournament);
    const auto played = std::ranges::find(study_.steps, step.of, &StudyStep::name);
    if (played != study_.steps.end() && played->has_rounds())
      problems_.add(*of, fmt::format("{} is played in rounds, in which players drop out", step.of));
  }
  if (const YamlNode* surfaces = map.require("surfaces", kAllowed)) {
    if (!surfaces->is_map() || surfaces->entries.empty()) problems_.refuse(*surfaces, kAllowed);
    for (const YamlEntry& entry : surfaces->entries) {
      config::check_player_name(entry, problems_);
      step.surfaces.push_back(surface_spec(entry.key, entry.value));
    }
  }
  map.finish();
  return step;
}

SurfaceSpec TableStepReader::surface_spec(const std::string& name, const YamlNode& node) {
  SurfaceSpec spec{.name = name, .players = {}, .axes = {}};
  MapReader map(node, problems_);
  spec.players = map.require_name("players", kPrefixAllowed);
  if (!spec.players.empty() && spec.players.back() == '*') spec.players.pop_back();
  if (const YamlNode* axes = map.require("axes", "one or two paths of a player's numbers, each with its scale")) {
    MapReader scales(*axes, problems_);
    for (const YamlEntry& entry : axes->entries)
      spec.axes.push_back({entry.key, scales.read_choice(entry.key, {"log", "linear"}, "linear") == "log"});
    scales.finish();
    if (axes->is_map() && (spec.axes.empty() || spec.axes.size() > 2))
      problems_.add(*axes, fmt::format("has {} axes; allowed: one or two", spec.axes.size()));
  }
  map.finish();
  return spec;
}

}  // namespace rootward::study
