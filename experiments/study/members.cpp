// Puts a list's items in place of its name, and reads what comes of it.
#include "experiments/study/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "core/text.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule.h"
#include "lab/config/head_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/player_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

const StudyList& list_of(const StudyConfig& study, const std::string& name) {
  return *std::ranges::find(study.lists, name, &StudyList::name);
}

/// A list's name at the beginning of a text behind its `$`.
const StudyList* named_list(const StudyConfig& study, std::string_view text) {
  const StudyList* longest = nullptr;
  for (const StudyList& list : study.lists)
    if (text.starts_with(list.name) && (longest == nullptr || list.name.size() > longest->name.size())) longest = &list;
  return longest;
}

class Substitution {
 public:
  Substitution(const StudyConfig& study, const StudyStep& step, const Member& member)
      : study_(study), step_(step), member_(member) {}

  void apply(YamlNode& node) {
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
    YamlNode copy = *value;
    config::assign_paths(copy, node.path);
    node = std::move(copy);
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
    problems_.add(place, "steps." + step_.name,
                  fmt::format("${} has no value here; add {} to the step's `each`", list.name, list.name));
    return nullptr;
  }

  const StudyConfig& study_;
  const StudyStep& step_;
  const Member& member_;
  config::ProblemList problems_;
};

void add_members(const StudyConfig& study, const StudyStep& step, std::size_t depth, Member member,
                 std::vector<Member>& members) {
  if (depth == 0) {
    std::vector<std::string> labels;
    for (const std::string& name : step.each) labels.push_back(list_of(study, name).items[member.at.at(name)].label);
    if (std::ranges::any_of(step.except, [&](const std::string& one) { return std::ranges::count(labels, one) > 0; }))
      return;
    member.label = fmt::format("{}", fmt::join(labels, "-"));
    member.place = member.label.empty() ? step.name : step.name + "/" + member.label;
    members.push_back(std::move(member));
    return;
  }
  const std::string& name = step.each[depth - 1];
  for (std::size_t i = 0; i < list_of(study, name).items.size(); ++i) {
    member.at[name] = i;
    add_members(study, step, depth - 1, member, members);
  }
}

/// The study's, or of a step over lists one of the member's own, by the names of the step and of its items.
std::uint64_t seed_of_member(const StudyConfig& study, const StudyStep& step, const Member& member) {
  if (step.each.empty()) return study.seed;
  std::uint64_t seed = mix64(mix64(study.seed) ^ mix64(hash_name(step.name)));
  for (const std::string& name : step.each)
    seed = mix64(seed ^ mix64(hash_name(list_of(study, name).items[member.at.at(name)].label)));
  return seed;
}

/// The member's configuration: its items in place, a seed where it has none, and a name.
YamlNode configuration_of(const StudyConfig& study, const StudyStep& step, const Member& member) {
  YamlNode node = step.configuration;
  Substitution(study, step, member).apply(node);
  if (node.find("seed") == nullptr) config::add(node, "seed", config::count_node(seed_of_member(study, step, member)));
  if (node.find("name") == nullptr) config::add(node, "name", config::text_node(member.label));
  config::assign_paths(node, "");
  return node;
}

/// What is wrong with a member, told of its step where it does not stand in a file of its own.
template <class Read>
auto in_step(const StudyStep& step, const Member& member, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const UsageError& error) {
    std::vector<Problem> problems(error.problems().begin(), error.problems().end());
    if (problems.empty()) problems.push_back({.file = {}, .line = 0, .column = 0, .path = {}, .message = error.what()});
    for (Problem& problem : problems) {
      if (problem.file.empty()) {
        problem.file = step.place.source;
        problem.line = step.place.line;
        problem.column = step.place.column;
      }
      problem.path = fmt::format("steps.{}{}", step.name, problem.path.empty() ? "" : "." + problem.path);
      if (!member.label.empty()) problem.message += fmt::format(" (in {})", member.label);
    }
    throw UsageError(problems);
  }
}

constexpr const char* kControlName = "control";

YamlNode* reference_in(YamlNode& node) {
  YamlNode* schedule = node.find("schedule");
  return schedule == nullptr ? nullptr : schedule->find("reference");
}

/// Whether the control is whom its tournament's players are to meet.
bool meets_control(const StudyStep& step, YamlNode& node) {
  const YamlNode* reference = reference_in(node);
  return !step.control.empty() && reference != nullptr && reference->is_scalar() && reference->text == kControlName;
}

/// Puts players that tunings made behind those of the map under `key`.
void add_players(YamlNode& node, const char* key, const std::vector<YamlEntry>& players) {
  if (!players.empty() && node.find(key) == nullptr) config::add(node, key, config::map_node());
  for (const YamlEntry& player : players) {
    YamlNode& all = *node.find(key);
    if (all.find(player.key) != nullptr)
      throw UsageError(fmt::format("{}.{} is the name of a tuned player; choose another", key, player.key));
    all.entries.push_back(player);
  }
  config::assign_paths(node, "");
}

/// As many pairs a pairing as make so many games in all, one at least.
void share_games(tournament::TournamentConfig& config, std::uint32_t games) {
  const std::size_t pairings = tournament::make_pairings(config).size();
  config.schedule.pairs =
      std::max<std::uint32_t>(1, pairings == 0 ? 1 : games / static_cast<std::uint32_t>(2 * pairings));
}

std::uint64_t seed_of(const YamlNode& node) {
  config::ProblemList problems;
  config::MapReader map(node, problems);
  const std::uint64_t seed = config::read_seed(map, problems);
  problems.throw_if_any();
  return seed;
}

void check_member(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of) {
  switch (step.kind) {
    case StepKind::tuning:
      (void)player_of(step, member);
      break;
    case StepKind::tournament:
      (void)tournament_of(study, step, member, tuned_entries(study, step, member, player_of));
      break;
    case StepKind::estimates:
      (void)estimates_of(study, step, member);
      break;
    case StepKind::fair_tuned:
    case StepKind::grid:
      break;
  }
}

}  // namespace

std::vector<Member> make_members(const StudyConfig& study, const StudyStep& step) {
  std::vector<Member> members;
  add_members(study, step, step.each.size(), {}, members);
  return members;
}

bool belong_together(const Member& a, const Member& b) {
  return std::ranges::all_of(a.at, [&](const auto& item) {
    const auto found = b.at.find(item.first);
    return found == b.at.end() || found->second == item.second;
  });
}

TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                            const std::vector<YamlEntry>& opponents) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member);
    add_players(node, "opponents", opponents);
    const std::uint64_t seed = seed_of(node);
    std::string label = member.label.empty() ? step.name : member.label;
    if (step.has_name) label = node.find("name")->text;
    TunedOperator entered;
    if (const auto at = member.at.find(kOperatorList); at != member.at.end()) {
      entered = study.operators[at->second];
    } else {
      const YamlNode* candidate = node.find("candidate");
      const YamlNode* backup = candidate == nullptr ? nullptr : candidate->find("backup");
      entered.label = label;
      entered.backup = backup == nullptr ? config::text_node(kControl) : *backup;
    }
    return make_tuned_player(std::move(node), study.file, entered, seed, label);
  });
}

tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const std::vector<YamlEntry>& players, std::uint32_t games) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member);
    add_players(node, "players", players);
    if (meets_control(step, node)) *reference_in(node) = config::text_node(players.front().key);
    if (step.games && node.find("schedule") != nullptr && node.find("schedule")->find("pairs") == nullptr)
      config::set_at(node, "schedule.pairs", config::count_node(1));
    config::assign_paths(node, "");
    tournament::TournamentConfig config = tournament::read_tournament_tree(node, study.file);
    if (step.games) share_games(config, games == 0 ? step.games->first : games);
    return config;
  });
}

estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member) {
  return in_step(step, member,
                 [&] { return estimates::read_estimates_tree(configuration_of(study, step, member), study.file); });
}

const Member* control_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                         const std::vector<Member>& tunings) {
  if (step.control.empty()) return nullptr;
  Member other = member;
  other.at.erase(kOperatorList);
  const auto found = std::ranges::find_if(tunings, [&](const Member& one) {
    return study.operators[one.at.at(kOperatorList)].label == step.control && belong_together(one, other);
  });
  return found == tunings.end() ? nullptr : &*found;
}

std::vector<YamlEntry> tuned_entries(const StudyConfig& study, const StudyStep& step, const Member& member,
                                     const PlayerOf& player_of,
                                     const std::map<std::string, std::uint64_t>& simulations) {
  std::vector<YamlEntry> entries;
  if (step.tuned_players.empty()) return entries;
  const StudyStep& tunings = step_of(study, step.tuned_players);
  const std::vector<Member>& members = tunings.members;
  const auto add = [&](const Member& tuned, bool has_own_budget) {
    const TunedPlayer& player = player_of(tunings, tuned);
    const auto own = has_own_budget ? simulations.find(player.entered.label) : simulations.end();
    entries.push_back({player.label, {}, player_node(player, own == simulations.end() ? 0 : own->second)});
  };
  const Member* control = control_of(study, step, member, members);
  YamlNode configuration = step.configuration;
  if (control != nullptr && meets_control(step, configuration)) add(*control, false);
  for (const Member& tuned : members)
    if (&tuned != control && belong_together(tuned, member)) add(tuned, true);
  return entries;
}

const TunedPlayer& TunedPlayers::of(const StudyStep& tunings, const Member& member) {
  if (const auto found = players_.find(member.place); found != players_.end()) return found->second;
  const PlayerOf others = [this](const StudyStep& step, const Member& one) -> const TunedPlayer& {
    return of(step, one);
  };
  TunedPlayer player = tuned_player_of(study_, tunings, member, tuned_entries(study_, tunings, member, others));
  take_(player, member.place);
  return players_.emplace(member.place, std::move(player)).first->second;
}

void check_members(const StudyConfig& study) {
  TunedPlayers players(study,
                       [](TunedPlayer& player, const std::string&) { player.point = lowest_point(player.tuning); });
  const PlayerOf player_of = [&](const StudyStep& step, const Member& member) -> const TunedPlayer& {
    return players.of(step, member);
  };
  for (const StudyStep& step : study.steps)
    for (const Member& member : step.members) check_member(study, step, member, player_of);
}

}  // namespace rootward::study
