// A study's tree to its configuration.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/text.h"
#include "experiments/study/config.h"
#include "experiments/study/members.h"
#include "experiments/study/rounds_reader.h"
#include "experiments/study/table_step_reader.h"
#include "lab/config/base_files.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/player_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

struct KnownStep {
  StepKind kind;
  std::string_view key;
  const char* what;
};
constexpr std::array<KnownStep, 11> kKnownSteps = {{
    {StepKind::tuning, "tuning", "a tuning's configuration"},
    {StepKind::tournament, "tournament", "a tournament's configuration"},
    {StepKind::estimates, "estimates", "an estimates study's configuration"},
    {StepKind::selfplay, "selfplay", "a training run's configuration"},
    {StepKind::fair_tuned, "fair_tuned", "{name, tunings: STEP, finals: {NAME: STEP, ..}, sorted_by: NAME}"},
    {StepKind::grid, "grid", "{name, domains: LIST, finals: [STEP, ..], pools, features, held_out}"},
    {StepKind::discovered, "discovered", "{name, search: STEP, control: STEP, confirmation: STEP}"},
    {StepKind::compare, "compare", "{runs: [STEP, ..], published: FILE}"},
    {StepKind::effects, "effects", "{name, of: STEP, measured, first, note, switches, pairing, again, others}"},
    {StepKind::summary, "summary", "{name, effects: [STEP, ..], same: {SWITCH: SWITCH}}"},
    {StepKind::surface, "surface", "{name, of: STEP, surfaces: {NAME: {players: PREFIX*, axes: {PATH: SCALE}}}}"},
}};

constexpr std::uint32_t kMostRounds = 999;  // as many folders as have names of three digits

std::string known_keys() {
  std::vector<std::string_view> keys;
  for (const KnownStep& known : kKnownSteps) keys.push_back(known.key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

class StudyReader {
 public:
  StudyReader(YamlNode root, std::string file) : root_(std::move(root)), map_(root_, problems_) {
    study_.file = std::move(file);
  }

  StudyConfig read() {
    config::check_kind(root_, config::FileKind::study);
    study_.name = config::read_configuration_name(map_, problems_);
    study_.question = map_.read_text("question");
    study_.hypothesis = map_.read_text("hypothesis");
    study_.seed = config::read_seed(map_, problems_);
    if (const YamlNode* operators = map_.take("operators")) read_operator_list(*operators);
    for (const char* key : kStudyValues)
      if (const YamlNode* value = map_.take(key))
        study_.lists.push_back({.name = key, .items = {{key, *value}}, .is_value = true});
    if (const YamlNode* lists = map_.take("lists")) read_lists(*lists);
    const YamlNode* steps = map_.require("steps", "a map from names to steps");
    map_.finish();
    if (steps != nullptr) read_steps(*steps);
    problems_.throw_if_any();
    check_best_of_all(study_, root_, problems_);
    problems_.throw_if_any();
    for (StudyStep& step : study_.steps) add_members(study_, step);
    for (const StudyStep& step : study_.steps) tables_.check_runs(step.compared);
    problems_.throw_if_any();
    study_.tree = std::move(root_);
    return std::move(study_);
  }

 private:
  void read_operator_list(const YamlNode& node) {
    const bool is_all = node.is_scalar() && node.text == "all";
    study_.operators = read_operators(is_all ? nullptr : &node, problems_);
    StudyList list{.name = kOperatorList, .items = {}};
    for (const TunedOperator& one : study_.operators) list.items.push_back({one.label, one.backup});
    study_.lists.push_back(std::move(list));
  }

  void read_lists(const YamlNode& node) {
    for (const YamlEntry& entry : config::entries_of(node, problems_)) {
      if (entry.key == kOperatorList)
        problems_.add(entry.key_place, entry.value.path, "is the list that `operators` makes; choose another name");
      else if (std::ranges::find(study_.lists, entry.key, &StudyList::name) != study_.lists.end())
        problems_.add(entry.key_place, entry.value.path, "is a list already; choose another name");
      config::check_player_name(entry, problems_);
      study_.lists.push_back(is_best_of(entry.value) ? read_best_of(entry.key, entry.value, problems_)
                                                     : StudyList{.name = entry.key, .items = read_items(entry.value)});
    }
  }

  std::vector<ListItem> read_items(const YamlNode& node) {
    std::vector<ListItem> items;
    if ((!node.is_sequence() && !node.is_map()) || (node.items.empty() && node.entries.empty()))
      problems_.refuse(node, "a list of names and numbers, or a map from labels to values");
    for (const YamlEntry& entry : node.entries) items.push_back({entry.key, entry.value});
    for (const YamlNode& item : node.items)
      items.push_back({config::read_name(item, "a name or a number", problems_).value_or(""), item});
    std::set<std::string> seen;
    for (const ListItem& item : items) {
      config::check_player_name({item.label, item.value.place, item.value}, problems_);
      if (!seen.insert(item.label).second) problems_.add(item.value, fmt::format("{} stands there twice", item.label));
    }
    return items;
  }

  void read_steps(const YamlNode& node) {
    (void)config::entries_of(node, problems_, "no steps; at least one is needed");
    for (YamlEntry& entry : root_.find("steps")->entries) {
      config::check_player_name(entry, problems_);
      StudyStep step = read_step(entry.key, entry.value);
      step.place = entry.key_place;
      study_.steps.push_back(std::move(step));
    }
  }

  StudyStep read_step(const std::string& name, YamlNode& node) {
    StudyStep step;
    step.name = name;
    MapReader map(node, problems_);
    const KnownStep* known = kind_of_step(node);
    for (const KnownStep& one : kKnownSteps) (void)map.take(one.key);
    if (known == nullptr || !map.is_map()) return step;
    step.kind = known->kind;
    if (const YamlNode* each = map.take("each")) step.each = read_each(*each);
    if (step.kind == StepKind::tuning) read_of_tuning(map, step);
    if (step.kind == StepKind::selfplay) read_of_selfplay(map, step);
    if (const YamlNode* except = map.take("except")) read_except(*except, step);
    if (step.kind == StepKind::tournament || step.kind == StepKind::tuning) read_tuned_players(map, step);
    if (step.kind == StepKind::tournament)
      if (const YamlNode* joined = map.take("joined")) step.joined = read_each(*joined);
    if (step.kind == StepKind::tournament) read_of_tournament(map, step);
    map.finish();
    check_best_of(study_, step, node, problems_);
    YamlNode& value = *node.find(known->key);
    if (is_run(step.kind))
      read_configuration(value, step);
    else
      read_table(value, step);
    if (step.equal_time) check_equal_time(*node.find("equal_time"), step);
    return step;
  }

  void read_of_tuning(MapReader& map, StudyStep& step) {
    step.evaluations =
        static_cast<std::uint32_t>(map.read_integer(integer_spec("evaluations", step.evaluations, 1, 100'000)));
    const YamlNode* over = map.take("over");
    if (over == nullptr) return;
    const std::vector<std::string> lists = read_each(*over);
    if (problems_.size() > 0) return;
    step.over = lists.front();
    if (lists.size() > 1 || runs_over(step, step.over) || list_of(study_, step.over).best_of)
      problems_.add(*over, "is not allowed; allowed: one list with values, over which the step does not run already");
    if (step.evaluations > kMostRounds)
      problems_.add(*over, fmt::format("evaluations: {} is more than {}", step.evaluations, kMostRounds));
  }

  /// Items stand for these values: a member reads them.
  static void read_of_selfplay(MapReader& map, StudyStep& step) {
    step.generation = config::map_node();
    for (const char* key : {"generation", "network"})
      if (const YamlNode* value = map.take(key)) config::add(step.generation, key, *value);
    config::assign_paths(step.generation, "");
  }

  void read_except(const YamlNode& node, StudyStep& step) {
    std::vector<std::string> lists = step.each;
    if (!step.over.empty()) lists.push_back(step.over);
    step.except = read_labels(node, lists, "one of the items that the step runs over");
    for (const std::string& name : lists)
      if (const StudyList& list = list_of(study_, name); labels_in(step, list).empty())
        problems_.add(node, fmt::format("leaves nothing of {}; allowed: to leave out some of {}, but not all", name,
                                        fmt::join(labels_in(StudyStep{}, list), ", ")));
  }

  void read_table(YamlNode& value, StudyStep& step) {
    switch (step.kind) {
      case StepKind::fair_tuned:
        step.table = tables_.fair_tuned(value);
        return;
      case StepKind::grid:
        return read_grid(value, step);
      case StepKind::discovered:
        return read_discovered(value, step);
      case StepKind::compare:
        step.compared = tables_.compare(value);
        return;
      case StepKind::effects:
        step.effects = tables_.effects(value);
        return;
      case StepKind::summary:
        step.summary = tables_.summary(value);
        return;
      case StepKind::surface:
        step.surface = tables_.surface(value);
        return;
      default:
        return;
    }
  }

  /// "; did you mean tournament?" where one of the map's keys is nearly one of a step.
  static std::string meant_in(const YamlNode& node) {
    std::vector<std::string> known;
    for (const KnownStep& step : kKnownSteps) known.emplace_back(step.key);
    for (const config::YamlEntry& entry : node.entries)
      if (std::string hint = hint_text(entry.key, known); !hint.empty()) return hint;
    return "";
  }

  const KnownStep* kind_of_step(const YamlNode& node) {
    const KnownStep* found = nullptr;
    for (const KnownStep& known : kKnownSteps) {
      const YamlNode* value = node.find(known.key);
      if (value == nullptr) continue;
      if (found != nullptr) problems_.add(*value, fmt::format("a step is one thing; it has {} already", found->key));
      found = &known;
    }
    if (found == nullptr && node.is_map())
      problems_.add(node,
                    fmt::format("says not what it is: one of the keys {} is required{}", known_keys(), meant_in(node)));
    return found;
  }

  /// Bases are laid under it in the tree too, so that what is stored stands by itself.
  void read_configuration(YamlNode& value, StudyStep& step) {
    const std::string path = value.path;
    step.has_name = value.find("name") != nullptr;
    if (value.is_scalar()) {
      YamlNode map = config::map_node();
      map.place = value.place;
      config::add(map, "base", value);
      value = std::move(map);
    }
    if (!value.is_map()) {
      problems_.refuse(value, "a configuration file's name, or a map");
      return;
    }
    value = config::with_bases(std::move(value), study_.file);
    if (!step.has_name) name_run(value, step);
    config::assign_paths(value, path);
    step.means = read_means(study_, value, problems_);
    step.configuration = value;
    config::assign_paths(step.configuration, "");
  }

  /// A run whose step gives no name has that of its members, or the configuration's with the step's behind it.
  void name_run(YamlNode& value, const StudyStep& step) const {
    const YamlNode* named = value.find("name");
    const std::string base = named == nullptr ? study_.name : named->text;
    std::erase_if(value.entries, [](const YamlEntry& entry) { return entry.key == "name"; });
    if (step.each.empty()) config::add(value, "name", config::text_node(fmt::format("{}-{}", base, step.name)));
  }

  std::vector<std::string> read_each(const YamlNode& node) {
    std::vector<std::string> known;
    for (const StudyList& list : study_.lists) known.push_back(list.name);
    const std::string allowed = known.empty() ? "nothing, for there is neither `operators` nor `lists`"
                                              : fmt::format("a list's name, or several of {}", fmt::join(known, ", "));
    const std::vector<YamlNode> names = node.is_sequence() ? node.items : std::vector<YamlNode>{node};
    std::vector<std::string> each;
    for (const YamlNode& one : names) {
      const std::string name = config::read_name(one, allowed, problems_).value_or("");
      if (name.empty()) continue;
      if (std::ranges::find(known, name) == known.end())
        problems_.add(one, fmt::format("no list is called {}; allowed: {}{}", name, allowed, hint_text(name, known)));
      else if (std::ranges::find(each, name) != each.end())
        problems_.add(one, fmt::format("{} stands there twice", name));
      else
        each.push_back(name);
    }
    return each;
  }

  void read_tuned_players(MapReader& map, StudyStep& step) {
    if (const YamlNode* tuned = map.take("tuned_players"))
      step.tuned_players = tables_.step_name(*tuned, StepKind::tuning);
  }

  void read_of_tournament(MapReader& map, StudyStep& step) {
    if (const YamlNode* control = map.take("control")) {
      require_tuned_players(*control, step);
      step.control = read_label(*control);
      if (problems_.size() == 0) check_control(*control, step);
    }
    if (const YamlNode* games = map.take("games")) step.games = read_games(*games, !step.control.empty(), problems_);
    if (const YamlNode* equal = map.take("equal_time")) read_equal_time(*equal, step);
    read_rounds(map, step, problems_);
  }

  void check_control(const YamlNode& node, const StudyStep& step) {
    const StudyStep& tunings = step_of(study_, step.tuned_players);
    if (!runs_over(tunings, kOperatorList))
      problems_.add(node, fmt::format("{} does not run over `operator`", tunings.name));
    tables_.require_labels(node, tunings, kOperatorList, {step.control});
  }

  void require_tuned_players(const YamlNode& node, const StudyStep& step) {
    if (step.tuned_players.empty())
      problems_.add(node, "is of tuned players; say with `tuned_players` which step's join");
  }

  static bool runs_over(const StudyStep& step, std::string_view list) {
    return std::ranges::find(step.each, list) != step.each.end();
  }

  void read_equal_time(const YamlNode& node, StudyStep& step) {
    require_tuned_players(node, step);
    MapReader values(node, problems_);
    EqualTime time;
    time.of = values.require_name("of", "an operator's label, or the reference");
    if (const YamlNode* in = values.require("in", "a step of tournaments with the same tuned players"))
      time.in = tables_.step_name(*in, StepKind::tournament);
    values.finish();
    step.equal_time = std::move(time);
  }

  /// The step that is measured has all of these players, and operators stand beside each other there.
  void check_equal_time(const YamlNode& node, StudyStep& step) {
    EqualTime& time = *step.equal_time;
    time.is_of_reference = is_reference(step, time.of);
    if (const YamlNode* of = node.find("of"); of != nullptr && !time.is_of_reference) (void)read_label(*of);
    if (problems_.size() > 0) return;
    const StudyStep& measured = step_of(study_, time.in);
    const StudyStep& tunings = step_of(study_, step.tuned_players);
    if (measured.tuned_players != step.tuned_players)
      problems_.add(node, fmt::format("in: {} has other tuned players than those of {}", time.in, step.tuned_players));
    check_measured(node, step, measured, tunings);
    if (time.is_of_reference) {
      if (!is_reference(measured, time.of))
        problems_.add(node, fmt::format("of: {} is not the reference of {}", time.of, time.in));
      for (const std::string& list : tunings.each)
        if (!runs_over(step, list) || !runs_over(measured, list))
          problems_.add(node, fmt::format("of: beside {} one tuned player stands alone; let both steps run over {}",
                                          time.of, list));
      return;
    }
    if (!runs_over(tunings, kOperatorList))
      problems_.add(node, fmt::format("of: {} does not run over `operator`", step.tuned_players));
    for (const StudyStep* one : {&std::as_const(step), &measured})
      if (runs_over(*one, kOperatorList) && one->control != time.of)
        problems_.add(node, fmt::format("{} runs over `operator`, so {} is not in every one of its tournaments, unless "
                                        "as their `control`",
                                        one->name, time.of));
  }

  /// Every run has players who were tuned and measured; a run over operators stands for its own alone.
  void check_measured(const YamlNode& node, const StudyStep& step, const StudyStep& measured,
                      const StudyStep& tunings) {
    for (const auto& [plays, taken] :
         {std::pair(&step, &measured), std::pair(&step, &tunings), std::pair(&measured, &tunings)})
      for (const std::string& list : plays->each)
        tables_.require_labels(node, *taken, list, labels_in(*plays, list_of(study_, list)));
    if (step.equal_time->is_of_reference) return;
    tables_.require_labels(node, tunings, kOperatorList, {step.equal_time->of});
    if (!runs_over(step, kOperatorList) && runs_over(tunings, kOperatorList))
      tables_.require_labels(node, measured, kOperatorList, labels_in(tunings, list_of(study_, kOperatorList)));
  }

  /// Whether the configuration's only reference is called so.
  static bool is_reference(const StudyStep& step, const std::string& name) {
    const YamlNode* schedule = step.configuration.find("schedule");
    const YamlNode* reference = schedule == nullptr ? nullptr : schedule->find("reference");
    const YamlNode* players = step.configuration.find("players");
    return reference != nullptr && reference->text == name && players != nullptr && players->find(name) != nullptr;
  }

  std::string read_label(const YamlNode& node) {
    YamlNode one;
    one.kind = YamlNode::Kind::sequence;
    one.items = {node};
    return read_labels(one, {kOperatorList}, "an operator of this study").front();
  }

  /// Names of items of some lists.
  std::vector<std::string> read_labels(const YamlNode& node, const std::vector<std::string>& lists,
                                       const char* allowed) {
    std::vector<std::string> known;
    for (const StudyList& list : study_.lists)
      if (std::ranges::find(lists, list.name) != lists.end())
        for (const ListItem& item : list.items) known.push_back(item.label);
    std::vector<std::string> labels;
    for (const YamlNode& one : node.is_sequence() ? node.items : std::vector<YamlNode>{node}) {
      const std::optional<std::string> name = config::read_name(one, allowed, problems_);
      const std::string label = name.value_or("");
      if (name && std::ranges::find(known, label) == known.end())
        problems_.add(one, fmt::format("{} is not allowed; allowed: {}: {}{}", label, allowed, fmt::join(known, ", "),
                                       hint_text(label, known)));
      labels.push_back(label);
    }
    return labels;
  }

  void read_grid(const YamlNode& node, StudyStep& step) {
    constexpr const char* kSteps = "a step of tournaments, or a list of such steps";
    MapReader map(node, problems_);
    GridStep& grid = step.grid;
    grid.name = map.read_name("name", "a text", study_.name);
    grid.domains = map.read_name("domains", "a list", "domain");
    if (const YamlNode* finals = map.require("finals", kSteps))
      grid.finals = tables_.step_names(*finals, StepKind::tournament);
    if (const YamlNode* pools = map.take("pools")) grid.pools = tables_.step_names(*pools, StepKind::tournament);
    if (const YamlNode* features = map.take("features"))
      grid.features = tables_.step_names(*features, StepKind::estimates);
    if (const YamlNode* held_out = map.take("held_out"))
      grid.held_out = read_labels(*held_out, {grid.domains}, "one of the domains");
    grid.margin = read_margin(map, problems_);
    map.finish();
    if (problems_.size() > 0) return;
    for (const std::vector<std::string>* steps : {&grid.finals, &grid.pools})
      for (const std::string& one : *steps) {
        const StudyStep& played = step_of(study_, one);
        if (!runs_over(played, kOperatorList) || !runs_over(played, grid.domains))
          problems_.add(node, fmt::format("{} must run over `operator` and `{}`", one, grid.domains));
        if (played.control != kControl) problems_.add(node, fmt::format("{} must have `control: {}`", one, kControl));
      }
  }

  void read_discovered(const YamlNode& node, StudyStep& step) {
    MapReader map(node, problems_);
    DiscoveredStep& table = step.discovered;
    table.name = map.read_name("name", "a text", study_.name);
    if (const YamlNode* search = map.require("search", "a step of tournaments with `formulas`"))
      table.search = tables_.step_name(*search, StepKind::tournament);
    if (const YamlNode* control = map.take("control")) table.control = tables_.step_name(*control, StepKind::tuning);
    if (const YamlNode* confirmation = map.require("confirmation", "a step of tournaments of the tuned formulas"))
      table.confirmation = tables_.step_name(*confirmation, StepKind::tournament);
    map.finish();
    if (problems_.size() == 0) check_discovered(node, table);
  }

  void check_discovered(const YamlNode& node, const DiscoveredStep& table) {
    const StudyStep& search = step_of(study_, table.search);
    const StudyStep& confirmation = step_of(study_, table.confirmation);
    if (!search.formulas) problems_.add(node, fmt::format("search: {} has no `formulas`", table.search));
    const StudyStep* tuned =
        confirmation.tuned_players.empty() ? nullptr : &step_of(study_, confirmation.tuned_players);
    const bool is_of_search = tuned != nullptr && tuned->each.size() == 1 && runs_over(confirmation, tuned->each[0]) &&
                              list_of(study_, tuned->each[0]).best_of &&
                              list_of(study_, tuned->each[0]).best_of->step == table.search;
    if (!is_of_search)
      problems_.add(node, fmt::format("confirmation: {} must run over the best of {}, and over those alone its "
                                      "`tuned_players`",
                                      table.confirmation, table.search));
  }

  ProblemList problems_;
  YamlNode root_;
  MapReader map_;
  StudyConfig study_;
  TableStepReader tables_{study_, problems_};
};

}  // namespace

std::string_view step_key(StepKind kind) { return std::ranges::find(kKnownSteps, kind, &KnownStep::kind)->key; }

StudyConfig parse_study(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides) {
  return StudyReader(config::configuration_tree(yaml, file, overrides), file).read();
}

StudyConfig read_study(const std::string& file, const std::vector<Override>& overrides) {
  StudyConfig study = parse_study(config::text_of(file), file, overrides);
  check_members(study);
  return study;
}

}  // namespace rootward::study
