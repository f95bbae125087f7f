// What each key of a tuning is, and how it is stored.
#include "experiments/tuning/fields.h"

#include <utility>

#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::tuning {
namespace {

using config::Field;
using config::field;
using config::FieldTable;
using config::tree_field;
using config::YamlNode;

constexpr double kMaxGames = 10'000'000;
constexpr double kMaxLimit = 1e12;

YamlNode opponents_node(const TuningConfig& tuning) {
  YamlNode node = config::map_node();
  for (const TuningOpponent& opponent : tuning.opponents) {
    YamlNode player = config::resolved_player(opponent.player);
    config::write_fields(opponent_fields(), opponent, player);
    config::add(node, opponent.player.name, std::move(player));
  }
  return node;
}

YamlNode parameters_node(const TuningConfig& tuning) {
  YamlNode node = config::map_node();
  for (const TunedParameter& parameter : tuning.parameters)
    config::add(node, parameter.path, config::written_map(limit_fields(), parameter));
  return node;
}

/// Maps are read by the reader of the whole file.
FieldTable<TuningConfig> make_tuning_fields() {
  FieldTable<TuningConfig> table = config::head_fields<TuningConfig>();
  Field<TuningConfig> seed = std::move(table.back());
  table.pop_back();
  table.push_back(field(&TuningConfig::games, range_spec("games", 2, kMaxGames, "Games of an evaluation; even.")));
  table.push_back(field(&TuningConfig::test_games,
                        range_spec("test_games", 2, kMaxGames, "Games of the fresh test at the end; even.")));
  table.push_back(std::move(seed));
  table.push_back(tree_field<TuningConfig>(
      "game", "A game by name: `rootward list games`.",
      [](const TuningConfig& tuning) { return config::resolved_choice(tuning.game); }, true));
  table.back().spec.or_name = true;
  table.push_back(
      tree_field<TuningConfig>("defaults", "A map with `search`, merged into every searching player.", nullptr));
  table.push_back(tree_field<TuningConfig>(
      kCandidateName, "The player that is tuned, with its starting values.",
      [](const TuningConfig& tuning) { return config::resolved_player(tuning.candidate); }, true));
  table.push_back(
      tree_field<TuningConfig>("opponent", "Whom the candidate meets: one player, in place of `opponents`.", nullptr));
  table.push_back(
      tree_field<TuningConfig>("opponents", "A map from names to players, each with a `weight`.", opponents_node));
  table.push_back(
      tree_field<TuningConfig>("opening", "Where openings come from, as in a tournament's schedule.",
                               [](const TuningConfig& tuning) { return config::resolved_opening(tuning.opening); }));
  table.push_back(tree_field<TuningConfig>(
      "parameters", "A map from paths into the candidate, `backup.g`, to {low, high, scale}.", parameters_node, true));
  return table;
}

}  // namespace

const FieldTable<TuningConfig>& tuning_fields() {
  static const FieldTable<TuningConfig> kTable = make_tuning_fields();
  return kTable;
}

Described key_description() {
  Described tuning{"tuning", "Keys at the top of a tuning's file.", "", config::specs_of(tuning_fields())};
  const auto add_below = [&tuning](const std::string& prefix, std::vector<ParamSpec> specs) {
    for (ParamSpec& spec : specs) {
      spec.key = prefix + spec.key;
      tuning.parameters.push_back(std::move(spec));
    }
  };
  add_below("opponents.NAME.", config::specs_of(opponent_fields()));
  std::vector<ParamSpec> limits = config::specs_of(limit_fields());
  for (ParamSpec& limit : limits) {
    limit.fallback = std::monostate{};
    limit.help += " The parameter's own box of tuning unless given.";
  }
  add_below("parameters.PATH.", std::move(limits));
  return tuning;
}

const FieldTable<TunedParameter>& limit_fields() {
  static const FieldTable<TunedParameter> kTable = {
      field(&TunedParameter::low, range_spec("low", -kMaxLimit, kMaxLimit, "The lowest value, included.")),
      field(&TunedParameter::high, range_spec("high", -kMaxLimit, kMaxLimit, "The highest value, included.")),
      field(&TunedParameter::scale, spec_of("scale", "How an optimizer walks the parameter."), kScaleNames),
  };
  return kTable;
}

const FieldTable<TuningOpponent>& opponent_fields() {
  static const FieldTable<TuningOpponent> kTable = [] {
    ParamSpec weight = range_spec("weight", 0, 1e6, "Its share of the games over the sum of all weights.");
    weight.low_open = true;
    return FieldTable<TuningOpponent>{field(&TuningOpponent::weight, std::move(weight))};
  }();
  return kTable;
}

}  // namespace rootward::tuning
