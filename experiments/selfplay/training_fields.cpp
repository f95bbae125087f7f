// What each key of a training run is, its range, and how it is stored.
#include "experiments/selfplay/training_fields.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "search/roots/gumbel.h"

namespace rootward::selfplay {
namespace {

using config::Field;
using config::field;
using config::FieldTable;
using config::group;
using config::MapReader;
using config::ProblemList;
using config::tree_field;
using config::YamlNode;

constexpr double kMostGames = 1e9;
constexpr double kMostSimulations = 1e6;

ParamSpec share_spec(std::string key, std::string help) { return range_spec(std::move(key), 0, 1, std::move(help)); }

ParamSpec positive_spec(std::string key, double high, std::string help) {
  ParamSpec spec = range_spec(std::move(key), 0, high, std::move(help));
  spec.low_open = true;
  return spec;
}

ParamSpec blocks_spec() { return range_spec("blocks", 1, 40, "Residual blocks."); }
ParamSpec filters_spec() { return range_spec("filters", 1, 512, "Filters of each convolution."); }

const FieldTable<NetworkSettings>& network_fields() {
  static const FieldTable<NetworkSettings> kTable = {
      field(&NetworkSettings::blocks, blocks_spec()),
      field(&NetworkSettings::filters, filters_spec()),
      field(&NetworkSettings::planes, spec_of("planes", "What the network sees, as in docs/nets.md.")),
      field(&NetworkSettings::value_hidden, range_spec("value_hidden", 1, 4096, "Width of the value head.")),
      field(&NetworkSettings::head_activation, spec_of("head_activation", "After the heads' convolutions."),
            kHeadActivations),
  };
  return kTable;
}

const FieldTable<OpeningRule>& opening_fields() {
  static const FieldTable<OpeningRule> kTable = {
      field(&OpeningRule::policy_share, share_spec("policy_share",
                                                   "Share of games that begin with moves drawn from the bare policy; "
                                                   "such plies give no targets.")),
      field(&OpeningRule::policy_plies,
            range_spec("policy_plies", 0, 100, "Mean number of those moves, which is geometric.")),
      field(&OpeningRule::fork_share, share_spec("fork_share",
                                                 "Share of games that go by the bare policy to a random ply, then "
                                                 "take a random legal move.")),
  };
  return kTable;
}

const FieldTable<CoastRule>& coast_fields() {
  static const FieldTable<CoastRule> kTable = {
      field(&CoastRule::value,
            share_spec("value", "A game coasts once the root's value is this far from 0, with one sign ..")),
      field(&CoastRule::moves, range_spec("moves", 0, 1000, ".. for so many moves of each player; 0: never.")),
      field(&CoastRule::simulations, range_spec("simulations", 1, kMostSimulations, "A move while it coasts.")),
      field(&CoastRule::weight, share_spec("weight", "Of a coasting row.")),
  };
  return kTable;
}

const FieldTable<CheapRule>& cheap_fields() {
  static const FieldTable<CheapRule> kTable = {
      field(&CheapRule::share, share_spec("share",
                                          "Share of moves with a short search, no noise and no weight; 0.75 is "
                                          "usual. AlphaZero's mode only.")),
      field(&CheapRule::simulations, range_spec("simulations", 1, kMostSimulations, "Of such a move.")),
  };
  return kTable;
}

const FieldTable<ResignRule>& resign_fields() {
  static const FieldTable<ResignRule> kTable = {
      field(&ResignRule::value, range_spec("value", -1, 0, "A player resigns at this root value or below ..")),
      field(&ResignRule::moves, range_spec("moves", 0, 1000,
                                           ".. for so many moves in a row; 0: nobody resigns, 3 is usual. "
                                           "AlphaZero's mode only.")),
      field(&ResignRule::never,
            share_spec("never", "Share of games that go on all the same: they show how often resigning is wrong.")),
  };
  return kTable;
}

const FieldTable<TemperatureRule>& temperature_rule_fields() {
  static const FieldTable<TemperatureRule> kTable = {
      field(&TemperatureRule::start,
            range_spec("start", 0.01, 100, "T of the first ply: moves are drawn by visits^(1 / T). AlphaZero's mode.")),
      field(&TemperatureRule::end, range_spec("end", 0.01, 100, "T in the end.")),
      field(&TemperatureRule::half_life, positive_spec("half_life", 10'000, "Plies in which half the way is gone.")),
  };
  return kTable;
}

/// The search is read by the reader of the whole file.
const FieldTable<SelfplaySettings>& selfplay_fields() {
  static const FieldTable<SelfplaySettings> kTable = [] {
    using S = SelfplaySettings;
    FieldTable<S> table;
    table.push_back(
        tree_field<S>("search",
                      fmt::format("A map as a player's `search`, whose root is {} and whose evaluator is the "
                                  "run's network unless given; the budget is the phase's.",
                                  GumbelRoot::kName),
                      [](const S& from) { return resolved_search(from.search); }));
    table.back().spec.fallback = fmt::format("{}, considered 16", GumbelRoot::kName);
    table.push_back(
        field(&S::first_pass, range_spec("first_pass", 0, 10'000,
                                         "The first ply at which a pass is considered; before it nobody passes who "
                                         "has another move, and no target has a pass.")));
    table.push_back(group(&S::openings, spec_of("openings", "Variety of the first moves."), opening_fields()));
    table.push_back(group(&S::coast, spec_of("coast", "Decided games go on with short searches."), coast_fields()));
    table.push_back(group(&S::cheap, spec_of("cheap", "Playout-cap randomisation."), cheap_fields()));
    table.push_back(group(&S::resign, spec_of("resign", "When a player resigns."), resign_fields()));
    table.push_back(
        group(&S::temperature, spec_of("temperature", "Moves drawn by their visits."), temperature_rule_fields()));
    return table;
  }();
  return kTable;
}

const FieldTable<WindowSettings>& window_fields() {
  static const FieldTable<WindowSettings> kTable = {
      field(&WindowSettings::rows, range_spec("rows", 1, 1e9, "Rows of the newest games that samples come from.")),
      field(&WindowSettings::growth, range_spec("growth", 0, 1, "How much of new rows it grows by, at first.")),
      field(&WindowSettings::exponent, range_spec("exponent", 0.01, 1, "Of its growth.")),
  };
  return kTable;
}

const FieldTable<OptimizerSettings>& optimizer_fields() {
  static const FieldTable<OptimizerSettings> kTable = {
      field(&OptimizerSettings::name, spec_of("name", "The optimizer."), kOptimizerNames),
      field(&OptimizerSettings::momentum, range_spec("momentum", 0, 0.9999, "Its momentum; beta 1 of adamw.")),
      field(&OptimizerSettings::weight_decay, range_spec("weight_decay", 0, 1, "Of all weights but norms and biases.")),
  };
  return kTable;
}

const FieldTable<LossSettings>& loss_fields() {
  static const FieldTable<LossSettings> kTable = {
      field(&LossSettings::value, range_spec("value", 0, 1000, "Weight of the value's squared error.")),
      field(&LossSettings::ownership, range_spec("ownership", 0, 1000, "Weight of the points' owners.")),
      field(&LossSettings::mix, share_spec("mix", "Share of the root's value in the value's target.")),
  };
  return kTable;
}

const FieldTable<TrainingSettings>& training_map_fields() {
  using T = TrainingSettings;
  static const FieldTable<TrainingSettings> kTable = {
      field(&T::generation, range_spec("generation", 2, 999'999, "Games between two networks; the first is held out.")),
      field(&T::samples_per_position,
            positive_spec("samples_per_position", 1000, "Samples that are learnt for each new row.")),
      field(&T::batch, range_spec("batch", 1, 65'536, "Samples a step.")),
      group(&T::window, spec_of("window", "The rows that samples are drawn from."), window_fields()),
      group(&T::optimizer, spec_of("optimizer", "How the gradient is followed."), optimizer_fields()),
      group(&T::loss, spec_of("loss", "Weights of the parts beside the policy's."), loss_fields()),
      field(&T::average,
            range_spec("average", 0, 0.999999, "Decay of the weights' average, which is the network that plays.")),
      field(&T::keep, spec_of("keep", "Which shards are kept: those of the window, or all."), kKeptGames),
  };
  return kTable;
}

const FieldTable<EvaluateSettings>& evaluate_fields() {
  static const FieldTable<EvaluateSettings> kTable = [] {
    FieldTable<EvaluateSettings> table;
    Field<EvaluateSettings> milestones = tree_field<EvaluateSettings>(
        "at", "Rising numbers of games.", [](const EvaluateSettings& from) { return config::count_list(from.at); });
    milestones.spec.fallback = std::string("1000, 2000, 5000, .. 400000");
    milestones.read = [](MapReader& map, EvaluateSettings& into, ProblemList& problems) {
      const YamlNode* node = map.take("at");
      if (node == nullptr) return;
      into.at.clear();
      if (!node->is_sequence()) return problems.refuse(*node, "a list of rising numbers");
      for (const YamlNode& item : node->items) {
        const auto value = config::read_value(item, integer_spec("at", 1, 1, kMostGames), problems);
        if (!value) continue;
        const auto games = static_cast<std::uint64_t>(std::get<std::int64_t>(*value));
        if (!into.at.empty() && games <= into.at.back()) problems.add(item, "does not rise");
        into.at.push_back(games);
      }
    };
    table.push_back(std::move(milestones));
    table.push_back(field(&EvaluateSettings::pairs,
                          range_spec("pairs", 1, 1e6, "Pairs of games against the network of the milestone before.")));
    return table;
  }();
  return kTable;
}

/// Its planes, and of its size what is not the network's.
YamlNode companion_node(const TrainingConfig& from, const Companion& companion) {
  YamlNode node = config::written_map(companion_fields(), companion);
  std::erase_if(node.entries, [&](const config::YamlEntry& entry) {
    return (entry.key == "blocks" && companion.blocks == from.network.blocks) ||
           (entry.key == "filters" && companion.filters == from.network.filters);
  });
  return node;
}

YamlNode companions_node(const TrainingConfig& from) {
  YamlNode map = config::map_node();
  for (const Companion& companion : from.companions) config::add(map, companion.name, companion_node(from, companion));
  return map;
}

YamlNode phases_node(const TrainingConfig& from) {
  YamlNode list;
  list.kind = YamlNode::Kind::sequence;
  for (const Phase& phase : from.phases) list.items.push_back(config::written_map(phase_fields(), phase));
  return list;
}

FieldTable<TrainingConfig> make_training_fields() {
  using T = TrainingConfig;
  FieldTable<T> table = config::head_fields<T>();
  const auto put = [&table](Field<T> one) { table.push_back(std::move(one)); };
  put(tree_field<T>(
      "game", "The game: `rootward list games`; a network's board, so nothing of it is drawn.",
      [](const T& from) { return config::resolved_choice(from.game); }, true));
  put(group(&T::network, spec_of("network", "The network that plays and learns."), network_fields()));
  put(tree_field<T>(
      "companions",
      "A map from names to networks that learn from the same games and never play: {planes, blocks, filters}.",
      companions_node));
  put(group(&T::selfplay, spec_of("selfplay", "How games are played."), selfplay_fields()));
  put(group(&T::training, spec_of("training", "How networks learn from them."), training_map_fields()));
  put(tree_field<T>("phases", "A list of {games, simulations, rate, rate_end}: one after the other.", phases_node,
                    true));
  put(group(&T::evaluate, spec_of("evaluate", "Milestones."), evaluate_fields()));
  put(field(&T::start, spec_of("start",
                               "A network whose tensors the first one takes where names and shapes agree; a relative "
                               "name counts from this file's folder."))
          .stored_if([](const T& from) { return !from.start.empty(); }));
  return table;
}

}  // namespace

const FieldTable<Companion>& companion_fields() {
  static const FieldTable<Companion> kTable = [] {
    const auto as_network = [](auto Companion::*member, ParamSpec spec) {
      spec.help += " The network's unless given.";
      return field(member, std::move(spec)).default_from([member](const Companion& read) {
        return config::to_param(read.*member);
      });
    };
    return FieldTable<Companion>{
        as_network(&Companion::planes, spec_of("planes", "What this network sees.")),
        as_network(&Companion::blocks, blocks_spec()),
        as_network(&Companion::filters, filters_spec()),
    };
  }();
  return kTable;
}

const FieldTable<Phase>& phase_fields() {
  static const FieldTable<Phase> kTable = [] {
    ParamSpec games = range_spec("games", 1, kMostGames, "Games of this phase.");
    games.required = true;
    ParamSpec rate = positive_spec("rate", 10, "Learning rate.");
    rate.required = true;
    return FieldTable<Phase>{
        field(&Phase::games, std::move(games)),
        field(&Phase::simulations, range_spec("simulations", 1, kMostSimulations, "A move.")),
        field(&Phase::rate, std::move(rate)).read_first(),
        field(&Phase::rate_end, range_spec("rate_end", 0, 10, "Reached at the phase's end."))
            .default_from([](const Phase& read) { return ParamValue(read.rate); }),
    };
  }();
  return kTable;
}

const FieldTable<TrainingConfig>& training_fields() {
  static const FieldTable<TrainingConfig> kTable = make_training_fields();
  return kTable;
}

Described key_description() {
  Described all{"training", "Keys at the top of a training run's file.", "", config::specs_of(training_fields())};
  for (ParamSpec spec : config::specs_of(phase_fields())) {
    if (spec.key == "rate_end") spec.fallback = std::string("rate");
    spec.key = "phases[]." + spec.key;
    all.parameters.push_back(std::move(spec));
  }
  return all;
}

}  // namespace rootward::selfplay
