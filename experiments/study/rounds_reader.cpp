// Maps of few keys each.
#include "experiments/study/rounds_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "lab/config/field_table.h"
#include "lab/config/key_specs.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::field;
using config::FieldTable;
using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

constexpr double kMostPairs = 1e6;

const FieldTable<FormulaSearch>& formula_fields() {
  static const FieldTable<FormulaSearch> kTable = {
      field(&FormulaSearch::generations, range_spec("generations", 1, 99, "How often formulas are made.")),
      field(&FormulaSearch::count, range_spec("count", 1, 1000, "Formulas of a generation.")),
      field(&FormulaSearch::parents, range_spec("parents", 1, 1000, "The best so far, which are changed.")),
      field(&FormulaSearch::fresh, range_spec("fresh", 0, 1, "Share of later generations that is drawn anew.")),
  };
  return kTable;
}

std::vector<std::uint32_t> read_pairs(const YamlNode& node, ProblemList& problems) {
  std::vector<std::uint32_t> pairs;
  if (!node.is_sequence() || node.items.empty()) problems.refuse(node, "a list of numbers of pairs, one a round");
  for (const YamlNode& item : node.items)
    if (const auto value = config::read_value(item, integer_spec("pairs", 1, 1, kMostPairs), problems))
      pairs.push_back(static_cast<std::uint32_t>(std::get<std::int64_t>(*value)));
  return pairs;
}

void collect_means(const StudyConfig& study, const YamlNode& node, std::vector<TunedMean>& means,
                   ProblemList& problems) {
  if (const YamlNode* of = node.find("mean_of")) {
    if (const std::optional<TunedMean> mean = mean_in(node)) {
      const auto found = std::ranges::find(study.steps, mean->first, &StudyStep::name);
      if (found == study.steps.end() || found->kind != StepKind::tuning)
        problems.add(*of, fmt::format("no earlier step called {} is of kind tuning", mean->first));
      else
        means.push_back(*mean);
    } else {
      problems.add(node,
                   "is not allowed; allowed: {mean_of: STEP, value: PATH}, a step of tunings and the path of a "
                   "parameter that they tune");
    }
  }
  for (const YamlNode& item : node.items) collect_means(study, item, means, problems);
  for (const YamlEntry& entry : node.entries) collect_means(study, entry.value, means, problems);
}

}  // namespace

std::optional<double> read_margin(MapReader& map, ProblemList& problems) {
  constexpr double kMostElo = 1e4;
  const YamlNode* node = map.take("margin");
  if (node == nullptr) return std::nullopt;
  const ParamSpec spec = range_spec("margin", 1, kMostElo, "Elo; smaller gains and losses count as equal");
  const std::optional<ParamValue> value = config::read_value(*node, spec, problems);
  return value ? std::optional(std::get<double>(*value)) : std::nullopt;
}

MemberGames read_games(const YamlNode& node, bool has_control, ProblemList& problems) {
  constexpr double kMost = 1e9;
  constexpr double kMostElo = 1e4;
  MemberGames games;
  const auto number = [&](MapReader& map, const char* key, std::uint32_t fallback) {
    return static_cast<std::uint32_t>(map.read_integer(integer_spec(key, fallback, 2, kMost)));
  };
  if (!node.is_map()) {
    YamlNode map = config::map_node();
    map.place = node.place;
    map.path = node.path;
    config::add(map, "first", node);
    config::assign_paths(map, node.path);
    MapReader reader(map, problems);
    games.first = games.most = number(reader, "first", 2);
    return games;
  }
  MapReader map(node, problems);
  if (map.require("first", "a number of games") != nullptr) games.first = number(map, "first", 2);
  games.most = number(map, "most", games.first);
  games.margin = read_margin(map, problems);
  if (const YamlNode* undecided = node.find("undecided"); undecided != nullptr && games.margin)
    problems.add(*undecided, "stands beside margin; one of them says when to go on");
  ParamSpec elo = range_spec("undecided", 0, kMostElo, "Elo, whatever its sign");
  elo.type = ParamType::real_list;
  elo.min_count = elo.max_count = 2;
  elo.fallback = std::vector<double>(games.undecided.begin(), games.undecided.end());
  const auto ends = std::get<std::vector<double>>(map.read(elo));
  games.undecided = {ends[0], ends[1]};
  map.finish();
  if (games.most < games.first) problems.add(node, fmt::format("most: {} is below first, {}", games.most, games.first));
  if (games.most > games.first && !has_control)
    problems.add(node, "most: what is undecided is a gain over the control; say with `control` who that is");
  return games;
}

void read_rounds(MapReader& map, StudyStep& step, ProblemList& problems) {
  const YamlNode* node = map.take("rounds");
  const YamlNode* formulas = map.take("formulas");
  if (node != nullptr) {
    MapReader values(*node, problems);
    Rounds rounds;
    if (const YamlNode* pairs = values.require("pairs", "a list of numbers of pairs, one a round"))
      rounds.pairs = read_pairs(*pairs, problems);
    rounds.keep = std::get<double>(values.read([&] {
      ParamSpec keep = range_spec("keep", 0.01, 1, "share of the players that goes on");
      keep.type = ParamType::real;
      keep.fallback = rounds.keep;
      return keep;
    }()));
    values.finish();
    if (step.games) problems.add(*node, "a step has either `rounds` or `games`");
    step.rounds = std::move(rounds);
  }
  if (formulas == nullptr) return;
  if (node == nullptr) problems.add(*formulas, "are tried in rounds; say with `rounds` how many pairs each has");
  step.formulas = config::read_map(formula_fields(), *formulas, problems);
}

std::vector<std::string> lists_of(const StudyStep& step) {
  std::vector<std::string> lists = step.each;
  lists.insert(lists.end(), step.joined.begin(), step.joined.end());
  if (!step.over.empty()) lists.push_back(step.over);
  return lists;
}

bool is_best_of(const YamlNode& node) { return node.find("best_of") != nullptr; }

StudyList read_best_of(const std::string& name, const YamlNode& node, ProblemList& problems) {
  StudyList list{.name = name, .items = {}, .best_of = BestOf{}};
  MapReader map(node, problems);
  list.best_of->step = map.read_name("best_of", "a step with rounds");
  if (map.require("count", "how many") != nullptr)
    list.best_of->count = static_cast<std::uint32_t>(map.read_integer(integer_spec("count", 1, 1, 1000)));
  map.finish();
  for (std::uint32_t i = 1; i <= list.best_of->count; ++i) {
    ListItem item{.label = fmt::format("{}-{}", name, i), .value = {}};
    item.value.place = node.place;
    list.items.push_back(std::move(item));
  }
  return list;
}

void check_best_of(const StudyConfig& study, const StudyStep& step, const YamlNode& node, ProblemList& problems) {
  for (const std::string& name : lists_of(step)) {
    const StudyList& list = list_of(study, name);
    if (!list.best_of) continue;
    const auto found = std::ranges::find(study.steps, list.best_of->step, &StudyStep::name);
    if (found == study.steps.end() || !found->rounds) {
      problems.add(node, fmt::format("lists.{}.best_of: no step before {} is called {} and has rounds", name, step.name,
                                     list.best_of->step));
      continue;
    }
    if (found->formulas && std::uint64_t{found->formulas->generations} * found->formulas->count < list.items.size())
      problems.add(node, fmt::format("lists.{}.count: {} is more than all formulas of {}", name, list.items.size(),
                                     found->name));
  }
}

void check_best_of_all(const StudyConfig& study, const YamlNode& root, ProblemList& problems) {
  for (const StudyList& list : study.lists)
    if (list.best_of && std::ranges::none_of(study.steps, [&](const StudyStep& step) {
          return step.name == list.best_of->step && step.rounds;
        }))
      problems.add(*root.find("lists")->find(list.name),
                   fmt::format("best_of: no step is called {} and has rounds", list.best_of->step));
}

std::optional<TunedMean> mean_in(const YamlNode& node) {
  const YamlNode* of = node.find("mean_of");
  const YamlNode* value = node.find("value");
  if (of == nullptr || value == nullptr || node.entries.size() != 2 || !of->is_scalar() || !value->is_scalar())
    return std::nullopt;
  return TunedMean{of->text, value->text};
}

std::vector<TunedMean> read_means(const StudyConfig& study, const YamlNode& node, ProblemList& problems) {
  std::vector<TunedMean> means;
  collect_means(study, node, means, problems);
  return means;
}

std::uint32_t StudyStep::round_count() const {
  if (!over.empty()) return evaluations;
  if (!rounds) return 1;
  return static_cast<std::uint32_t>(rounds->pairs.size()) * (formulas ? formulas->generations : 1);
}

const StudyList& list_of(const StudyConfig& study, std::string_view name) {
  return *std::ranges::find(study.lists, name, &StudyList::name);
}

std::set<std::string> taken_steps(const StudyConfig& study, const StudyStep& step) {
  std::set<std::string> names;
  for (const TunedMean& mean : step.means) names.insert(mean.first);
  for (const std::string& list : lists_of(step))
    if (const auto& best_of = list_of(study, list).best_of) names.insert(best_of->step);
  if (!step.tuned_players.empty()) names.insert(step.tuned_players);
  if (step.equal_time) names.insert(step.equal_time->in);
  return names;
}

}  // namespace rootward::study
