// A training run as configured, every default filled in: what plays, what is learnt from its games, and when.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"
#include "search/settings.h"

namespace rootward::selfplay {

enum class HeadActivation : std::uint8_t { relu, identity };
inline constexpr std::array<std::string_view, 2> kHeadActivations = {"relu", "identity"};

/// The network that plays and learns.
struct NetworkSettings {
  std::uint32_t blocks = 4;
  std::uint32_t filters = 32;
  std::string planes = "history 5";  ///< docs/nets.md
  std::uint32_t value_hidden = 256;
  HeadActivation head_activation = HeadActivation::relu;
  friend bool operator==(const NetworkSettings&, const NetworkSettings&) = default;
};

/// A network of other planes, or of another size: it learns from the same games and never plays.
struct Companion {
  std::string name;
  std::string planes;
  std::uint32_t blocks = NetworkSettings{}.blocks;    ///< the network's unless given
  std::uint32_t filters = NetworkSettings{}.filters;  ///< the same
  friend bool operator==(const Companion&, const Companion&) = default;
};

/// Games that begin with moves of the network's bare policy; those plies give no targets.
struct OpeningRule {
  double policy_share = 0.25;  ///< of games
  double policy_plies = 3.2;   ///< their mean number, geometric
  double fork_share = 0.05;    ///< of games: policy moves up to a random ply, then a random legal move
  friend bool operator==(const OpeningRule&, const OpeningRule&) = default;
};

/// Decided games go on with short searches.
struct CoastRule {
  double value = 0.9;             ///< |root value|, with one sign
  std::uint32_t moves = 3;        ///< of each player; 0: never
  std::uint32_t simulations = 2;  ///< a move while it lasts
  double weight = 0.1;            ///< of such a row
  friend bool operator==(const CoastRule&, const CoastRule&) = default;
};

/// Playout-cap randomisation (Wu 2019), AlphaZero's mode alone: moves without noise and without weight.
struct CheapRule {
  double share = 0;  ///< of moves
  std::uint32_t simulations = 24;
  friend bool operator==(const CheapRule&, const CheapRule&) = default;
};

/// AlphaZero's mode alone.
struct ResignRule {
  double value = -0.95;     ///< root value at most this, mover's view
  std::uint32_t moves = 0;  ///< a player's own moves in a row; 0: nobody resigns
  double never = 0.1;       ///< share of games that go on, which tells how often resigning is wrong
  friend bool operator==(const ResignRule&, const ResignRule&) = default;
};

/// AlphaZero's mode alone: moves are drawn by visits^(1 / T), T = end + (start - end) 0.5^(ply / half_life).
struct TemperatureRule {
  double start = 0.75;
  double end = 0.15;
  double half_life = 9;  ///< plies
  friend bool operator==(const TemperatureRule&, const TemperatureRule&) = default;
};

struct SelfplaySettings {
  SearchSettings search;         ///< its budget is the phase's, its network that of the generation
  std::uint32_t first_pass = 0;  ///< ply; before it nobody passes who has another move
  OpeningRule openings;
  CoastRule coast;
  CheapRule cheap;
  ResignRule resign;
  TemperatureRule temperature;
  friend bool operator==(const SelfplaySettings&, const SelfplaySettings&) = default;
};

/// Rows (positions by weight) that samples are drawn from.
struct WindowSettings {
  std::uint64_t rows = 250'000;  ///< at first
  double growth = 0.4;
  double exponent = 0.65;
  friend bool operator==(const WindowSettings&, const WindowSettings&) = default;
};

enum class OptimizerName : std::uint8_t { sgd, adamw };
inline constexpr std::array<std::string_view, 2> kOptimizerNames = {"sgd", "adamw"};

struct OptimizerSettings {
  OptimizerName name = OptimizerName::sgd;
  double momentum = 0.9;
  double weight_decay = 1e-4;
  friend bool operator==(const OptimizerSettings&, const OptimizerSettings&) = default;
};

struct LossSettings {
  double value = 1;
  double ownership = 0.15;
  double mix = 0.25;  ///< of the root's value in the value's target
  friend bool operator==(const LossSettings&, const LossSettings&) = default;
};

enum class KeptGames : std::uint8_t { window, all };
inline constexpr std::array<std::string_view, 2> kKeptGames = {"window", "all"};

struct TrainingSettings {
  std::uint32_t generation = 1000;  ///< games between two networks
  double samples_per_position = 4;  ///< drawn for each new row
  std::uint32_t batch = 256;
  WindowSettings window;
  OptimizerSettings optimizer;
  LossSettings loss;
  double average = 0.9995;             ///< decay of the weights' exponential average, which plays
  KeptGames keep = KeptGames::window;  ///< shards that are not deleted
  friend bool operator==(const TrainingSettings&, const TrainingSettings&) = default;
};

struct Phase {
  std::uint64_t games = 0;
  std::uint64_t simulations = 16;  ///< a move
  double rate = 0.01;              ///< learning rate
  double rate_end = 0.01;          ///< reached linearly at the phase's end
  friend bool operator==(const Phase&, const Phase&) = default;
};

/// Milestones: matches against the network of the milestone before.
struct EvaluateSettings {
  std::vector<std::uint64_t> at = {1000,   2000,    5000,    10'000,  20'000,
                                   50'000, 100'000, 200'000, 300'000, 400'000};  ///< games
  std::uint32_t pairs = 100;
  friend bool operator==(const EvaluateSettings&, const EvaluateSettings&) = default;
};

struct TrainingConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
  NamedParams game;
  NetworkSettings network;
  std::vector<Companion> companions;
  SelfplaySettings selfplay;
  TrainingSettings training;
  std::vector<Phase> phases;
  EvaluateSettings evaluate;
  std::string start;  ///< a network whose tensors are taken where names and shapes agree; "" = none
  std::string file;   ///< where it was read from
};

/// Reads and checks a whole training run; throws UsageError with every problem found, each with its place.
TrainingConfig read_training(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text; `file` names it in errors.
TrainingConfig parse_training(std::string_view yaml, const std::string& file,
                              const std::vector<Override>& overrides = {});

/// Of a configuration's tree with paths, laid over its bases; names of files count from `file`'s folder. Throws as
/// read_training().
TrainingConfig read_training_tree(const config::YamlNode& root, const std::string& file);

/// The run as a tree with paths, every default written out.
config::YamlNode resolved_tree(const TrainingConfig& config);
/// The search as a tree, without what each generation fills in: budget and network.
config::YamlNode resolved_search(const SearchSettings& search);

/// Where `start` lies; "" where there is none. Throws UsageError where no file is there.
std::string start_path(const TrainingConfig& config);

/// Whether the root is Gumbel's; else moves are drawn by their visits (AlphaZero's mode).
bool has_gumbel_mode(const SelfplaySettings& selfplay);
/// Whether a network judges; else an evaluator that needs none.
bool asks_network(const SelfplaySettings& selfplay);
/// The phase that a game belongs to; the last one beyond them all.
const Phase& phase_at(const TrainingConfig& config, std::uint64_t games_before);

}  // namespace rootward::selfplay
