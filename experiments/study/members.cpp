// Members in order, and what they are read from.
#include "experiments/study/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "core/rng.h"
#include "core/text.h"
#include "evaluators/net/model.h"
#include "experiments/study/items.h"
#include "experiments/study/joined.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/piped_file.h"
#include "lab/config/player_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

/// One for every item of the lists but what is left out; the first list changes fastest.
void add_items(const StudyConfig& study, const StudyStep& step, std::size_t depth,
               const std::vector<std::string>& lists, Member member, std::vector<Member>& members) {
  if (depth == 0) {
    members.push_back(std::move(member));
    return;
  }
  const StudyList& list = list_of(study, lists[depth - 1]);
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    if (is_left_out(step, list.items[i])) continue;
    member.at[list.name] = i;
    add_items(study, step, depth - 1, lists, member, members);
  }
}

/// The folder of a round below the step's, or below a tuning's.
std::string place_of_round(const StudyStep& step, std::uint32_t round) {
  if (!step.over.empty()) return fmt::format("{:03}", round + 1);
  const auto rounds = static_cast<std::uint32_t>(step.rounds->pairs.size());
  return step.formulas ? fmt::format("{:02}/{}", round / rounds + 1, round % rounds + 1) : fmt::format("{}", round + 1);
}

std::string joined_place(std::string place, const std::string& below) {
  return below.empty() ? std::move(place) : std::move(place) + "/" + below;
}

ChosenValues choosing(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken) {
  return {study, step, member, [&study, &taken](const StudyStep& earlier, const Member& one) {
            for (const TunedMean& mean : earlier.means)
              if (!taken.means.contains(mean))
                throw UsageError(
                    fmt::format("{} has a `mean_of` of {}, so that nothing can be chosen from it; allowed: "
                                "a step without means over tunings",
                                earlier.name, mean.first));
            return configuration_of(study, earlier, one, taken);
          }};
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

/// What `reference` says in a step with a control: all others meet its first tuning, or all of them.
constexpr const char* kFirstControl = "control";
constexpr const char* kAllControls = "controls";

const YamlNode* reference_in(const YamlNode& node) {
  const YamlNode* schedule = node.find("schedule");
  return schedule == nullptr ? nullptr : schedule->find("reference");
}

/// Whether this is whom the step's players are to meet.
bool refers_to(const StudyStep& step, const char* controls) {
  const YamlNode* reference = reference_in(step.configuration);
  return !step.control.empty() && reference != nullptr && reference->is_scalar() && reference->text == controls;
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

std::set<std::string> references_in(const YamlNode& node) {
  const YamlNode* reference = reference_in(node);
  std::set<std::string> names;
  if (reference == nullptr) return names;
  if (reference->is_scalar()) names.insert(reference->text);
  for (const YamlNode& item : reference->items) names.insert(item.text);
  return names;
}

/// The players of a round, and how many pairs it has.
void set_round(YamlNode& node, const StudyStep& step, const Member& member, const Taken& taken) {
  if (YamlNode* players = node.find("players"))
    std::erase_if(players->entries, [&](const YamlEntry& player) { return taken.left_out.contains(player.key); });
  if (const YamlNode* schedule = node.find("schedule"); schedule != nullptr && schedule->find("pairs") != nullptr)
    throw UsageError("schedule.pairs: the step's `rounds` say how many");
  config::set_at(node, "schedule.pairs",
                 config::count_node(step.rounds->pairs[member.round % step.rounds->pairs.size()]));
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

/// Of a tuning in many games: the member's item, or the first that is played in.
std::size_t item_of_over(const StudyConfig& study, const StudyStep& step, const Member& member) {
  const auto own = member.at.find(step.over);
  if (own != member.at.end()) return own->second;
  const std::vector<ListItem>& items = list_of(study, step.over).items;
  const auto first = std::ranges::find_if(items, [&](const ListItem& item) { return !is_left_out(step, item); });
  return static_cast<std::size_t>(first - items.begin());
}

/// What plays, as the step says.
void read_what_plays(const YamlNode& asked, PlayedGeneration& played) {
  config::ProblemList problems;
  config::MapReader map(asked, problems);
  played.number = static_cast<std::uint64_t>(map.read_integer(integer_spec("generation", 0, 0, 99'999)));
  const std::string network = map.read_text("network");
  const YamlNode* named = asked.find("network");
  const bool asks_network = selfplay::asks_network(played.config.selfplay);
  if (named != nullptr && !asks_network)
    problems.add(*named, "is not asked: the games' evaluator is " + played.config.selfplay.search.evaluator.name);
  problems.throw_if_any();
  if (!network.empty())
    played.network = net::find_model_file(network, config::configuration_folder(played.config.file));
  else if (asks_network && (played.number > 0 || !played.config.start.empty()))
    throw UsageError("network: is missing: random weights play in generation 0 alone, and in no run with `start`");
}

std::string dashed(std::string place) {
  std::ranges::replace(place, '/', '-');
  return place;
}

std::vector<std::string> paths_of(const std::vector<tuning::TunedParameter>& parameters) {
  std::vector<std::string> paths;
  for (const tuning::TunedParameter& parameter : parameters) paths.push_back(parameter.path);
  return paths;
}

/// The mean over tunings of the parameter at a path; its value at all of them is known.
double mean_of(const std::vector<const TunedPlayer*>& players, const TunedMean& mean) {
  if (players.empty())
    throw UsageError(
        fmt::format("mean_of: {0} has no tuning here; allowed: items that the `except` of {0} leaves in", mean.first));
  double sum = 0;
  bool is_log = false;
  for (const TunedPlayer* player : players) {
    const auto& parameters = player->tuning.parameters;
    const auto found = std::ranges::find(parameters, mean.second, &tuning::TunedParameter::path);
    if (found == parameters.end() || found->count)
      throw UsageError(fmt::format("mean_of: {} tunes no number {}; it tunes: {}", mean.first, mean.second,
                                   fmt::join(paths_of(parameters), ", ")));
    const double value = player->point[static_cast<std::size_t>(found - parameters.begin())].front();
    is_log = found->scale == Scale::log;
    if (players.size() == 1) return value;
    sum += is_log ? log_exact(value) : value;
  }
  const double mean_value = sum / static_cast<double>(players.size());
  return is_log ? exp_exact(mean_value) : mean_value;
}

}  // namespace

void add_members(const StudyConfig& study, StudyStep& step) {
  std::vector<Member> runs;
  add_items(study, step, step.each.size(), step.each, {}, runs);
  for (Member& run : runs) {
    run.label = label_of(study, step.each, run);
    run.place = joined_place(step.name, run.label);
  }
  if (step.kind == StepKind::tuning) step.tunings = runs;
  if (!step.has_rounds()) {
    step.members = std::move(runs);
    return;
  }
  std::vector<Member> played;
  for (const Member& run : runs) add_items(study, step, step.over.empty() ? 0 : 1, {step.over}, run, played);
  for (std::uint32_t round = 0; round < step.round_count(); ++round) {
    for (Member member : played) {
      const std::string items = step.over.empty() ? member.label : label_of(study, {step.over}, member);
      const std::string round_place = place_of_round(step, round);
      member.round = round;
      member.place = joined_place(joined_place(step.over.empty() ? step.name : member.place, round_place), items);
      member.label = dashed(member.place.substr(step.name.size() + 1));
      step.members.push_back(std::move(member));
    }
  }
}

bool is_left_out(const StudyStep& step, const ListItem& item) {
  return std::ranges::find(step.except, item.label) != step.except.end();
}

std::vector<std::string> labels_in(const StudyStep& step, const StudyList& list) {
  std::vector<std::string> labels;
  for (const ListItem& item : list.items)
    if (!is_left_out(step, item)) labels.push_back(item.label);
  return labels;
}

std::string label_of(const StudyConfig& study, const std::vector<std::string>& lists, const Member& member) {
  std::vector<std::string> labels;
  for (const std::string& list : lists) labels.push_back(list_of(study, list).items[member.at.at(list)].label);
  return fmt::format("{}", fmt::join(labels, "-"));
}

std::string label_in_round(const StudyConfig& study, const StudyStep& step, const Member& member) {
  std::vector<std::string> lists = step.each;
  if (!step.over.empty()) lists.push_back(step.over);
  std::string label = label_of(study, lists, member);
  return label.empty() ? step.name : label;
}

const Member& tuning_of(const StudyStep& step, const Member& member) {
  if (step.over.empty()) return member;
  return *std::ranges::find_if(step.tunings, [&](const Member& one) { return belong_together(one, member); });
}

std::uint64_t seed_of_member(const StudyConfig& study, const StudyStep& step, const Member& member) {
  if (step.each.empty() && !step.has_rounds()) return study.seed;
  std::vector<std::uint64_t> names{hash_name(step.name)};
  std::vector<std::string> lists = step.each;
  if (!step.over.empty()) lists.push_back(step.over);
  for (const std::string& name : lists)
    if (member.at.contains(name)) names.push_back(hash_name(list_of(study, name).items[member.at.at(name)].label));
  if (step.has_rounds()) names.push_back(member.round);
  return derive_seed(study.seed, names);
}

bool belong_together(const Member& a, const Member& b) {
  for (auto in_a = a.at.begin(), in_b = b.at.begin(); in_a != a.at.end() && in_b != b.at.end();) {
    const int order = in_a->first.compare(in_b->first);
    if (order == 0 && in_a->second != in_b->second) return false;
    if (order <= 0) ++in_a;
    if (order >= 0) ++in_b;
  }
  return true;
}

TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken) {
  return in_step(step, member, [&] {
    Member played = tuning_of(step, member);
    if (!step.over.empty()) played.at[step.over] = item_of_over(study, step, member);
    YamlNode node = configuration_of(study, step, played, taken);
    add_players(node, "opponents", taken.players);
    const std::uint64_t seed = seed_of(node);
    std::string label = played.label.empty() ? step.name : played.label;
    if (step.has_name) label = node.find("name")->text;
    TunedOperator entered;
    if (const auto at = member.at.find(kOperatorList); at != member.at.end()) {
      entered = study.operators[at->second];
    } else {
      const YamlNode* candidate = node.find("candidate");
      const YamlNode* backup = candidate == nullptr ? nullptr : candidate->find("backup");
      entered.label = label;
      entered.backup = backup == nullptr ? config::text_node(kControl) : *backup;
      if (std::ranges::any_of(step.each,
                              [&](const std::string& list) { return list_of(study, list).best_of.has_value(); }))
        entered.tuned = boxes_of(entered.backup);
    }
    return make_tuned_player(std::move(node), study.file, entered, seed, label);
  });
}

YamlNode configuration_of(const StudyConfig& study, const StudyStep& step, const Member& member, const Taken& taken) {
  YamlNode node = step.configuration;
  if (!step.joined.empty()) write_out_joined(study, step, member, taken, node);
  put_items(study, step, member, taken, node);
  if (node.find("seed") == nullptr) config::add(node, "seed", config::count_node(seed_of_member(study, step, member)));
  if (node.find("name") == nullptr) config::add(node, "name", config::text_node(member.label));
  config::assign_paths(node, "");
  return node;
}

ChosenValues values_from_earlier(const StudyConfig& study, const StudyStep& step, const Member& member,
                                 const Taken& taken, const TableOf& table_of) {
  YamlNode node = configuration_of(study, step, member, taken);
  ChosenValues values = choosing(study, step, member, taken);
  values.put(node, table_of);
  return values;
}

tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const Taken& taken, std::uint32_t games, const TableOf& table_of) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member, taken);
    choosing(study, step, member, taken).put(node, table_of);
    add_players(node, "players", taken.players);
    if (!taken.references.empty()) {
      if (node.find("players")->entries.size() == taken.references.size())
        throw UsageError(
            fmt::format("players: {} is alone: the control's own cell is its other tunings against the first; allowed: "
                        "two tunings of it and more, as by two items of a list `seed`",
                        taken.players.front().key));
      config::set_at(node, "schedule.reference",
                     taken.references.size() == 1 ? config::text_node(taken.references.front())
                                                  : config::text_list(taken.references));
    }
    if (step.rounds) set_round(node, step, member, taken);
    if (step.games && node.find("schedule") != nullptr && node.find("schedule")->find("pairs") == nullptr)
      config::set_at(node, "schedule.pairs", config::count_node(1));
    config::assign_paths(node, "");
    tournament::TournamentConfig config = tournament::read_tournament_tree(node, study.file);
    if (step.games) share_games(config, games == 0 ? step.games->first : games);
    return config;
  });
}

estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                        const Taken& taken, const TableOf& table_of) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member, taken);
    choosing(study, step, member, taken).put(node, table_of);
    return estimates::read_estimates_tree(node, study.file);
  });
}

PlayedGeneration generation_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                               const Taken& taken, const TableOf& table_of) {
  return in_step(step, member, [&] {
    YamlNode node = configuration_of(study, step, member, taken);
    choosing(study, step, member, taken).put(node, table_of);
    PlayedGeneration played{.config = selfplay::read_training_tree(node, study.file),
                            .named_files = config::named_files_of(node, study.file)};
    YamlNode asked = step.generation;
    put_items(study, step, member, taken, asked);
    choosing(study, step, member, taken).put(asked, table_of);
    read_what_plays(asked, played);
    selfplay::Phase phase = selfplay::phase_at(played.config, played.number * played.config.training.generation);
    phase.games = played.config.training.generation;
    played.config.phases = {phase};
    return played;
  });
}

std::vector<YamlEntry> entrants_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                   const Taken& taken) {
  YamlNode node = configuration_of(study, step, member, taken);
  add_players(node, "players", taken.players);
  std::set<std::string> references = references_in(node);
  references.insert(taken.references.begin(), taken.references.end());
  std::vector<YamlEntry> entrants;
  if (const YamlNode* players = node.find("players"))
    for (const YamlEntry& player : players->entries)
      if (!references.contains(player.key)) entrants.push_back(player);
  return entrants;
}

bool meets_all_controls(const StudyStep& step) { return refers_to(step, kAllControls); }

bool is_of_control(const StudyConfig& study, const StudyStep& step, const Member& member) {
  const auto op = member.at.find(kOperatorList);
  return op != member.at.end() && study.operators[op->second].label == step.control;
}

std::vector<const Member*> controls_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                       const std::vector<Member>& tunings) {
  std::vector<const Member*> controls;
  if (step.control.empty()) return controls;
  Member other = member;
  other.at.erase(kOperatorList);
  for (const Member& one : tunings)
    if (is_of_control(study, step, one) && belong_together(one, other)) controls.push_back(&one);
  const bool all = meets_all_controls(step) && !is_of_control(study, step, member);
  if (!all && controls.size() > 1) controls.resize(1);
  return controls;
}

Taken taken_of(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of,
               const std::map<std::string, std::uint64_t>& simulations) {
  if (!step.over.empty() && !member.at.contains(step.over)) {
    Member first = member;
    first.at[step.over] = item_of_over(study, step, member);
    return taken_of(study, step, first, player_of, simulations);
  }
  Taken taken;
  for (const TunedMean& mean : step.means) {
    const StudyStep& tunings = step_of(study, mean.first);
    std::vector<const TunedPlayer*> players;
    for (const Member& tuned : tunings.tunings)
      if (belong_together(tuned, member)) players.push_back(&player_of(tunings, tuned));
    taken.means[mean] = in_step(step, member, [&] { return mean_of(players, mean); });
  }
  if (step.tuned_players.empty()) return taken;
  const StudyStep& tunings = step_of(study, step.tuned_players);
  const auto add = [&](const Member& tuned, bool has_own_budget) {
    const TunedPlayer& player = player_of(tunings, tuned);
    const auto own = has_own_budget ? simulations.find(player.entered.label) : simulations.end();
    taken.players.push_back({player.label, {}, player_node(player, own == simulations.end() ? 0 : own->second)});
  };
  const std::vector<const Member*> controls = controls_of(study, step, member, tunings.tunings);
  if (refers_to(step, kFirstControl) || meets_all_controls(step)) {
    for (const Member* control : controls) add(*control, false);
    for (const YamlEntry& player : taken.players) taken.references.push_back(player.key);
  }
  for (const Member& tuned : tunings.tunings)
    if (std::ranges::find(controls, &tuned) == controls.end() && belong_together(tuned, member)) add(tuned, true);
  return taken;
}

const TunedPlayer& TunedPlayers::of(const StudyStep& tunings, const Member& member) {
  if (const auto found = players_.find(member.place); found != players_.end()) return found->second;
  const PlayerOf others = [this](const StudyStep& step, const Member& one) -> const TunedPlayer& {
    return of(step, one);
  };
  TunedPlayer player = tuned_player_of(study_, tunings, member, taken_of(study_, tunings, member, others));
  take_(player, member.place);
  return players_.emplace(member.place, std::move(player)).first->second;
}

YamlNode item_of_player(const YamlEntry& player) {
  YamlNode value = config::map_node();
  config::add(value, "name", config::text_node(player.key));
  for (const YamlEntry& entry : player.value.entries) value.entries.push_back(entry);
  return value;
}

YamlEntry player_of_formula(const std::string& id, const Formula& formula, FormulaBoxes boxes) {
  YamlNode player = config::map_node();
  config::add(player, "backup", backup_node(formula, boxes));
  return {id, {}, std::move(player)};
}

}  // namespace rootward::study
