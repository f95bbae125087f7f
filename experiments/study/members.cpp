// Puts a list's items in place of its name, and reads what comes of it.
#include "experiments/study/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/tournament/reader.h"
#include "lab/config/head_reader.h"
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
        node.text.front() == '$' && list != nullptr && node.text.size() == list->name.size() + 1) {
      if (const ListItem* item = item_of(*list, node.place)) {
        const std::string path = node.path;
        node = item->value;
        config::assign_paths(node, path);
      }
      return;
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

/// The member's configuration: its items in place, the study's seed where it has none, and a name.
YamlNode configuration_of(const StudyConfig& study, const StudyStep& step, const Member& member) {
  YamlNode node = step.configuration;
  Substitution(study, step, member).apply(node);
  if (node.find("seed") == nullptr) config::add(node, "seed", config::count_node(study.seed));
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

std::uint64_t seed_of(const YamlNode& node) {
  config::ProblemList problems;
  config::MapReader map(node, problems);
  const std::uint64_t seed = config::read_seed(map, problems);
  problems.throw_if_any();
  return seed;
}

void check_member(const StudyConfig& study, const StudyStep& step, const Member& member) {
  const auto lowest = [](TunedPlayer& player, const Member&) { player.point = lowest_point(player.tuning); };
  switch (step.kind) {
    case StepKind::tuning:
      (void)tuned_player_of(study, step, member);
      break;
    case StepKind::tournament:
      (void)tournament_of(study, step, member, tuned_entries(study, step, member, lowest));
      break;
    case StepKind::estimates:
      (void)estimates_of(study, step, member);
      break;
    case StepKind::fair_tuned:
      break;
  }
}

}  // namespace

std::vector<Member> members_of(const StudyConfig& study, const StudyStep& step) {
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

TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member);
    const std::uint64_t seed = seed_of(node);
    TunedOperator entered;
    if (const auto at = member.at.find(kOperatorList); at != member.at.end()) {
      entered = study.operators[at->second];
    } else {
      const YamlNode* candidate = node.find("candidate");
      const YamlNode* backup = candidate == nullptr ? nullptr : candidate->find("backup");
      entered.label = member.label;
      entered.backup = backup == nullptr ? config::text_node(kControl) : *backup;
    }
    const std::string label = member.label.empty() ? step.name : member.label;
    return make_tuned_player(std::move(node), study.file, entered, seed, label);
  });
}

std::vector<TunedPlayer> tuned_players_of(const StudyConfig& study, const StudyStep& step) {
  std::vector<TunedPlayer> players;
  for (const Member& member : members_of(study, step)) players.push_back(tuned_player_of(study, step, member));
  return players;
}

tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const std::vector<YamlEntry>& players) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member);
    if (!players.empty() && node.find("players") == nullptr) config::add(node, "players", config::map_node());
    for (const YamlEntry& player : players) {
      YamlNode& all = *node.find("players");
      if (all.find(player.key) != nullptr)
        throw UsageError(fmt::format("players.{} is the name of a tuned player; choose another", player.key));
      all.entries.push_back(player);
    }
    config::assign_paths(node, "");
    return tournament::read_tournament_tree(node, study.file);
  });
}

estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member) {
  return in_step(step, member,
                 [&] { return estimates::read_estimates_tree(configuration_of(study, step, member), study.file); });
}

std::vector<YamlEntry> tuned_entries(const StudyConfig& study, const StudyStep& step, const Member& member,
                                     const std::function<void(TunedPlayer&, const Member&)>& take,
                                     const std::map<std::string, std::uint64_t>& simulations) {
  std::vector<YamlEntry> entries;
  if (step.tuned_players.empty()) return entries;
  const StudyStep& tunings = step_of(study, step.tuned_players);
  for (const Member& tuned : members_of(study, tunings)) {
    if (!belong_together(tuned, member)) continue;
    TunedPlayer player = tuned_player_of(study, tunings, tuned);
    take(player, tuned);
    const auto own = simulations.find(player.entered.label);
    entries.push_back({player.label, {}, player_node(player, own == simulations.end() ? 0 : own->second)});
  }
  return entries;
}

void check_members(const StudyConfig& study) {
  for (const StudyStep& step : study.steps)
    for (const Member& member : members_of(study, step)) check_member(study, step, member);
}

}  // namespace rootward::study
