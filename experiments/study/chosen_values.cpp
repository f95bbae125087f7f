// The best of an earlier step's players, by the scores of its tables, and the peaks of their surfaces.
#include "experiments/study/chosen_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "core/statistics/match_score.h"
#include "core/text.h"
#include "experiments/study/members.h"
#include "experiments/study/surface.h"
#include "lab/config/map_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::YamlEntry;
using config::YamlNode;
using tournament::ResultTable;

constexpr const char* kBestOf = "best_of";
constexpr const char* kPeakOf = "peak_of";

/// Else it has the pairings of what is to be played.
bool has_been_played(const ResultTable& table) { return table.games > 0 || table.games_scheduled > 0; }

/// A player with the value that it has.
struct Rival {
  std::string name;
  YamlNode value;
};

/// Games of a player against one opponent, over all tournaments.
struct Meeting {
  double points = 0;
  std::uint64_t games = 0;
  [[nodiscard]] double score() const { return games == 0 ? 0.5 : points / static_cast<double>(games); }
};

/// Players of whom the best is asked, and whom they met. Scores compare where they are against one opponent.
class Rivals {
 public:
  /// What is wrong with a tournament's players is returned.
  std::string add_players(const YamlNode& configuration, std::string_view prefix, const std::string& path) {
    const YamlNode* players = configuration.find("players");
    if (players == nullptr) return "";
    for (const YamlEntry& player : players->entries) {
      const YamlNode* value = player.key.starts_with(prefix) ? value_at(player.value, path) : nullptr;
      if (value == nullptr) continue;
      const Rival* known = find(player.key);
      if (known == nullptr)
        all_.push_back({player.key, *value});
      else if (config::flow_text(known->value) != config::flow_text(*value))
        return fmt::format("{} has {} at {} in one of these steps and {} in another; give it two names", player.key,
                           config::flow_text(known->value), path, config::flow_text(*value));
    }
    return "";
  }

  /// Once all players are known.
  void add_games(const ResultTable& table) {
    has_games_ = has_games_ || has_been_played(table);
    for (const tournament::PairingRow& row : table.pairings) {
      add_meeting(row.a, row.b, row.counts);
      add_meeting(row.b, row.a, reversed(row.counts));
    }
  }

  [[nodiscard]] const std::vector<Rival>& all() const { return all_; }
  [[nodiscard]] bool has_games() const { return has_games_; }

  /// Whom all the others have met: rivals or, where none of them is, others.
  [[nodiscard]] std::vector<std::string> met_by_all() const {
    std::vector<std::string> among, others;
    for (const auto& [opponent, met] : meetings_) {
      const bool is_rival = find(opponent) != nullptr;
      if (met.size() + (is_rival ? 1U : 0U) == all_.size()) (is_rival ? among : others).push_back(opponent);
    }
    if (all_.size() == 2 && among.size() == 2) among.pop_back();  // by either of two the same is better
    return among.empty() ? others : among;
  }

  /// By scores against an opponent, who has one half itself; of equal ones the first.
  [[nodiscard]] const Rival& best_against(const std::string& opponent) const {
    const std::map<std::string, Meeting>& met = meetings_.at(opponent);
    return *std::ranges::max_element(all_, {}, [&](const Rival& one) {
      const auto found = met.find(one.name);
      return found == met.end() ? 0.5 : found->second.score();
    });
  }

 private:
  [[nodiscard]] const Rival* find(const std::string& name) const {
    const auto found = std::ranges::find(all_, name, &Rival::name);
    return found == all_.end() ? nullptr : &*found;
  }

  void add_meeting(const std::string& player, const std::string& opponent, const GameCounts& counts) {
    if (find(player) == nullptr) return;
    Meeting& meeting = meetings_[opponent][player];
    meeting.points += static_cast<double>(counts.wins) + 0.5 * static_cast<double>(counts.draws);
    meeting.games += counts.games();
  }

  std::vector<Rival> all_;
  std::map<std::string, std::map<std::string, Meeting>> meetings_;  // by opponent, of those who met it
  bool has_games_ = false;
};

/// Why no scores compare.
std::string incomparable_text(const std::vector<std::string>& met, const YamlNode& asked) {
  const std::string who =
      met.empty() ? "nobody has met" : fmt::format("{} players ({}) have met", met.size(), fmt::join(met, ", "));
  return fmt::format(
      "{} all the others of {}, and scores are against one whom all have met; allowed: one reference, whom all of them "
      "meet in {}",
      who, asked.find("players")->text, config::flow_text(*asked.find("in")));
}

/// Whether its number is the largest or the smallest of several.
bool is_at_an_end(const std::vector<Rival>& rivals, const Rival& best) {
  std::set<double> numbers;
  for (const Rival& one : rivals)
    if (const std::optional<double> number = parse_number<double>(one.value.text)) numbers.insert(*number);
  const std::optional<double> own = parse_number<double>(best.value.text);
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
  std::string prefix = map.require_name("players", "how the players' names begin, with * behind it");
  const std::string path = map.require_name("value", "the path of a key of these players");
  const YamlNode* in = map.require("in", "an earlier step of tournaments, or a list of such steps");
  map.finish();
  if (!prefix.empty() && prefix.back() == '*') prefix.pop_back();
  if (!problems_.empty()) return {};
  Rivals rivals;
  std::vector<const ResultTable*> tables;
  for (const StudyStep* step : earlier_steps(*in)) {
    const Member* member = only_member(*step, asked);
    if (member == nullptr) continue;
    const std::string problem = rivals.add_players(configuration_of_(*step, *member), prefix, path);
    if (!problem.empty()) problems_.add(asked, problem);
    if (table_of) tables.push_back(&table_of(*member));
  }
  if (problems_.empty() && rivals.all().empty())
    problems_.add(asked, fmt::format("no player there has a name that begins with {} and a value at {}", prefix, path));
  if (!problems_.empty()) return {};
  for (const ResultTable* table : tables) rivals.add_games(*table);
  const Rival* found = &rivals.all().front();
  if (!tables.empty() && rivals.all().size() > 1) {
    const std::vector<std::string> met = rivals.met_by_all();
    if (met.size() != 1) {
      problems_.add(asked, incomparable_text(met, asked));
      if (rivals.has_games()) throw RunError(problem_text(problems_.problems().front()));
      return {};
    }
    found = &rivals.best_against(met.front());
  }
  add_chosen({found->name, found->value.text, is_at_an_end(rivals.all(), *found)});
  return found->value;
}

const Member* ChosenValues::only_member(const StudyStep& played, const YamlNode& asked) {
  std::vector<const Member*> members;
  for (const Member& member : played.members)
    if (belong_together(member, member_)) members.push_back(&member);
  if (members.size() == 1) return members.front();
  const std::string allowed =
      played.has_rounds() ? "a step without rounds, in which no player drops out"
      : members.empty()   ? fmt::format("the items that {} runs over, which its `except` leaves in", played.name)
                        : fmt::format("one; let it run over the same lists (`each`): {}", fmt::join(played.each, ", "));
  problems_.add(
      asked, fmt::format("{} tournaments of {} belong to this one; allowed: {}", members.size(), played.name, allowed));
  return nullptr;
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
    problems_.add(*in, fmt::format("no earlier step called {} is of kind surface; such are: {}{}", name,
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
  const Member* member = only_member(played, asked);
  if (member == nullptr) return {};
  const ResultTable* table = table_of ? &table_of(*member) : nullptr;
  if (table != nullptr && !has_been_played(*table)) table = nullptr;
  const SurfaceResults found = read_surface(surface, configuration_of_(played, *member), table);
  if (table == nullptr) return config::value_node(found.players.front().numbers[axis]);
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
      problems_.add(one, fmt::format("no earlier step called {} is of kind tournament; such are: {}{}", name,
                                     fmt::join(known, ", "), hint_text(name, known)));
      continue;
    }
    if (std::ranges::count(steps, &step_of(study_, name)) > 0) problems_.add(one, name + " stands there twice");
    steps.push_back(&step_of(study_, name));
    if (std::ranges::count(steps_, name) == 0) steps_.push_back(name);
  }
  return steps;
}

}  // namespace rootward::study
