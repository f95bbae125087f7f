// A study of estimates against the truth as configured, every default filled in; and how it is read from YAML.
#pragma once

#include <cstdint>
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

namespace rootward::estimates {

/// One search setting that is measured. Under `shadow` it carries the study's other operators.
struct Arm {
  std::string name;                    ///< "average", "average+puct": what tells it from the others
  SearchSettings search;               ///< budget: the last checkpoint; shadows filled in
  std::vector<std::string> operators;  ///< whose estimates it gives: the driver's name, then the shadows'
  friend bool operator==(const Arm&, const Arm&) = default;
};

/// A game, or a family of games that differ by their parameter `seed` or by what is drawn of their rules.
struct EstimatedGame {
  std::string name;
  NamedParams id;
  bool is_family = false;  ///< its rules are left to chance, or its `seed` is left open: each instance gets its own
  friend bool operator==(const EstimatedGame&, const EstimatedGame&) = default;
};

/// Where the truth comes from.
struct TruthSettings {
  enum class Kind : std::uint8_t { exact, search };
  Kind kind = Kind::exact;
  std::uint64_t nodes = 0;    ///< exact: positions that alpha-beta may look at where the game does not know
  bool solves_first = false;  ///< search: it stands in only where so many positions do not suffice
  SearchSettings reference;   ///< search: its root table is the truth
  friend bool operator==(const TruthSettings&, const TruthSettings&) = default;
};

/// Two variants that are held against each other, instance by instance.
struct ComparedArms {
  std::string first;
  std::string second;
  friend bool operator==(const ComparedArms&, const ComparedArms&) = default;
};

struct EstimatesConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
  std::vector<EstimatedGame> games;
  std::uint32_t instances = 1;     ///< of each game
  std::uint32_t random_plies = 0;  ///< random moves from the start to an instance's position
  bool spreads_plies = false;      ///< each instance has 0 to random_plies of them, any number as likely
  OpeningSettings opening{};       ///< a book whose positions are the instances, in place of random moves
  bool skips_ties = false;         ///< instances whose root moves are all equally good are drawn again
  bool counts_alpha_beta = false;  ///< also count the positions that alpha-beta looks at
  int trap_plies = 0;  ///< moves that let the opponent force a win within so many plies are counted; 0 = not
  /// Positions that alpha-beta may look at to find whether a move loses soon, for the features of games; 0 = not asked.
  std::uint64_t feature_nodes = 0;
  double refuted = 0;           ///< regret from which on a search's first choice counts as refuted; 0 = not asked
  bool asks_limits = false;     ///< each estimate is also held against what its own operator comes to; small trees
  bool plays_episodes = false;  ///< each search is followed by a whole walk under its arm; single agents only
  TruthSettings truth;
  std::vector<Arm> arms;
  std::vector<ComparedArms> comparisons{};       ///< in the order in which tables show them
  std::vector<std::uint64_t> checkpoints;        ///< rising numbers of simulations
  std::uint32_t repeats = 1;                     ///< searches of each arm on each instance
  bool is_shadow = false;                        ///< one search serves all operators
  bool asks_evaluators = false;                  ///< each arm's evaluator is judged on each position: its card
  std::string file;                              ///< where it was read from
  std::vector<config::NamedFile> named_files{};  ///< networks, with their places
};

/// Reads and checks a whole study; throws UsageError with every problem found, each with its place.
EstimatesConfig read_estimates(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text; `file` names it in errors.
EstimatesConfig parse_estimates(std::string_view yaml, const std::string& file,
                                const std::vector<Override>& overrides = {});
/// The same of a tree.
EstimatesConfig read_estimates_tree(const config::YamlNode& root, const std::string& file);

/// The resolved study as a tree with paths, every default written out: what is stored, and compared with what is.
config::YamlNode resolved_tree(const EstimatesConfig& config);
/// The same as YAML: what is stored beside the results.
std::string resolved_yaml(const EstimatesConfig& config);
/// 16 hexadecimal digits over what decides a record: the study without its texts, instances, repeats and list of arms
/// and games.
std::string config_hash(const EstimatesConfig& config);
/// The same with games and arms, which decide about single records.
std::string records_hash(const EstimatesConfig& config);
/// What may change while stored records stay this study's: its texts, more instances, repeats, arms and games.
std::vector<AllowedChange> allowed_changes();
/// "" where records of `stored` may be continued under `now`; else a line for each key that forbids it.
std::string continuation_problem(const EstimatesConfig& stored, const EstimatesConfig& now);

}  // namespace rootward::estimates
