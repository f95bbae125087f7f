// A discovery's tree to its configuration.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/discovery/config.h"
#include "experiments/discovery/fields.h"
#include "lab/arena/opening_settings.h"
#include "lab/config/field_table.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/parts.h"
#include "lab/config/player_reader.h"
#include "lab/config/resolved_tree.h"

namespace rootward::discovery {
namespace {

using config::field;
using config::FieldTable;
using config::MapReader;
using config::ProblemList;
using config::YamlNode;

constexpr double kMostPairs = 1e6;

class DiscoveryReader {
 public:
  explicit DiscoveryReader(const YamlNode& root) : root_(root), map_(root, problems_) {}

  DiscoveryConfig read() {
    config::check_kind(root_, config::FileKind::discovery);
    config::read_fields(config::head_fields<DiscoveryConfig>(), map_, config_, problems_);
    config_.portfolio = read_domains("portfolio");
    config_.held_out = read_domains("held_out");
    check_held_out();
    config_.simulations = static_cast<std::uint64_t>(map_.read_integer(integer_spec("simulations", 400, 1, 1e9)));
    read_opening();
    read_group("control", control_part_fields(), config_.control);
    check_even("games", config_.control.games);
    check_even("test_games", config_.control.test_games);
    read_search();
    read_group("tuning", tuning_part_fields(), config_.tuning);
    read_group("confirmation", confirmation_part_fields(), config_.confirmation);
    map_.finish();
    problems_.throw_if_any();
    return std::move(config_);
  }

 private:
  template <class Part>
  void read_group(const char* key, const FieldTable<Part>& table, Part& part) {
    const YamlNode* node = map_.take(key);
    if (node == nullptr) return;
    MapReader map(*node, problems_);
    config::read_fields(table, map, part, problems_);
    map.finish();
  }

  void check_even(const char* key, std::uint32_t games) {
    if (games % 2 != 0)
      problems_.add(*root_.find("control"), fmt::format("{}: {} is not allowed; allowed: an even number", key, games));
  }

  std::vector<DiscoveryDomain> read_domains(const char* key) {
    std::vector<DiscoveryDomain> domains;
    const YamlNode* node = map_.require(key, "a map from names to {game, evaluator, c}");
    if (node == nullptr) return domains;
    MapReader names(*node, problems_);
    if (!names.is_map()) return domains;
    if (node->entries.empty()) problems_.add(*node, "names no domain; at least one is needed");
    for (const config::YamlEntry& entry : node->entries) {
      config::check_player_name(entry.key, entry.key_place, entry.value.path, problems_);
      if (std::optional<DiscoveryDomain> domain = read_domain(entry.key, entry.value)) domains.push_back(*domain);
    }
    return domains;
  }

  /// What is held out is nothing that formulas were made for, whatever it is called.
  void check_held_out() {
    for (const DiscoveryDomain& domain : config_.held_out) {
      const YamlNode& node = *root_.find("held_out")->find(domain.name);
      for (const DiscoveryDomain& other : config_.portfolio) {
        if (other.name == domain.name)
          problems_.add(
              node, fmt::format("{} names a domain of the portfolio, too; allowed: a name of its own", domain.name));
        else if (other.game == domain.game && parse_evaluator(other.evaluator) == parse_evaluator(domain.evaluator))
          problems_.add(node, fmt::format("it has the game and the evaluator of portfolio.{}; allowed: another game or "
                                          "evaluator, since the confirmation is on what no formula has seen",
                                          other.name));
      }
    }
  }

  std::optional<DiscoveryDomain> read_domain(const std::string& name, const YamlNode& node) {
    MapReader map(node, problems_);
    if (!map.is_map()) return std::nullopt;
    DiscoveryDomain domain{.name = name, .game = {}, .evaluator = "playouts"};
    const YamlNode* game = map.require("game", "a game");
    const config::ReadGame read = game == nullptr ? config::ReadGame{} : config::read_game(*game, problems_);
    if (const YamlNode* evaluator = map.take("evaluator")) {
      if (config::read_evaluator(*evaluator, problems_)) domain.evaluator = config::flow_text(*evaluator);
    }
    if (const YamlNode* c = map.take("c")) {
      ParamSpec spec = range_spec("c", 0, 100, "");
      spec.type = ParamType::real;
      if (const std::optional<ParamValue> value = config::read_value(*c, spec, problems_))
        domain.constant = std::get<double>(*value);
    }
    map.finish();
    if (read.game && read.game->facts().seats != 2) problems_.add(*game, "games of two players are needed");
    if (!read.id) return std::nullopt;
    domain.game = *read.id;
    return domain;
  }

  void read_opening() {
    const YamlNode* node = map_.take("opening");
    config_.opening = "{random_plies: 4}";
    if (node == nullptr) return;
    if (!config::read_opening(*node, problems_).book.empty())
      problems_.add(*node, "a book is of one game; allowed: {random_plies, balance}");
    config_.opening = config::flow_text(*node);
  }

  void read_search() {
    config_.search.rungs = {8, 24, 72};
    const YamlNode* node = map_.take("search");
    if (node == nullptr) return;
    MapReader map(*node, problems_);
    config::read_fields(search_part_fields(), map, config_.search, problems_);
    if (const YamlNode* rungs = map.take("rungs")) {
      const char* allowed = "a list of numbers of pairs";
      config_.search.rungs.clear();
      if (!rungs->is_sequence() || rungs->items.empty())
        problems_.add(*rungs, fmt::format("{} is not allowed; allowed: {}", config::written_text(*rungs), allowed));
      for (const YamlNode& item : rungs->items)
        if (const auto value = config::read_value(item, integer_spec("rungs", 1, 1, kMostPairs), problems_))
          config_.search.rungs.push_back(static_cast<std::uint32_t>(std::get<std::int64_t>(*value)));
    }
    map.finish();
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  DiscoveryConfig config_;
};

}  // namespace

const FieldTable<DiscoveryControl>& control_part_fields() {
  static const FieldTable<DiscoveryControl> kTable = {
      field(&DiscoveryControl::seeds,
            range_spec("seeds", 1, 100, "Tunings of each domain; the geometric mean of their constants is played.")),
      field(&DiscoveryControl::evaluations, range_spec("evaluations", 1, 1e5, "Of each tuning.")),
      field(&DiscoveryControl::games, range_spec("games", 2, kMostPairs, "Of an evaluation; even.")),
      field(&DiscoveryControl::test_games, range_spec("test_games", 2, kMostPairs, "Of the fresh test; even.")),
  };
  return kTable;
}

const FieldTable<DiscoverySearch>& search_part_fields() {
  static const FieldTable<DiscoverySearch> kTable = {
      field(&DiscoverySearch::generations, range_spec("generations", 1, 1000, "How often formulas are made.")),
      field(&DiscoverySearch::formulas, range_spec("formulas", 1, 1000, "Of a generation.")),
      field(&DiscoverySearch::keep, range_spec("keep", 0.01, 1, "Share that goes on to the next round.")),
      field(&DiscoverySearch::parents, range_spec("parents", 1, 1000, "The best so far, which are changed.")),
      field(&DiscoverySearch::fresh, range_spec("fresh", 0, 1, "Share of later generations that is drawn anew.")),
  };
  return kTable;
}

const FieldTable<DiscoveryTuning>& tuning_part_fields() {
  static const FieldTable<DiscoveryTuning> kTable = {
      field(&DiscoveryTuning::survivors,
            range_spec("survivors", 1, 100, "Formulas of different structures that are tuned and confirmed.")),
      field(&DiscoveryTuning::evaluations, range_spec("evaluations", 1, 1e5, "Of each survivor.")),
      field(&DiscoveryTuning::pairs, range_spec("pairs", 1, kMostPairs, "Of an evaluation, in every domain.")),
  };
  return kTable;
}

const FieldTable<DiscoveryConfirmation>& confirmation_part_fields() {
  static const FieldTable<DiscoveryConfirmation> kTable = {
      field(&DiscoveryConfirmation::pairs, range_spec("pairs", 1, kMostPairs, "Of a survivor in a held-out domain.")),
      field(&DiscoveryConfirmation::cost_pairs,
            range_spec("cost_pairs", 1, kMostPairs,
                       "Played first, to know what a simulation costs; as many again to correct that.")),
  };
  return kTable;
}

DiscoveryConfig read_discovery(const std::string& file, const std::vector<Override>& overrides) {
  return parse_discovery(config::text_of(file), file, overrides);
}

DiscoveryConfig parse_discovery(std::string_view yaml, const std::string& file,
                                const std::vector<Override>& overrides) {
  const YamlNode root = config::configuration_tree(yaml, file, overrides);
  return DiscoveryReader(root).read();
}

}  // namespace rootward::discovery
