// An atlas's tree to its configuration.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "core/text.h"
#include "evaluators/net/model.h"
#include "experiments/atlas/config.h"
#include "experiments/atlas/fields.h"
#include "experiments/study/operator_reader.h"
#include "lab/arena/opening_settings.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_files.h"
#include "lab/config/piped_file.h"
#include "lab/config/resolved_tree.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward::atlas {
namespace {

using config::field;
using config::FieldTable;
using config::MapReader;
using config::ProblemList;
using config::YamlNode;

constexpr double kMostAtlasSimulations = 1e9;
constexpr double kMostAtlasGames = 1e6;
constexpr double kMostTreeSeed = 0x7FFFFFFF;

/// The rules of a final: of a family whose seed the study leaves open every pair of games draws its own tree.
NamedParams rules_of(const estimates::EstimatedGame& game) {
  if (!game.is_family || is_random_game(game.id)) return game.id;
  const auto described = std::ranges::find(games(), game.id.name, &Described::name);
  const auto seed = std::ranges::find(described->parameters, "seed", &ParamSpec::key);
  if (!seed->or_range) return game.id;
  GivenParams given = game.id.params.values();
  given["seed"] = std::vector<double>{0, kMostTreeSeed};
  return {game.id.name, resolve_params(described->parameters, given)};
}

/// An arm's evaluator for files that lie elsewhere: a network's relative name counts from the study's folder.
std::string judge_text(const estimates::Arm& arm, const std::vector<config::NamedFile>& files) {
  std::map<std::string, std::string> names;
  for (const config::NamedFile& named : files) {
    const std::filesystem::path found = net::find_model_file(named.file, named.folder);
    if (std::filesystem::exists(found)) names[named.file] = std::filesystem::absolute(found).lexically_normal();
  }
  YamlNode judge = config::resolved_choice(arm.search.evaluator);
  config::rename_files(judge, names);
  return config::flow_text(judge);
}

class AtlasReader {
 public:
  AtlasReader(const YamlNode& root, std::filesystem::path folder)
      : root_(root), map_(root, problems_), folder_(std::move(folder)) {}

  AtlasConfig read() {
    config::check_kind(root_, config::FileKind::atlas);
    config::read_fields(config::head_fields<AtlasConfig>(), map_, atlas_, problems_);
    read_studies();
    read_domains();
    atlas_.budgets = read_budgets(map_.require("budgets", kBudgets));
    read_equal_time();
    read_group("finals", finals_part_fields(), atlas_.finals);
    read_tuning();
    read_openings();
    read_operators();
    check_games();
    map_.finish();
    problems_.throw_if_any();
    atlas_.tree = root_;
    return std::move(atlas_);
  }

 private:
  static constexpr const char* kBudgets = "a list of rising numbers of simulations";

  template <class Part>
  void read_group(const char* key, const FieldTable<Part>& table, Part& part) {
    const YamlNode* node = map_.take(key);
    if (node == nullptr) return;
    MapReader map(*node, problems_);
    config::read_fields(table, map, part, problems_);
    map.finish();
  }

  std::vector<std::string> read_names(const YamlNode* node, const std::string& allowed) {
    std::vector<std::string> names;
    if (node == nullptr) return names;
    if (!node->is_sequence() || node->items.empty()) {
      problems_.add(*node, fmt::format("{} is not allowed; allowed: {}", config::written_text(*node), allowed));
      return names;
    }
    for (const YamlNode& item : node->items)
      if (const std::optional<std::string> name = config::read_name(item, allowed, problems_)) names.push_back(*name);
    return names;
  }

  void read_studies() {
    const char* allowed = "a list of files of estimates studies with `features`, from this file's folder";
    const YamlNode* node = map_.require("features", allowed);
    const std::int64_t positions = map_.read_integer(integer_spec("positions", 0, 0, 1e6));
    for (const std::string& name : read_names(node, allowed)) {
      std::vector<Override> overrides;
      if (positions > 0) overrides.push_back({.path = "instances", .value = std::to_string(positions)});
      const std::filesystem::path file = folder_ / name;
      if (std::error_code unreadable; !std::filesystem::is_regular_file(file, unreadable)) {
        problems_.add(*node, fmt::format("{} is not there: no file {}", name, file.string()));
        continue;
      }
      atlas_.study_files.push_back(file.string());
      estimates::EstimatesConfig study = estimates::read_estimates(atlas_.study_files.back(), overrides);
      if (std::ranges::find(atlas_.studies, study.name, &estimates::EstimatesConfig::name) != atlas_.studies.end())
        problems_.add(*node, fmt::format("{}: another study is named {}, too", name, study.name));
      atlas_.studies.push_back(std::move(study));
      if (atlas_.studies.back().feature_nodes == 0)
        problems_.add(*node, fmt::format("{} measures no features: it has no key `features`", name));
    }
  }

  [[nodiscard]] bool has(const std::vector<std::string>& names, const std::string& name) const {
    return std::ranges::find(names, name) != names.end();
  }

  /// The names of all the studies' games, or of their arms.
  template <class Names>
  std::vector<std::string> known_names(Names names) const {
    std::vector<std::string> known;
    for (const estimates::EstimatesConfig& study : atlas_.studies)
      for (const std::string& name : names(study))
        if (!has(known, name)) known.push_back(name);
    return known;
  }
  [[nodiscard]] std::vector<std::string> known_games() const {
    return known_names([](const estimates::EstimatesConfig& study) {
      std::vector<std::string> names;
      for (const estimates::EstimatedGame& game : study.games) names.push_back(game.name);
      return names;
    });
  }
  [[nodiscard]] std::vector<std::string> known_evaluators() const {
    return known_names([](const estimates::EstimatesConfig& study) {
      std::vector<std::string> names;
      for (const estimates::Arm& arm : study.arms) names.push_back(arm.name);
      return names;
    });
  }

  /// The names under a key, each of which must be known; all that are known where the key is absent.
  std::vector<std::string> read_known(const char* key, const std::vector<std::string>& known) {
    const YamlNode* node = map_.take(key);
    if (node == nullptr) return known;
    const std::string allowed = fmt::format("a list of {}", fmt::join(known, ", "));
    std::vector<std::string> names = read_names(node, allowed);
    for (const std::string& name : names)
      if (!has(known, name))
        problems_.add(
            *node, fmt::format("{} is in none of the studies; allowed: {}{}", name, allowed, hint_text(name, known)));
    return names;
  }

  void read_domains() {
    all_games_ = known_games();
    const std::vector<std::string> games = read_known("games", all_games_);
    const std::vector<std::string> evaluators = read_known("evaluators", known_evaluators());
    std::vector<std::string> held_out;
    const YamlNode* held_out_node = map_.node().find("held_out");
    const bool holds_none = held_out_node != nullptr && held_out_node->is_sequence() && held_out_node->items.empty();
    if (held_out_node != nullptr && !holds_none) held_out = read_known("held_out", all_games_);
    (void)map_.take("held_out");
    for (std::size_t i = 0; i < atlas_.studies.size(); ++i) {
      estimates::EstimatesConfig& study = atlas_.studies[i];
      std::erase_if(study.games, [&](const estimates::EstimatedGame& game) { return !has(games, game.name); });
      std::erase_if(study.arms, [&](const estimates::Arm& arm) { return !has(evaluators, arm.name); });
      check_constants(i);
      for (const estimates::EstimatedGame& game : study.games)
        for (const estimates::Arm& arm : study.arms)
          atlas_.domains.push_back({.name = game.name + "+" + arm.name,
                                    .game = game.name,
                                    .evaluator = arm.name,
                                    .study = i,
                                    .rules = rules_of(game),
                                    .judge = arm.search.evaluator,
                                    .judge_text = judge_text(arm, study.named_files),
                                    .selection = arm.search.selection,
                                    .opening = "{random_plies: 4}",
                                    .is_held_out = has(held_out, game.name)});
    }
    std::ranges::stable_sort(atlas_.domains, {}, &AtlasDomain::is_held_out);
    for (std::size_t i = 1; i < atlas_.domains.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (atlas_.domains[i].name == atlas_.domains[j].name)
          problems_.add(root_, fmt::format("{} is in two of the studies", atlas_.domains[i].name));
    if (problems_.empty() && atlas_.domains.empty())
      problems_.add(root_, "no study has one of the games under one of the evaluators");
  }

  /// Every player is tuned in `c`, which not every selection rule has.
  void check_constants(std::size_t study) {
    for (const estimates::Arm& arm : atlas_.studies[study].arms) {
      const std::string& rule = arm.search.selection.name;
      const auto described = std::ranges::find(selections(), rule, &Described::name);
      const auto constant = std::ranges::find(described->parameters, "c", &ParamSpec::key);
      if (constant != described->parameters.end() && constant->type == ParamType::real) continue;
      const YamlNode* features = map_.node().find("features");
      problems_.add(features != nullptr ? *features : root_,
                    fmt::format("{}: {}: an atlas tunes search.selection.c; {} has none", atlas_.study_files[study],
                                arm.name, rule));
    }
  }

  std::vector<std::uint64_t> read_budgets(const YamlNode* node) {
    std::vector<std::uint64_t> budgets;
    if (node == nullptr) return budgets;
    if (!node->is_sequence() || node->items.empty()) {
      problems_.add(*node, fmt::format("{} is not allowed; allowed: {}", config::written_text(*node), kBudgets));
      return budgets;
    }
    const ParamSpec spec = integer_spec("budgets", 1, 1, kMostAtlasSimulations);
    for (const YamlNode& item : node->items) {
      const std::optional<ParamValue> value = config::read_value(item, spec, problems_);
      if (!value) continue;
      const auto budget = static_cast<std::uint64_t>(std::get<std::int64_t>(*value));
      if (!budgets.empty() && budget <= budgets.back())
        problems_.add(item, fmt::format("{} does not rise; {}", budget, kBudgets));
      budgets.push_back(budget);
    }
    return budgets;
  }

  void read_equal_time() {
    const YamlNode* node = map_.take("equal_time");
    if (node == nullptr) return;
    const std::optional<ParamValue> value =
        config::read_value(*node, integer_spec("equal_time", 0, 0, kMostAtlasSimulations), problems_);
    if (!value) return;
    atlas_.equal_time = static_cast<std::uint64_t>(std::get<std::int64_t>(*value));
    if (atlas_.equal_time > 0 && std::ranges::find(atlas_.budgets, atlas_.equal_time) == atlas_.budgets.end())
      problems_.add(*node, fmt::format("{} is not allowed; allowed: one of the budgets, or 0", atlas_.equal_time));
  }

  void read_tuning() {
    const YamlNode* node = map_.take("tuning");
    if (node != nullptr) {
      MapReader map(*node, problems_);
      config::read_fields(tuning_part_fields(), map, atlas_.tuning, problems_);
      if (const YamlNode* at = map.take("at")) atlas_.tuning.at = read_budgets(at);
      map.finish();
    }
    if (atlas_.tuning.at.empty()) atlas_.tuning.at = atlas_.budgets;
  }

  /// The YAML of a tournament's opening.
  std::string opening_text(const YamlNode& node) {
    const OpeningSettings opening = config::read_opening(node, problems_);
    if (!opening.book.empty())
      problems_.add(node, "a book is of one game, and an atlas has many; allowed: {random_plies, balance}");
    return config::flow_text(node);
  }

  /// `opening` is for all games that `openings` does not name.
  void read_openings() {
    if (const YamlNode* node = map_.take("opening"))
      for (const std::string text = opening_text(*node); AtlasDomain & domain : atlas_.domains) domain.opening = text;
    const YamlNode* node = map_.take("openings");
    if (node == nullptr) return;
    MapReader map(*node, problems_);
    if (!map.is_map()) return;
    for (const config::YamlEntry& entry : node->entries) {
      if (!has(all_games_, entry.key))
        problems_.add(entry.value, fmt::format("is in none of the studies; allowed: {}{}", fmt::join(all_games_, ", "),
                                               hint_text(entry.key, all_games_)));
      const std::string text = opening_text(entry.value);
      for (AtlasDomain& domain : atlas_.domains)
        if (domain.game == entry.key) domain.opening = text;
    }
  }

  /// As written, but for the control, which all others are compared with.
  void read_operators() {
    const YamlNode* node = map_.take("operators");
    std::vector<study::TunedOperator>& operators = atlas_.operators;
    operators = study::read_operators(node, problems_);
    if (node != nullptr && node->is_sequence()) {
      const auto place = [&](const study::TunedOperator& one) {
        const auto found = std::ranges::find(node->items, one.label, &YamlNode::text);
        return found - node->items.begin();
      };
      std::ranges::stable_sort(operators, {}, place);
    }
    const auto control = std::ranges::find(operators, study::kControl, &study::TunedOperator::label);
    if (control != operators.end()) std::rotate(operators.begin(), control, control + 1);
  }

  void check_games() {
    const std::uint32_t step = 2 * atlas_.tuning.seeds;
    const auto require = [&](std::uint32_t games, std::uint32_t of, const char* key) {
      if (games % of != 0)
        problems_.add(root_, fmt::format("{}: {} games are not allowed; allowed: a multiple of {}", key, games, of));
    };
    require(atlas_.finals.games, step, "finals.games");
    require(atlas_.finals.pool_games, 2, "finals.pool_games");
    require(atlas_.tuning.games, 2, "tuning.games");
    require(atlas_.tuning.test_games, 2, "tuning.test_games");
    if (atlas_.finals.most_games < atlas_.finals.games)
      problems_.add(root_, fmt::format("finals.most_games: {} is less than finals.games: {}", atlas_.finals.most_games,
                                       atlas_.finals.games));
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  std::filesystem::path folder_;
  std::vector<std::string> all_games_;  ///< of the studies, before they are cut down to the atlas's
  AtlasConfig atlas_;
};

}  // namespace

const FieldTable<AtlasTuning>& tuning_part_fields() {
  static const FieldTable<AtlasTuning> kTable = {
      field(&AtlasTuning::seeds,
            range_spec("seeds", 2, 100, "Tunings of each operator in each domain at each budget.")),
      field(&AtlasTuning::evaluations, range_spec("evaluations", 1, 1e5, "Of each tuning.")),
      field(&AtlasTuning::games, range_spec("games", 2, kMostAtlasGames, "Of each evaluation; even.")),
      field(&AtlasTuning::test_games, range_spec("test_games", 2, kMostAtlasGames, "Of each fresh test; even.")),
  };
  return kTable;
}

const FieldTable<AtlasFinals>& finals_part_fields() {
  static const FieldTable<AtlasFinals> kTable = {
      field(&AtlasFinals::games, range_spec("games", 4, kMostAtlasGames, "Of a cell; a multiple of 2 x seeds.")),
      field(&AtlasFinals::most_games,
            range_spec("most_games", 4, kMostAtlasGames, "Of a cell that is undecided between 10 and 30 Elo.")),
      field(&AtlasFinals::pool_games, range_spec("pool_games", 0, kMostAtlasGames,
                                                 "Against each of the players that no tuning has met; even; 0: none.")),
  };
  return kTable;
}

AtlasConfig read_atlas(const std::string& file, const std::vector<Override>& overrides) {
  const YamlNode root = config::configuration_tree(config::text_of(file), file, overrides);
  return AtlasReader(root, config::configuration_folder(file)).read();
}

std::uint64_t tuned_at(const AtlasTuning& tuning, std::uint64_t budget) {
  const auto ratio = [budget](std::uint64_t at) {
    const auto a = static_cast<double>(at);
    const auto b = static_cast<double>(budget);
    return a > b ? a / b : b / a;
  };
  return *std::ranges::min_element(tuning.at, {}, ratio);
}

}  // namespace rootward::atlas
