// A tuning as configured: a candidate with parameters to tune, whom it meets, and how many games an evaluation has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/arena/opening_settings.h"
#include "lab/config/named_files.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"
#include "lab/play/player.h"
#include "lab/store/continuation.h"

namespace rootward::tuning {

/// One parameter of the candidate that an optimizer sets: a number, or a list whose elements share limits and scale.
struct TunedParameter {
  std::string path;  ///< into the candidate: "backup.g", "search.selection.c"
  double low = 0;    ///< both ends included
  double high = 1;
  Scale scale = Scale::linear;
  std::optional<std::size_t> count{};  ///< length of a list; nothing for a number
  bool is_whole = false;               ///< whether the candidate takes whole numbers alone
  ParamValue start{};                  ///< the candidate's own value; absent where it gives none

  [[nodiscard]] std::size_t coordinates() const { return count.value_or(1); }
};

/// Whom the candidate meets, and which share of its mean score that has.
struct TuningOpponent {
  PlayerSpec player;
  double weight = 1;  ///< as given
  double share = 1;   ///< weight over the sum of weights
};

inline constexpr const char* kCandidateName = "candidate";

struct TuningConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
  NamedParams game;
  PlayerSpec candidate;       ///< with its starting values
  PlayerSpec open_candidate;  ///< the same, what its operator takes from game and budget left open
  std::vector<TuningOpponent> opponents;
  OpeningSettings opening{.path = "opening"};
  std::uint32_t games = 400;        ///< of an evaluation; even
  std::uint32_t test_games = 1000;  ///< of the fresh test at the end; even
  std::vector<TunedParameter> parameters;
  std::string file;                              ///< where it was read from; a relative book path counts from there
  std::vector<config::NamedFile> named_files{};  ///< networks and books, with their places
};

/// Reads and checks a tuning's file; throws UsageError with every problem found, each with its place.
TuningConfig read_tuning(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text; `file` names it in errors.
TuningConfig parse_tuning(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides = {});
/// The same of a tree.
TuningConfig read_tuning_tree(const config::YamlNode& root, const std::string& file);

/// Values for all of a tuning's parameters, in its order; a number is a list of one.
using Point = std::vector<std::vector<double>>;

/// A parameter's values as the candidate takes them: a list, a whole number or a number.
ParamValue parameter_value(const TunedParameter& parameter, const std::vector<double>& values);
/// The candidate with these values. Throws UsageError where they make no player.
PlayerSpec candidate_at(const TuningConfig& tuning, const Point& point);

/// The resolved tuning as a tree with paths, every default written out: what is stored, and compared with what is.
config::YamlNode resolved_tree(const TuningConfig& tuning);
/// The same as canonical YAML.
std::string resolved_yaml(const TuningConfig& tuning);
/// The candidate as it is written; nothing where a parameter is not given there.
std::optional<Point> starting_point(const TuningConfig& tuning);
/// 16 hexadecimal digits over what decides evaluations: resolved_yaml without name, question, hypothesis and the
/// numbers of games.
std::string config_hash(const TuningConfig& tuning);
/// What may change while stored games stay this tuning's.
std::vector<AllowedChange> allowed_changes();
/// "" where games of `stored` may be continued under `now`; else a line for each key that forbids it.
std::string continuation_problem(const TuningConfig& stored, const TuningConfig& now);

}  // namespace rootward::tuning
