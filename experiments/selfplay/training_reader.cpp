// Reads training runs, and what follows from a run's numbers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "evaluators/registry.h"
#include "experiments/selfplay/config.h"
#include "experiments/selfplay/training_fields.h"
#include "lab/config/defaults_merge.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/piped_file.h"
#include "lab/config/player_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/play/network_view.h"
#include "search/root_rule.h"
#include "search/roots/dirichlet.h"
#include "search/roots/gumbel.h"

namespace rootward::selfplay {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

constexpr std::string_view kNetworkEvaluator = "net";
/// Stands for the network's file until a generation names one.
constexpr std::string_view kRunsNetwork = "(the generation's network)";

YamlNode training_scalar(const YamlNode& at, std::string_view text) {
  YamlNode node = config::text_node(text);
  node.place = at.place;
  return node;
}

YamlNode map_at_place(const YamlNode& at) {
  YamlNode node = config::map_node();
  node.place = at.place;
  return node;
}

void add_where_absent(YamlNode& map, std::string_view key, YamlNode value) {
  if (map.find(key) == nullptr) map.entries.push_back({std::string(key), map.place, std::move(value)});
}

class TrainingReader {
 public:
  explicit TrainingReader(const YamlNode& root) : root_(root), map_(root, problems_) {}

  TrainingConfig read() {
    config::check_kind(root_, config::FileKind::training);
    config::read_fields(training_fields(), map_, config_, problems_);
    read_rules();
    read_phases();
    read_companions();
    if (game_) read_selfplay_search();
    check_planes(config_.network.planes, root_.find("network"));
    map_.finish();
    problems_.throw_if_any();
    check_modes();
    check_simulations();
    check_openings();
    check_passes();
    problems_.throw_if_any();
    return std::move(config_);
  }

 private:
  void read_rules() {
    const YamlNode* node = map_.require("game", "a game");
    if (node == nullptr) return;
    config::ReadGame read = config::read_game(*node, problems_);
    if (!read.id || !read.game) return;
    if (is_random_game(*read.id)) return problems_.add(*node, "a network's board is drawn; give its rules as numbers");
    config_.game = *read.id;
    game_ = std::move(read.game);
  }

  void read_phases() {
    const YamlNode* node = map_.require("phases", "a list of {games, simulations, rate, rate_end}");
    if (node == nullptr) return;
    if (!node->is_sequence() || node->items.empty()) return problems_.refuse(*node, "a list of phases");
    for (const YamlNode& item : node->items) {
      config_.phases.push_back(config::read_map(phase_fields(), item, problems_));
    }
  }

  void read_companions() {
    const YamlNode* node = map_.take("companions");
    if (node == nullptr) return;
    for (const YamlEntry& entry : config::entries_of(*node, problems_)) {
      config::check_player_name(entry, problems_);
      const Companion as_network{.name = entry.key,
                                 .planes = config_.network.planes,
                                 .blocks = config_.network.blocks,
                                 .filters = config_.network.filters};
      config_.companions.push_back(config::read_map(companion_fields(), entry.value, problems_, as_network));
      if (entry.value.is_map()) check_planes(config_.companions.back().planes, &entry.value);
    }
  }

  void check_planes(const std::string& planes, const YamlNode* node) {
    if (!game_ || planes.empty()) return;
    const YamlNode* given = node == nullptr ? nullptr : node->find("planes");
    try {
      (void)make_network_view(*game_, planes);
    } catch (const UsageError& error) {
      problems_.add(given != nullptr ? *given : root_, error.what());
    }
  }

  /// A player's search with what a run leaves open filled in: Gumbel's root, the run's network, a phase's budget.
  void read_selfplay_search() {
    const YamlNode* selfplay = root_.find("selfplay");
    const YamlNode* given = selfplay != nullptr ? selfplay->find("search") : nullptr;
    YamlNode search = config::map_node();
    if (given != nullptr) search = *given;
    if (!search.is_map()) return problems_.refuse(*given, "a map");
    if (given == nullptr) config::assign_paths(search, "selfplay.search");
    if (const YamlNode* budget = search.find("budget"))
      problems_.add(*budget, "the phases say how many simulations a move has");
    if (const YamlNode* temperature = search.find("temperature"))
      problems_.add(*temperature, "stands in selfplay.temperature, and draws moves to the end of a game");
    fill_evaluator(search);
    add_where_absent(search, "root", map_at_place(search));
    if (YamlNode& rule = *search.find("root"); rule.is_map())
      add_where_absent(rule, "name", training_scalar(rule, GumbelRoot::kName));
    YamlNode budget = config::map_node();
    const std::uint64_t simulations = config_.phases.empty() ? 1 : config_.phases.front().simulations;
    config::add(budget, "simulations", config::count_node(simulations));
    add_where_absent(search, "budget", std::move(budget));
    YamlNode player = map_at_place(search);
    config::add(player, "search", std::move(search));
    const YamlNode none;
    config::DefaultsMerger merger(none);
    if (const auto spec = config::PlayerReader(game_.get(), merger, problems_).read("selfplay", player))
      config_.selfplay.search = spec->search;
  }

  void fill_evaluator(YamlNode& search) {
    add_where_absent(search, "evaluator", map_at_place(search));
    YamlNode& evaluator = *search.find("evaluator");
    if (!evaluator.is_map()) return;
    add_where_absent(evaluator, "name", training_scalar(evaluator, kNetworkEvaluator));
    if (evaluator.find("name")->text != kNetworkEvaluator) return;
    if (const YamlNode* file = evaluator.find("file"))
      problems_.add(*file, "the run's own networks play; `start` names one to begin from");
    add_where_absent(evaluator, "file", training_scalar(evaluator, kRunsNetwork));
    add_where_absent(evaluator, "symmetry", training_scalar(evaluator, "random"));
  }

  void check_modes() {
    if (!has_gumbel_mode(config_.selfplay)) return;
    const YamlNode* selfplay = root_.find("selfplay");
    const auto refuse = [&](const char* key) {
      const YamlNode* node = selfplay == nullptr ? nullptr : selfplay->find(key);
      problems_.add(
          node != nullptr ? *node : root_,
          fmt::format("{} is for AlphaZero's mode; with the root rule {} every move is searched, and games are "
                      "played to their end (search: {{root: {}}} has that mode)",
                      key, config_.selfplay.search.root.name, DirichletRoot::kName));
    };
    if (config_.selfplay.cheap.share > 0) refuse("cheap");
    if (config_.selfplay.resign.moves > 0) refuse("resign");
    if (selfplay != nullptr && selfplay->find("temperature") != nullptr &&
        config_.selfplay.temperature != TemperatureRule{})
      refuse("temperature");
  }

  /// AlphaZero's move is one of those that were visited, and the first simulation looks at the position itself.
  void check_simulations() {
    if (has_gumbel_mode(config_.selfplay)) return;
    const auto check = [&](std::uint64_t simulations, const YamlNode* map) {
      if (simulations >= 2) return;
      const YamlNode* given = map == nullptr ? nullptr : map->find("simulations");
      problems_.add(given != nullptr ? *given : root_,
                    fmt::format("{} is not allowed; allowed in AlphaZero's mode: from 2 on", simulations));
    };
    const YamlNode& phases = *root_.find("phases");
    for (std::size_t i = 0; i < config_.phases.size(); ++i) check(config_.phases[i].simulations, &phases.items[i]);
    const YamlNode* selfplay = root_.find("selfplay");
    check(config_.selfplay.coast.simulations, selfplay == nullptr ? nullptr : selfplay->find("coast"));
    if (config_.selfplay.cheap.share > 0)
      check(config_.selfplay.cheap.simulations, selfplay == nullptr ? nullptr : selfplay->find("cheap"));
  }

  void check_openings() {
    const OpeningRule& rule = config_.selfplay.openings;
    if (rule.policy_share + rule.fork_share <= 1) return;
    problems_.add(*root_.find("selfplay")->find("openings"),
                  fmt::format("policy_share {} and fork_share {} are more than all games; allowed: a sum up to 1",
                              rule.policy_share, rule.fork_share));
  }

  void check_passes() {
    if (config_.selfplay.first_pass == 0 || !game_ || game_->facts().has_pass) return;
    problems_.add(*root_.find("selfplay")->find("first_pass"), "nobody can pass in this game; allowed: 0");
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  TrainingConfig config_;
  std::unique_ptr<Game> game_;
};

}  // namespace

TrainingConfig parse_training(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides) {
  return read_training_tree(config::configuration_tree(yaml, file, overrides), file);
}

TrainingConfig read_training_tree(const YamlNode& root, const std::string& file) {
  TrainingConfig config = TrainingReader(root).read();
  config.file = file;
  return config;
}

TrainingConfig read_training(const std::string& file, const std::vector<Override>& overrides) {
  return parse_training(config::text_of(file), file, overrides);
}

YamlNode resolved_tree(const TrainingConfig& config) {
  YamlNode node = config::written_map(training_fields(), config);
  config::assign_paths(node, "");
  return node;
}

YamlNode resolved_search(const SearchSettings& search) {
  YamlNode node = config::resolved_search(search);
  std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "budget"; });
  if (search.evaluator.name == kNetworkEvaluator)
    std::erase_if(node.find("evaluator")->entries, [](const YamlEntry& entry) { return entry.key == "file"; });
  return node;
}

std::string start_path(const TrainingConfig& config) {
  if (config.start.empty()) return "";
  const std::filesystem::path path = std::filesystem::path(config::configuration_folder(config.file)) / config.start;
  if (!std::filesystem::exists(path))
    throw UsageError(fmt::format("{}: start: {}: no such file", config.file, path.string()));
  return path.string();
}

bool has_gumbel_mode(const SelfplaySettings& selfplay) { return root_needs(selfplay.search.root.name).is_search; }
bool asks_network(const SelfplaySettings& selfplay) { return selfplay.search.evaluator.name == kNetworkEvaluator; }

const Phase& phase_at(const TrainingConfig& config, std::uint64_t games_before) {
  std::uint64_t end = 0;
  for (const Phase& phase : config.phases)
    if (games_before < (end += phase.games)) return phase;
  return config.phases.back();
}

}  // namespace rootward::selfplay
