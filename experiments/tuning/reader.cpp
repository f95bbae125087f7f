// A tuning's tree to its configuration, and candidates made at points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/fields.h"
#include "lab/arena/opening_settings.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/player_fields.h"
#include "lab/config/player_reader.h"

namespace rootward::tuning {
namespace {

using config::MapReader;
using config::PlayerNumber;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

/// A player's map without the key `weight`, which is the pool's.
YamlNode without_weight(const YamlNode& node) {
  YamlNode copy = node;
  std::erase_if(copy.entries, [](const YamlEntry& entry) { return entry.key == "weight"; });
  return copy;
}

class TuningReader {
 public:
  explicit TuningReader(const YamlNode& root) : root_(root), map_(root, problems_) {}

  TuningConfig read() {
    config::check_kind(root_, config::FileKind::tuning);
    config::read_fields(tuning_fields(), map_, tuning_, problems_);
    if (const YamlNode* game = map_.require("game", "a game's name, or a map with its name and parameters")) {
      game_ = config::read_game(*game, problems_);
      if (game_.id) tuning_.game = *game_.id;
    }
    read_players();
    if (const YamlNode* opening = map_.take("opening")) tuning_.opening = config::read_opening(*opening, problems_);
    check_games("games", tuning_.games);
    check_games("test_games", tuning_.test_games);
    const YamlNode* parameters = map_.require("parameters", "a map from paths into the candidate to limits");
    map_.finish();
    if (parameters != nullptr && has_candidate_) read_parameters(*parameters);
    problems_.throw_if_any();
    return std::move(tuning_);
  }

 private:
  void check_games(const char* key, std::uint32_t games) {
    if (games % 2 != 0)
      problems_.add(*root_.find(key), fmt::format("{} is not allowed; allowed: an even number, because games come in "
                                                  "colour-swapped pairs",
                                                  games));
  }

  void read_players() {
    const YamlNode search = config::defaults_search(map_.take("defaults"), problems_);
    config::DefaultsMerger merger(search);
    config::PlayerReader reader(game_.game.get(), merger, problems_);
    bool all_read = true;
    if (const YamlNode* node = map_.require(kCandidateName, "the player that is tuned, with its starting values")) {
      const std::size_t before = problems_.size();
      std::optional<PlayerSpec> candidate = reader.read(kCandidateName, *node);
      has_candidate_ = candidate.has_value() && problems_.size() == before && game_.game != nullptr;
      all_read = candidate.has_value();
      if (candidate) tuning_.candidate = std::move(*candidate);
      // Without a game, what the operator takes from game and budget stays open.
      std::optional<PlayerSpec> open = config::PlayerReader(nullptr, merger, problems_).read(kCandidateName, *node);
      if (open) tuning_.open_candidate = std::move(*open);
    }
    all_read = read_opponents(reader) && all_read;
    if (all_read) merger.report_unread(problems_);
  }

  bool read_opponents(config::PlayerReader& reader) {
    const YamlNode* one = map_.take("opponent");
    const YamlNode* many = map_.take("opponents");
    if (one == nullptr && many == nullptr && root_.is_map())
      problems_.add(root_.place, "opponent", "is required: a player, or `opponents`: a map from names to players");
    if (one != nullptr && many != nullptr)
      problems_.add(*many, "the candidate meets one `opponent` or several `opponents`; only one of both is allowed");
    if (many != nullptr) return read_pool(*many, reader);
    return one == nullptr || read_opponent("opponent", *one, 1, reader);
  }

  bool read_pool(const YamlNode& pool, config::PlayerReader& reader) {
    bool all_read = pool.is_map();
    for (const YamlEntry& entry : config::entries_of(pool, problems_, "no opponents; at least one is needed")) {
      config::check_player_name(entry, problems_);
      if (entry.key == kCandidateName)
        problems_.add(entry.key_place, entry.value.path, "is the candidate's own name; choose another");
      double weight = 1;
      if (const YamlNode* node = entry.value.find("weight"))
        weight = std::get<double>(config::read_value(*node, opponent_fields().front().spec, problems_).value_or(1.0));
      all_read = read_opponent(entry.key, without_weight(entry.value), weight, reader) && all_read;
    }
    double sum = 0;
    for (const TuningOpponent& opponent : tuning_.opponents) sum += opponent.weight;
    for (TuningOpponent& opponent : tuning_.opponents) opponent.share = opponent.weight / sum;
    return all_read;
  }

  bool read_opponent(const std::string& name, const YamlNode& node, double weight, config::PlayerReader& reader) {
    std::optional<PlayerSpec> spec = reader.read(name, node);
    if (spec) tuning_.opponents.push_back({std::move(*spec), weight, 1});
    return spec.has_value();
  }

  void read_parameters(const YamlNode& node) {
    numbers_ = config::numbers_of(tuning_.candidate);
    for (const YamlEntry& entry : config::entries_of(node, problems_, "no parameters; at least one is needed"))
      read_parameter(entry);
  }

  void read_parameter(const YamlEntry& entry) {
    const auto number = std::ranges::find(numbers_, entry.key, &PlayerNumber::path);
    if (number == numbers_.end()) {
      std::vector<std::string> known;
      for (const PlayerNumber& one : numbers_) known.push_back(one.path);
      problems_.add(entry.key_place, entry.value.path,
                    fmt::format("the candidate has no number of this path; it has: {}{}", fmt::join(known, ", "),
                                hint_text(entry.key, known)));
      return;
    }
    TunedParameter parameter;
    parameter.path = entry.key;
    parameter.start = number->value;
    if (const auto* list = std::get_if<std::vector<double>>(&number->value)) parameter.count = list->size();
    parameter.is_whole = number->declared ? number->declared->type == ParamType::integer
                                          : std::holds_alternative<std::int64_t>(number->value);
    const std::size_t before = problems_.size();
    read_limits(entry, *number, parameter);
    if (problems_.size() == before) check_ends(entry.value, parameter);
    tuning_.parameters.push_back(std::move(parameter));
  }

  void read_limits(const YamlEntry& entry, const PlayerNumber& number, TunedParameter& parameter) {
    MapReader map(entry.value, problems_, true);
    const bool has_box = number.declared && std::isfinite(number.declared->tune_low);
    const auto limit = [&](const char* key, double box) {
      const YamlNode* node =
          has_box ? map.take(key) : map.require(key, "a number; the parameter has no tuning box of its own");
      return node == nullptr
                 ? box
                 : std::get<double>(
                       config::read_value(*node, config::field_of(limit_fields(), key).spec, problems_).value_or(box));
    };
    parameter.low = limit("low", has_box ? number.declared->tune_low : 0);
    parameter.high = limit("high", has_box ? number.declared->tune_high : 1);
    parameter.scale = has_box ? number.declared->scale : parameter.is_whole ? Scale::integer : Scale::linear;
    if (const YamlNode* node = map.take("scale"))
      if (const auto scale = config::read_value(*node, config::field_of(limit_fields(), "scale").spec, problems_))
        parameter.scale = *find_scale(std::get<std::string>(*scale));
    map.finish();
    check_limits(entry.value, parameter);
  }

  void check_limits(const YamlNode& node, const TunedParameter& parameter) {
    const auto whole = [](double value) { return value == std::floor(value); };
    if (!(parameter.low < parameter.high))
      problems_.add(node, fmt::format("low {} is not below high {}", parameter.low, parameter.high));
    if (parameter.scale == Scale::log && parameter.low <= 0)
      problems_.add(node, fmt::format("low {} is not allowed; a log scale needs low > 0", parameter.low));
    if (parameter.scale == Scale::integer && (!whole(parameter.low) || !whole(parameter.high)))
      problems_.add(node, fmt::format("low {} and high {} are not both whole; an integer scale needs that",
                                      parameter.low, parameter.high));
    if (parameter.is_whole && parameter.scale != Scale::integer)
      problems_.add(node, "the parameter is a whole number; only `scale: integer` is allowed");
  }

  /// Each limit must make a player, the other parameters having their starting values.
  void check_ends(const YamlNode& node, const TunedParameter& parameter) {
    TuningConfig alone = tuning_;
    alone.parameters = {parameter};
    for (const double value : {parameter.low, parameter.high}) {
      try {
        (void)candidate_at(alone, {std::vector<double>(parameter.coordinates(), value)});
      } catch (const UsageError& error) {
        problems_.add(node, fmt::format("{} {} makes no player: {}", value == parameter.low ? "low" : "high",
                                        param_text(value), error.what()));
      }
    }
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  TuningConfig tuning_;
  config::ReadGame game_;
  std::vector<PlayerNumber> numbers_;
  bool has_candidate_ = false;
};

}  // namespace

TuningConfig read_tuning(const std::string& file, const std::vector<Override>& overrides) {
  return parse_tuning(config::text_of(file), file, overrides);
}

TuningConfig read_tuning_tree(const YamlNode& root, const std::string& file) {
  TuningConfig tuning = TuningReader(root).read();
  tuning.file = file;
  tuning.named_files = config::named_files_of(root, file);
  return tuning;
}

TuningConfig parse_tuning(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides) {
  return read_tuning_tree(config::configuration_tree(yaml, file, overrides), file);
}

std::optional<Point> starting_point(const TuningConfig& tuning) {
  Point point;
  for (const TunedParameter& parameter : tuning.parameters) {
    if (const auto* list = std::get_if<std::vector<double>>(&parameter.start))
      point.push_back(*list);
    else if (const auto* whole = std::get_if<std::int64_t>(&parameter.start))
      point.push_back({static_cast<double>(*whole)});
    else if (const auto* number = std::get_if<double>(&parameter.start))
      point.push_back({*number});
    else
      return std::nullopt;
  }
  return point;
}

ParamValue parameter_value(const TunedParameter& parameter, const std::vector<double>& values) {
  if (parameter.count) return values;
  if (parameter.is_whole) return static_cast<std::int64_t>(values.front());
  return values.front();
}

PlayerSpec candidate_at(const TuningConfig& tuning, const Point& point) {
  PlayerSpec player = tuning.open_candidate;
  std::vector<Problem> problems;
  const auto tell = [&](const std::string& path, const ParamError& error) {
    problems.push_back({.file = "params", .line = 0, .column = 0, .path = path, .message = error.what()});
  };
  for (std::size_t i = 0; i < tuning.parameters.size(); ++i) {
    const std::string& path = tuning.parameters[i].path;
    try {
      config::set_number(player, path, parameter_value(tuning.parameters[i], point[i]));
    } catch (const ParamError& error) {
      tell(path, error);
    }
  }
  if (!problems.empty()) throw UsageError(problems);
  try {
    config::fit_to_game(player, *make_game(draw_game(tuning.game, tuning.seed)));
  } catch (const ParamError& error) {
    tell(error.key(), error);
    throw UsageError(problems);
  }
  return player;
}

}  // namespace rootward::tuning
