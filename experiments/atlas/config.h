// An atlas as configured: which operators are tuned and compared in which domains, at which budgets, how thoroughly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "experiments/estimates/config.h"
#include "experiments/study/operator_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"

namespace rootward::atlas {

/// A game under an evaluator: a game and an arm of one of the studies that measure features.
struct AtlasDomain {
  std::string name{};       ///< "connect4+playouts"
  std::string game{};       ///< the study's name for it
  std::string evaluator{};  ///< the arm's
  std::size_t study = 0;    ///< in AtlasConfig::studies
  NamedParams rules{};
  NamedParams judge{};       ///< the arm's evaluator
  std::string judge_text{};  ///< the same as YAML, networks by absolute names
  NamedParams selection{};   ///< the arm's; its c is where tuning begins
  std::string opening{};     ///< YAML of a tournament's `opening`
  bool is_held_out = false;  ///< its game is played last and not learnt from
};

/// How every operator is tuned, at each budget of `at` by itself.
struct AtlasTuning {
  std::vector<std::uint64_t> at{};  ///< simulations; a final takes the nearer one, by its ratio
  std::uint32_t seeds = 2;          ///< tunings of each operator, domain and budget
  std::uint32_t evaluations = 40;
  std::uint32_t games = 200;  ///< of an evaluation; even
  std::uint32_t test_games = 100;
};

/// How the tuned operators meet the tuned average.
struct AtlasFinals {
  std::uint32_t games = 400;        ///< of a cell: an operator in a domain at a budget; a multiple of 2 x seeds
  std::uint32_t most_games = 4000;  ///< of a cell that is undecided between 10 and 30 Elo
  std::uint32_t pool_games = 100;   ///< against each player of a pool that no tuning has met; even; 0 = none
};

struct AtlasConfig {
  std::string name{};
  std::string question{};
  std::string hypothesis{};
  std::uint64_t seed = 0;
  std::vector<estimates::EstimatesConfig> studies{};  ///< cut down to the atlas's games
  std::vector<std::string> study_files{};             ///< where they were read from
  config::YamlNode tree{};                            ///< as it was read, with its bases and what the user set
  std::vector<AtlasDomain> domains{};                 ///< in the studies' order, the held out ones last
  std::vector<std::uint64_t> budgets{};               ///< simulations a move, rising
  std::uint64_t equal_time = 0;  ///< also at the CPU time of the average's so many simulations, one of budgets; 0 = not
  AtlasTuning tuning;
  AtlasFinals finals;
  std::vector<study::TunedOperator> operators{};  ///< the control first, then as written
};

/// Reads and checks an atlas's file with the studies that it names, whose paths count from its folder. Throws
/// UsageError with every problem found, each with its place.
AtlasConfig read_atlas(const std::string& file, const std::vector<Override>& overrides = {});

/// The budget at which players of this one are tuned: the nearest by ratio, of two as near the smaller.
std::uint64_t tuned_at(const AtlasTuning& tuning, std::uint64_t budget);

}  // namespace rootward::atlas
