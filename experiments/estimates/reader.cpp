// Reads studies of estimates against the truth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "backup/registry.h"
#include "core/math.h"
#include "evaluators/registry.h"
#include "experiments/estimates/config.h"
#include "experiments/estimates/fields.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/player_reader.h"
#include "lab/config/search_reader.h"
#include "lab/play/game.h"

namespace rootward::estimates {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

constexpr double kMostSimulations = 1e9;
constexpr std::int64_t kUsualNodes = 20'000'000;

YamlNode scalar_node(const YamlNode& at, std::string text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.place = at.place;
  node.text = std::move(text);
  return node;
}

YamlNode map_at(const YamlNode& at) {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  node.place = at.place;
  node.path = at.path;
  return node;
}

void put(YamlNode& map, const char* key, YamlNode value) { map.entries.push_back({key, map.place, std::move(value)}); }

/// Checkpoints spread evenly over powers of ten.
struct Decades {
  std::uint32_t from = 10, to = 1000;
  std::uint32_t per_decade = 4;
};

const config::FieldTable<Decades>& decades_fields() {
  static const config::FieldTable<Decades> kTable = [] {
    ParamSpec to = range_spec("to", 1, kMostSimulations, "The last checkpoint.");
    to.required = true;
    return config::FieldTable<Decades>{
        config::field(&Decades::from, range_spec("from", 1, kMostSimulations, "The first checkpoint.")),
        config::field(&Decades::to, std::move(to)),
        config::field(&Decades::per_decade, range_spec("per_decade", 1, 100, "Checkpoints from N to 10 N."))};
  }();
  return kTable;
}

/// A map of named choices; `fallback` stands where the key is absent.
struct Dimension {
  std::vector<std::pair<std::string, YamlNode>> choices;
  [[nodiscard]] bool is_shown() const { return choices.size() > 1; }
};

class EstimatesReader {
 public:
  explicit EstimatesReader(const YamlNode& root) : root_(root), map_(root, problems_) {}

  EstimatesConfig read() {
    config::check_kind(root_, config::FileKind::estimates);
    config::read_fields(estimates_fields(), map_, config_, problems_);
    read_opening();
    read_games();
    read_checkpoints();
    check_episodes();
    const YamlNode* defaults = map_.take("defaults");
    defaults_ = config::defaults_search(defaults, problems_);
    config::DefaultsMerger merger(defaults_);
    const Dimension operators = dimension("operators");
    const Dimension selections = dimension("selections");
    const Dimension evaluators = dimension("evaluators");
    if (const YamlNode* players = map_.take("players")) read_players(*players, merger);
    const std::size_t players = config_.arms.size();
    if (!operators.choices.empty()) make_grid(operators, selections, evaluators, merger);
    const std::span<const Arm> all(config_.arms);
    for (const Arm& variant : all.subspan(players))
      if (std::ranges::count(all.first(players), variant.name, &Arm::name) > 0)
        problems_.add(*root_.find("players"),
                      fmt::format("{} is the name of a variant of the grid; choose another", variant.name));
    if (const YamlNode* budget = defaults_.find("budget")) refuse_budget(*budget);
    if (problems_.empty()) merger.report_unread(problems_);
    read_comparisons();
    read_truth();
    if (config_.refuted > 0 && config_.checkpoints.size() == 1)
      problems_.add(*root_.find("refuted"), "needs two checkpoints or more: the first shows the choice");
    if (config_.asks_limits && config_.truth.kind != TruthSettings::Kind::exact)
      problems_.add(*root_.find("limits"), "limits are for games whose truth is exact, without a reference search");
    check_features();
    map_.finish();
    if (problems_.empty() && config_.arms.empty())
      problems_.add(root_, "nothing is measured: operators, or players, are required");
    problems_.throw_if_any();
    return std::move(config_);
  }

 private:
  void refuse_budget(const YamlNode& budget) {
    problems_.add(budget, "an estimates study has no budget: its checkpoints are the simulations");
  }

  /// After the variants are known.
  void read_comparisons() {
    const YamlNode* list = map_.take("comparisons");
    if (list == nullptr) return;
    const char* allowed = "a list of [VARIANT, VARIANT], two names of this study's variants";
    if (!list->is_sequence()) problems_.refuse(*list, allowed);
    for (const YamlNode& pair : list->items) {
      if (!pair.is_sequence() || pair.items.size() != 2) {
        problems_.refuse(pair, allowed);
        continue;
      }
      const std::optional<std::string> first = read_variant(pair.items[0]);
      const std::optional<std::string> second = read_variant(pair.items[1]);
      if (first && second && *first == *second) problems_.add(pair, "names one variant twice");
      if (first && second) config_.comparisons.push_back({*first, *second});
    }
  }

  std::optional<std::string> read_variant(const YamlNode& node) {
    std::optional<std::string> name = config::read_name(node, "a variant's name", problems_);
    if (!name || std::ranges::find(config_.arms, *name, &Arm::name) != config_.arms.end()) return name;
    std::vector<std::string> known;
    for (const Arm& arm : config_.arms) known.push_back(arm.name);
    problems_.add(node, fmt::format("there is no variant {}; there {}: {}", *name, known.size() == 1 ? "is" : "are",
                                    fmt::join(known, ", ")));
    return std::nullopt;
  }

  void check_episodes() {
    if (!config_.plays_episodes) return;
    const bool has_two = std::ranges::any_of(games_, [](const auto& game) { return game->facts().seats != 1; });
    if (has_two) problems_.add(*root_.find("episodes"), "whole walks are for games of a single agent");
  }

  void check_features() {
    if (config_.feature_nodes == 0) return;
    const YamlNode& node = *root_.find("features");
    const bool has_two = std::ranges::all_of(games_, [](const auto& game) { return game->facts().seats == 2; });
    if (!has_two) problems_.add(node, "features are those of games of two players");
    if (!config_.asks_evaluators)
      problems_.add(node, "an evaluator's errors are among the features: evaluations: true is required");
  }

  void read_opening() {
    const YamlNode* node = map_.take("opening");
    if (node == nullptr) return;
    config_.opening = config::read_opening(*node, problems_);
    if (config_.opening.book.empty() || config_.opening.balance)
      problems_.add(*node, "is not allowed; allowed: {book: FILE}, with or without plies");
    if (config_.random_plies > 0 || config_.spreads_plies)
      problems_.add(*node, "positions come from a book or from random_plies; only one of both is allowed");
    if (config_.skips_ties) problems_.add(*node, "a book's positions are not drawn again: skip_ties is not allowed");
  }

  void read_games() {
    const YamlNode* games = map_.require("games", "a map from names to games");
    if (games == nullptr) return;
    for (const YamlEntry& entry : config::entries_of(*games, problems_, "no games; at least one is needed")) {
      config::check_player_name(entry, problems_);
      config::ReadGame read = config::read_game(entry.value, problems_);
      if (!read.id || !read.game) continue;
      EstimatedGame game{.name = entry.key, .id = *read.id, .is_family = false};
      const bool is_seed_open = game.id.params.values().contains("seed") && entry.value.find("seed") == nullptr;
      game.is_family = is_seed_open || is_random_game(game.id);
      if (game.is_family && !config_.opening.book.empty())
        problems_.add(entry.value, fmt::format("each instance has {} of its own, and `opening` is a book for all: {}",
                                               is_seed_open ? "a tree" : "rules",
                                               is_seed_open ? "give its seed" : "leave nothing to be drawn"));
      if (config_.instances > 1 && config_.random_plies == 0 && config_.opening.book.empty() && !game.is_family)
        problems_.add(entry.value, fmt::format("{} instances of one position: give random_plies, or leave the game's "
                                               "seed open where it has one",
                                               config_.instances));
      games_.push_back(std::move(read.game));
      config_.games.push_back(std::move(game));
    }
  }

  /// A list of numbers, or {from, to, per_decade}.
  void read_checkpoints() {
    const std::string allowed = "a list of rising numbers of simulations, or a map {from, to, per_decade}";
    const YamlNode* node = map_.require("checkpoints", allowed);
    if (node == nullptr) return;
    if (node->is_map()) return read_decades(*node);
    if (!node->is_sequence() || node->items.empty()) {
      problems_.refuse(*node, allowed);
      return;
    }
    const ParamSpec spec = integer_spec("checkpoints", 1, 1, kMostSimulations);
    for (const YamlNode& item : node->items) {
      const std::optional<ParamValue> value = config::read_value(item, spec, problems_);
      if (!value) continue;
      const auto count = static_cast<std::uint64_t>(std::get<std::int64_t>(*value));
      if (!config_.checkpoints.empty() && count <= config_.checkpoints.back())
        problems_.add(item, fmt::format("{} does not rise; {}", count, allowed));
      config_.checkpoints.push_back(count);
    }
  }

  void read_decades(const YamlNode& node) {
    const std::size_t before = problems_.size();
    const Decades decades = config::read_map(decades_fields(), node, problems_);
    const double low = decades.from;
    const double high = decades.to;
    const double steps = decades.per_decade;
    if (problems_.size() > before) return;
    if (high < low) return problems_.add(node, fmt::format("to: {} is less than from: {}", high, low));
    for (int i = 0;; ++i) {
      const double exact = low * exp_exact(i / steps * log_exact(10.0));
      const auto count = static_cast<std::uint64_t>(std::llround(std::min(exact, high)));
      if (config_.checkpoints.empty() || count > config_.checkpoints.back()) config_.checkpoints.push_back(count);
      if (exact >= high) return;
    }
  }

  Dimension dimension(const char* key) {
    Dimension result;
    const YamlNode* node = map_.take(key);
    if (node == nullptr) return result;
    constexpr const char* kNone = "is empty; leave the key out, or name at least one";
    for (const YamlEntry& entry : config::entries_of(*node, problems_, kNone)) {
      config::check_player_name(entry, problems_);
      result.choices.emplace_back(entry.key, entry.value);
    }
    return result;
  }

  /// The arm's map as a player would have it, every part with the place it was written at.
  YamlNode player_node(const YamlNode& op, const YamlNode* selection, const YamlNode* evaluator) const {
    YamlNode search = map_at(root_);
    search.path = "defaults.search";
    put(search, "budget", budget_node());
    if (selection != nullptr) put(search, "selection", *selection);
    if (evaluator != nullptr) put(search, "evaluator", *evaluator);
    YamlNode player = map_at(op);
    put(player, "backup", op);
    put(player, "search", std::move(search));
    return player;
  }

  [[nodiscard]] YamlNode budget_node() const {
    YamlNode budget = map_at(root_);
    const std::uint64_t last = config_.checkpoints.empty() ? 1 : config_.checkpoints.back();
    put(budget, "simulations", scalar_node(root_, fmt::format("{}", last)));
    return budget;
  }

  /// Checks a player against every game. What an operator takes from its game stays open: each game fills it in.
  std::optional<PlayerSpec> read_player(const std::string& name, const YamlNode& node, config::DefaultsMerger& merger) {
    for (const std::unique_ptr<Game>& game : games_)
      (void)config::PlayerReader(game.get(), merger, problems_).read(name, node);
    return config::PlayerReader(nullptr, merger, problems_).read(name, node);
  }

  void make_grid(const Dimension& operators, const Dimension& selections, const Dimension& evaluators,
                 config::DefaultsMerger& merger) {
    const std::vector<std::pair<std::string, YamlNode>> none(1);
    const auto& each_selection = selections.choices.empty() ? none : selections.choices;
    const auto& each_evaluator = evaluators.choices.empty() ? none : evaluators.choices;
    for (const auto& selection : each_selection) {
      for (const auto& evaluator : each_evaluator) {
        std::string suffix;
        if (selections.is_shown()) suffix = selection.first;
        if (evaluators.is_shown()) suffix += (suffix.empty() ? "" : "+") + evaluator.first;
        const YamlNode* select = selections.choices.empty() ? nullptr : &selection.second;
        const YamlNode* evaluate = evaluators.choices.empty() ? nullptr : &evaluator.second;
        add_cell(operators, select, evaluate, suffix, merger);
      }
    }
  }

  /// One arm an operator, or, under `shadow`, one arm that the first operator drives.
  void add_cell(const Dimension& operators, const YamlNode* selection, const YamlNode* evaluator,
                const std::string& suffix, config::DefaultsMerger& merger) {
    std::optional<Arm> shared;
    for (const auto& [name, op] : operators.choices) {
      const std::optional<PlayerSpec> spec = read_player(name, player_node(op, selection, evaluator), merger);
      if (!spec) continue;
      if (shared) {
        shared->search.shadows.push_back(spec->search.backup);
        shared->operators.push_back(name);
        continue;
      }
      Arm arm{.name = arm_name(operators, name, suffix), .search = spec->search, .operators = {name}};
      if (config_.is_shadow) {
        arm.name = suffix.empty() ? "shadow" : suffix;
        shared = std::move(arm);
      } else {
        config_.arms.push_back(std::move(arm));
      }
    }
    if (shared) config_.arms.push_back(std::move(*shared));
  }

  /// What tells the arm from the others: the names of the dimensions that have several.
  static std::string arm_name(const Dimension& operators, const std::string& name, const std::string& suffix) {
    if (suffix.empty()) return name;
    return operators.is_shown() ? name + '+' + suffix : suffix;
  }

  /// Players beside the grid, each an arm of its own; one that searches may have `shadows`, a map from names to
  /// operators, and a name for its own operator, `driver`.
  void read_players(const YamlNode& players, config::DefaultsMerger& merger) {
    for (const YamlEntry& entry : config::entries_of(players, problems_)) {
      config::check_player_name(entry, problems_);
      YamlNode player = with_budget(entry.value);
      const std::string driver = taken_text(player, "driver").value_or(entry.key);
      const std::optional<YamlNode> shadows = taken(player, "shadows");
      const std::size_t known = problems_.size();
      const std::optional<PlayerSpec> spec = read_player(entry.key, player, merger);
      if (!spec || problems_.size() > known) continue;
      std::optional<SearchSettings> search = search_of(*spec);
      if (!search) {
        problems_.add(entry.value,
                      fmt::format("players of kind {} do not search: they have no estimates to follow", spec->kind));
        continue;
      }
      search->budget = Budget{};
      search->budget.simulations = config_.checkpoints.empty() ? 1 : config_.checkpoints.back();
      Arm arm{.name = entry.key, .search = std::move(*search), .operators = {driver}};
      if (shadows) read_shadows(*shadows, arm);
      config_.arms.push_back(std::move(arm));
    }
  }

  void read_shadows(const YamlNode& shadows, Arm& arm) {
    if (!config_.is_shadow) problems_.add(shadows, "are for estimates studies with shadow: true");
    for (const YamlEntry& entry : config::entries_of(shadows, problems_)) {
      if (entry.key == arm.operators.front())
        problems_.add(
            entry.key_place, entry.value.path,
            fmt::format("{0} is the name of both the player's own operator and a shadow, and tables name them "
                        "by it: rename the shadow, or the other by players.{1}.driver",
                        entry.key, arm.name));
      const std::optional<NamedParams> backup = config::read_backup(entry.value, problems_);
      if (!backup) continue;
      check_shadow(*backup, entry.value, arm.search);
      arm.search.shadows.push_back(*backup);
      arm.operators.push_back(entry.key);
    }
  }

  /// A shadow is checked as the operators that drive are, in every game. What it takes from its game stays open.
  void check_shadow(const NamedParams& shadow, const YamlNode& node, const SearchSettings& search) {
    if (const std::string problem = config::uncertainty_problem(shadow.name, search); !problem.empty())
      problems_.add(node, problem);
    for (const std::unique_ptr<Game>& game : games_) {
      try {
        (void)resolve_backup(shadow, operator_context(*game, search));
      } catch (const ParamError& error) {
        config::add_param_error(node, error, problems_);
      }
    }
  }

  /// An entry of a map that another reader shall not see.
  static std::optional<YamlNode> taken(YamlNode& map, std::string_view key) {
    const auto found = std::ranges::find(map.entries, key, &YamlEntry::key);
    if (found == map.entries.end()) return std::nullopt;
    YamlNode value = std::move(found->value);
    map.entries.erase(found);
    return value;
  }
  std::optional<std::string> taken_text(YamlNode& map, std::string_view key) {
    const std::optional<YamlNode> node = taken(map, key);
    if (!node) return std::nullopt;
    return config::read_name(*node, "a name", problems_);
  }

  /// The checkpoints are the budget of whoever counts simulations.
  YamlNode with_budget(const YamlNode& player) {
    YamlNode node = player;
    if (!node.is_map()) return node;
    if (node.find("player") != nullptr) {
      if (const YamlNode* simulations = node.find("simulations")) refuse_budget(*simulations);
      return node;
    }
    if (node.find("search") == nullptr) put(node, "search", map_at(node));
    YamlNode& search = *node.find("search");
    if (const YamlNode* budget = search.find("budget"))
      refuse_budget(*budget);
    else if (search.is_map())
      put(search, "budget", budget_node());
    return node;
  }

  /// `exact`, `{nodes: N}`, `{simulations: N, backup: .., search: ..}`, or both.
  void read_truth() {
    TruthSettings& truth = config_.truth;
    truth.nodes = static_cast<std::uint64_t>(kUsualNodes);
    const YamlNode* node = map_.take("truth");
    if (node == nullptr || (node->is_scalar() && node->text == "exact")) return;
    if (!node->is_map()) {
      problems_.refuse(*node, "exact, a map {nodes}, or a map {simulations, backup, search}");
      return;
    }
    MapReader map(*node, problems_);
    if (map.take("simulations") == nullptr) {
      truth.nodes = static_cast<std::uint64_t>(map.read_integer(integer_spec("nodes", kUsualNodes, 1, 1e12)));
      map.finish();
      return;
    }
    truth.kind = TruthSettings::Kind::search;
    truth.solves_first = node->find("nodes") != nullptr;
    if (truth.solves_first)
      truth.nodes = static_cast<std::uint64_t>(map.read_integer(integer_spec("nodes", kUsualNodes, 1, 1e12)));
    const std::int64_t simulations = map.read_integer(integer_spec("simulations", 1, 1, kMostSimulations));
    YamlNode player = map_at(*node);
    if (const YamlNode* backup = map.take("backup")) put(player, "backup", *backup);
    const YamlNode* given = map.take("search");
    put(player, "search", given != nullptr ? *given : map_at(*node));
    map.finish();
    if (!player.find("search")->is_map()) return problems_.add(*given, "is not allowed; allowed: a map");
    YamlNode budget = map_at(*node);
    put(budget, "simulations", scalar_node(*node, fmt::format("{}", simulations)));
    put(*player.find("search"), "budget", std::move(budget));
    const YamlNode nothing;
    config::DefaultsMerger merger(nothing);
    std::optional<PlayerSpec> spec = read_player("truth", player, merger);
    if (!spec) return;
    truth.reference = spec->search;
    if (spec->search.solver)
      problems_.add(*given, "a reference search looks at every move, and a solver ends it before; leave `solver` out");
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  EstimatesConfig config_;
  std::vector<std::unique_ptr<Game>> games_;
  YamlNode defaults_;
};

}  // namespace

EstimatesConfig read_estimates_tree(const YamlNode& root, const std::string& file) {
  EstimatesConfig config = EstimatesReader(root).read();
  config.file = file;
  config.named_files = config::named_files_of(root, file);
  return config;
}

EstimatesConfig parse_estimates(std::string_view yaml, const std::string& file,
                                const std::vector<Override>& overrides) {
  return read_estimates_tree(config::configuration_tree(yaml, file, overrides), file);
}

EstimatesConfig read_estimates(const std::string& file, const std::vector<Override>& overrides) {
  return parse_estimates(config::text_of(file), file, overrides);
}

}  // namespace rootward::estimates
